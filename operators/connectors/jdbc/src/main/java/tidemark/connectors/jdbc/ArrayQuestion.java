package tidemark.connectors.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tidemark.operators.batch.Batch;
import tidemark.operators.types.Schema;

/**
 * An array a key column, for PostgreSQL: {@code k = ANY (?)}, or {@code (a, b) IN (SELECT * FROM
 * unnest(?, ?))}. One statement for any number of keys, which finds an index of the columns.
 *
 * @param parts one a key column
 */
record ArrayQuestion(List<ArrayPart> parts) implements KeyQuestion {
  ArrayQuestion {
    parts = List.copyOf(parts);
  }

  /** Asks what the key's columns are in the database. */
  static ArrayQuestion of(SourceSettings settings, Schema keys, Connection connection)
      throws SQLException {
    Dialect dialect = settings.database().dialect();
    ZoneId zone = settings.database().zone();
    String nothing =
        "SELECT " + dialect.quoted(keys.names()) + " FROM " + settings.from() + " WHERE 1 = 0";
    List<ArrayPart> parts = new ArrayList<>();
    try (PreparedStatement statement = connection.prepareStatement(nothing);
        ResultSet result = statement.executeQuery()) {
      ResultSetMetaData data = result.getMetaData();
      for (int k = 0; k < keys.size(); k++) {
        String column = dialect.quoted(keys.field(k).name());
        parts.add(ArrayPart.of(column, keys.field(k).type(), data.getColumnTypeName(k + 1), zone));
      }
    }
    return new ArrayQuestion(parts);
  }

  @Override
  public int mostKeys() {
    return Batch.MAX_ROWS;
  }

  @Override
  public PreparedStatement prepare(
      Connection connection, String select, Batch asked, int from, int to) throws SQLException {
    List<List<String>> arrays = new ArrayList<>();
    parts.forEach(part -> arrays.add(new ArrayList<>()));
    for (int i = from; i < to; i++) {
      add(asked, asked.selection().row(i), arrays);
    }
    PreparedStatement statement = connection.prepareStatement(select + condition());
    for (int k = 0; k < parts.size(); k++) {
      Object[] elements = arrays.get(k).toArray(String[]::new);
      statement.setArray(k + 1, connection.createArrayOf(parts.get(k).element(), elements));
    }
    return statement;
  }

  /** Adds a key, unless no row can have it. */
  private void add(Batch asked, int row, List<List<String>> arrays) {
    List<String> texts = new ArrayList<>();
    for (int k = 0; k < parts.size(); k++) {
      Optional<String> text = parts.get(k).text(asked.column(k), row);
      if (text.isEmpty()) {
        return;
      }
      texts.add(text.get());
    }
    for (int k = 0; k < texts.size(); k++) {
      arrays.get(k).add(texts.get(k));
    }
  }

  private String condition() {
    if (parts.size() == 1) {
      return " WHERE " + parts.get(0).column() + " = ANY (" + parts.get(0).parameter() + ")";
    }
    return " WHERE ("
        + String.join(", ", parts.stream().map(ArrayPart::column).toList())
        + ") IN (SELECT * FROM unnest("
        + String.join(", ", parts.stream().map(ArrayPart::parameter).toList())
        + "))";
  }
}
