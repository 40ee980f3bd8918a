package tidemark.runner.realdata;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tidemark.runner.binary.BinaryFile;

/**
 * Rows as text, by key: the values of the leading columns, joined. A null is the empty text, as in
 * the answers.
 *
 * @param columns their names, in order
 */
record Table(List<String> columns, Map<String, Map<String, String>> rows) {
  /** What a key means that comes again. */
  enum Repeated {
    /** The result has a row twice, which is an error. */
    WRONG,
    /** The row changed later. */
    LATER_WINS
  }

  private static final Pattern FIELD = Pattern.compile("(?:\"((?:[^\"]|\"\")*)\"|([^,]*))(,|$)");

  /** The rows of a csv file with a header, of which the first columns are the key. */
  static Table answer(Path file, int keys) {
    List<String> columns = fields(Lines.of(file).get(0));
    Map<String, Map<String, String>> rows = new TreeMap<>();
    csv(file).forEach(row -> put(rows, row, columns.subList(0, keys), Repeated.WRONG));
    return new Table(columns, rows);
  }

  /** The rows that a file sink shows in its folder, read as any reader would. */
  static Table result(Path folder, Table answer, int keys, Repeated repeated) {
    List<String> key = answer.columns().subList(0, keys);
    Map<String, Map<String, String>> rows = new TreeMap<>();
    for (Path part : Lines.files(folder)) {
      Stream<Map<String, String>> read =
          part.toString().contains(".csv") ? csv(part) : lines(part).stream().map(Table::json);
      read.forEach(row -> put(rows, row, key, repeated));
    }
    return new Table(answer.columns(), rows);
  }

  private static List<String> lines(Path file) {
    try {
      return BinaryFile.is(file) ? new BinaryFile(file).rows() : Lines.of(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Stream<Map<String, String>> csv(Path file) {
    List<String> lines = Lines.of(file);
    List<String> columns = fields(lines.get(0));
    return lines.stream()
        .skip(1)
        .map(
            line -> {
              List<String> fields = fields(line);
              Map<String, String> row = new LinkedHashMap<>();
              IntStream.range(0, columns.size())
                  .forEach(i -> row.put(columns.get(i), fields.get(i)));
              return row;
            });
  }

  private static void put(
      Map<String, Map<String, String>> rows,
      Map<String, String> row,
      List<String> key,
      Repeated repeated) {
    String text = String.join(" | ", key.stream().map(k -> Comparison.plain(row.get(k))).toList());
    if (rows.put(text, row) != null && repeated == Repeated.WRONG) {
      throw new AssertionError("two rows of " + text);
    }
  }

  private static List<String> fields(String line) {
    List<String> fields = new ArrayList<>();
    Matcher matcher = FIELD.matcher(line);
    int at = 0;
    boolean more = true;
    while (more && matcher.find(at)) {
      fields.add(
          matcher.group(1) == null ? matcher.group(2) : matcher.group(1).replace("\"\"", "\""));
      at = matcher.end();
      more = !matcher.group(3).isEmpty();
    }
    return fields;
  }

  private static Map<String, String> json(String line) {
    Map<String, String> row = new LinkedHashMap<>();
    try (JsonParser parser = new JsonFactory().createParser(line)) {
      parser.nextToken();
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String name = parser.currentName();
        row.put(name, parser.nextToken() == JsonToken.VALUE_NULL ? "" : parser.getText());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return row;
  }
}
