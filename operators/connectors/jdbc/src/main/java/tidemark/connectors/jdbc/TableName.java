package tidemark.connectors.jdbc;

import java.util.Optional;

/**
 * A table as the pipeline file names it.
 *
 * @param schema what stands before the point, if anything
 */
record TableName(Optional<String> schema, String table) {
  static TableName parse(String text) {
    int point = text.indexOf('.');
    return point < 0
        ? new TableName(Optional.empty(), text)
        : new TableName(Optional.of(text.substring(0, point)), text.substring(point + 1));
  }

  /** The name for SQL, each part quoted. */
  String quoted(Dialect dialect) {
    return schema.map(s -> dialect.quoted(s) + ".").orElse("") + dialect.quoted(table);
  }

  /** The name with another table of the same schema. */
  TableName sibling(String other) {
    return new TableName(schema, other);
  }

  @Override
  public String toString() {
    return schema.map(s -> s + ".").orElse("") + table;
  }
}
