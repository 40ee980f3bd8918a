package tidemark.runner.infer;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import tidemark.runner.infer.InferredType.Simple;

/**
 * The first records of a file, and the columns that hold them.
 *
 * @param format {@code ndjson}, {@code csv}, {@code parquet} or {@code avro}
 * @param header the record of a csv file that names the columns
 * @param manyLines whether a record goes over several lines
 */
public record Sample(
    String format,
    Map<String, InferredType> columns,
    Optional<String> header,
    List<Row> rows,
    boolean manyLines) {
  public Sample {
    columns = new LinkedHashMap<>(columns);
    rows = List.copyOf(rows);
  }

  /**
   * A record.
   *
   * @param raw as it is written in a file of text
   * @param values of its columns, as a test suite writes them; null is left out
   */
  record Row(String raw, Map<String, String> values) {
    Row {
      values = new LinkedHashMap<>(values);
    }
  }

  /** Whether a test suite can give its records as they are written. */
  boolean isText() {
    return format.equals("ndjson") || format.equals("csv");
  }

  /** The columns as {@code columns:} of a source or a schema file, indented. */
  public String columnsYaml(String indent) {
    return columns.entrySet().stream()
        .map(c -> indent + Names.inYaml(c.getKey()) + ": " + type(c.getValue()) + "\n")
        .collect(Collectors.joining());
  }

  private static String type(InferredType type) {
    String ddl = type.ddl();
    return ddl.matches("[a-z0-9_]+(\\(\\d+,\\d+\\))?") ? ddl : Names.quoted(ddl);
  }

  /** The first column that holds instants. */
  Optional<String> time() {
    return columns.entrySet().stream()
        .filter(c -> c.getValue() == Simple.TIMESTAMP)
        .map(Map.Entry::getKey)
        .findFirst();
  }
}
