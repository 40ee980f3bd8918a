package tidemark.operators.format;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;
import tidemark.operators.types.Schema;

/** Which column each field of a csv record fills, and how many fields a record has. */
final class CsvColumns {
  private final int[] columnOfField;

  private CsvColumns(int[] columnOfField) {
    this.columnOfField = columnOfField;
  }

  /** By position: the columns of the schema in order, without the bad-record column. */
  static CsvColumns byPosition(Schema schema, int badColumn) {
    return new CsvColumns(
        IntStream.range(0, schema.size()).filter(column -> column != badColumn).toArray());
  }

  /**
   * By the names of a header; fields that are no column are skipped.
   *
   * @throws Failure TM613 if a column is missing or a name stands twice
   */
  static CsvColumns byHeader(
      byte[] buffer, CsvFields fields, Schema schema, int badColumn, String location) {
    int[] columns = new int[fields.count];
    Arrays.fill(columns, -1);
    Map<String, Integer> found = new HashMap<>();
    for (int field = 0; field < fields.count; field++) {
      String name = name(buffer, fields, field);
      if (!name.isEmpty() && found.put(name, field) != null) {
        throw misfit(location, "names `" + name + "` twice");
      }
    }
    Set<String> missing = new HashSet<>();
    for (int column = 0; column < schema.size(); column++) {
      Integer field = found.get(schema.field(column).name());
      if (column == badColumn) {
        continue;
      }
      if (field == null) {
        missing.add("`" + schema.field(column).name() + "`");
      } else {
        columns[field] = column;
      }
    }
    if (!missing.isEmpty()) {
      throw misfit(
          location, "has no column " + sorted(missing) + "; it names " + sorted(found.keySet()));
    }
    return new CsvColumns(columns);
  }

  private static String sorted(Set<String> names) {
    List<String> all = names.stream().sorted().toList();
    return all.stream().limit(20).collect(Collectors.joining(", "))
        + (all.size() > 20 ? ", …" : "");
  }

  private static Failure misfit(String location, String what) {
    return new Failure(
        Code.TM613,
        location + ": the header " + what,
        "correct the file, or the columns of the source; without a header set `header: false`");
  }

  private static String name(byte[] buffer, CsvFields fields, int field) {
    return fields.escaped[field]
        ? new String(fields.unescaped(field), StandardCharsets.UTF_8)
        : new String(
            buffer,
            fields.starts[field],
            fields.ends[field] - fields.starts[field],
            StandardCharsets.UTF_8);
  }

  /** How many fields a record has. */
  int fieldCount() {
    return columnOfField.length;
  }

  /** The column that a field fills, or -1. */
  int column(int field) {
    return columnOfField[field];
  }
}
