package tidemark.operators.expr;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import tidemark.operators.expr.value.TimeText;
import tidemark.operators.types.Schema;

/** The scalar expressions of the recorded cases, where the folder with them exists. */
class GoldenExpressionsTest {
  private static final Schema SCHEMA = Expr.schema("k string", "ts timestamp", "v int");

  private static Path file() {
    Path root = Path.of(System.getProperty("tidemark.root", ".."));
    Path shared =
        Path.of(System.getProperty("tidemark.shared", root.resolve("../shared").toString()));
    return shared.resolve("golden/stateless/stateless-expressions.test.yaml");
  }

  @Test
  void everyExpressionGivesTheRecordedValue() throws IOException {
    Assumptions.assumeTrue(Files.exists(file()));
    Map<String, Object> expressions = new LinkedHashMap<>();
    List<Map<String, Object>> given = new ArrayList<>();
    List<Map<String, Object>> expected = new ArrayList<>();
    for (String line : Files.readAllLines(file())) {
      String text = line.strip();
      if (text.startsWith("select:")) {
        expressions = new Flow(text.substring(7).strip()).mapping();
      } else if (text.startsWith("- {k:")) {
        given.add(new Flow(text.substring(2)).mapping());
      } else if (text.startsWith("- {a:")) {
        expected.add(new Flow(text.substring(2)).mapping());
      }
    }
    assertThat(given).hasSize(4);
    for (Map<String, Object> row : given) {
      Map<String, Object> found = new LinkedHashMap<>();
      Object ts = row.get("ts");
      Object micros = ts == null ? null : TimeText.timestamp((String) ts, Expr.UTC).getAsLong();
      for (Map.Entry<String, Object> e : expressions.entrySet()) {
        String text = (String) e.getValue();
        Object value =
            Expr.values(text, SCHEMA, List.of(Expr.row(row.get("k"), micros, row.get("v")))).get(0);
        String type = Expr.compile(text, SCHEMA).type().ddl();
        found.put(e.getKey(), shown(value, type));
      }
      assertThat(expected).contains(found);
    }
  }

  private static @Nullable Object shown(@Nullable Object value, String type) {
    if (value == null) {
      return null;
    }
    if (type.equals("timestamp")) {
      String text = TimeText.timestamp((Long) value, Expr.UTC).replace(' ', 'T');
      String full = text.contains(".") ? text + "000000" : text + ".000000";
      return full.substring(0, 26) + "Z";
    }
    return type.equals("date") ? TimeText.date((Long) value) : value;
  }

  /** Reads a one-line mapping of plain and quoted scalars. */
  private static final class Flow {
    private final String text;
    private int at;

    Flow(String text) {
      this.text = text;
    }

    Map<String, Object> mapping() {
      Map<String, Object> all = new LinkedHashMap<>();
      at = 1;
      while (text.charAt(at) != '}') {
        String key = String.valueOf(scalar());
        at++;
        all.put(key, scalar());
        if (text.charAt(at) == ',') {
          at++;
        }
      }
      return all;
    }

    private @Nullable Object scalar() {
      while (text.charAt(at) == ' ') {
        at++;
      }
      int start = at;
      if (text.charAt(at) == '"') {
        at = text.indexOf('"', at + 1) + 1;
        return text.substring(start + 1, at - 1);
      }
      while (":,}".indexOf(text.charAt(at)) < 0) {
        at++;
      }
      String word = text.substring(start, at);
      return switch (word) {
        case "null" -> null;
        case "true" -> true;
        case "false" -> false;
        default ->
            word.matches("-?\\d+")
                ? (Object) Long.parseLong(word)
                : word.matches("-?\\d+\\.\\d+") ? (Object) Double.parseDouble(word) : word;
      };
    }
  }
}
