package tidemark.runner.scenario;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tidemark.operators.connector.Options;
import tidemark.operators.types.Field;
import tidemark.operators.types.Schema;
import tidemark.runner.yaml.YamlNode;

/** Writes a suite's rows in a source's own format, numbers with exactly the suite's text. */
final class RowWriter {
  private static final Pattern JSON_LITERAL =
      Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?|true|false");

  private final String format;
  private final Options options;
  private final Schema schema;

  RowWriter(String format, Options options, Schema schema) {
    this.format = format;
    this.options = options;
    this.schema = schema;
  }

  byte[] write(List<YamlNode.Mapping> rows) {
    StringBuilder text = new StringBuilder();
    if (format.equals("csv") && options.flag("header", false)) {
      text.append(
              schema.names().stream().map(this::csvText).collect(Collectors.joining(delimiter())))
          .append('\n');
    }
    for (YamlNode.Mapping row : rows) {
      text.append(
          switch (format) {
            case "csv" -> csvRow(row);
            case "text" -> plain(row.find("value").orElseThrow());
            default -> json(row);
          });
      text.append('\n');
    }
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  private String csvRow(YamlNode.Mapping row) {
    List<String> cells = new ArrayList<>();
    for (Field field : schema.fields()) {
      YamlNode value = row.find(field.name()).orElse(null);
      boolean absent = value == null || value instanceof YamlNode.Scalar s && s.isNull();
      cells.add(absent ? options.text("null_value").orElse("") : csvText(plain(value)));
    }
    return String.join(delimiter(), cells);
  }

  private String csvText(String text) {
    boolean plain =
        !text.isEmpty()
            && !text.contains(delimiter())
            && text.indexOf('"') < 0
            && text.indexOf('\n') < 0
            && text.strip().equals(text);
    return plain ? text : '"' + text.replace("\"", "\"\"") + '"';
  }

  private String delimiter() {
    return options.text("delimiter").orElse(",");
  }

  private static String plain(YamlNode node) {
    return node instanceof YamlNode.Scalar scalar ? scalar.text() : json(node);
  }

  private static String json(YamlNode node) {
    if (node instanceof YamlNode.Mapping mapping) {
      return mapping.entries().stream()
          .map(e -> quoted(e.key().text()) + ":" + json(e.value()))
          .collect(Collectors.joining(",", "{", "}"));
    }
    if (node instanceof YamlNode.Sequence list) {
      return list.items().stream().map(RowWriter::json).collect(Collectors.joining(",", "[", "]"));
    }
    YamlNode.Scalar scalar = (YamlNode.Scalar) node;
    if (scalar.isNull()) {
      return "null";
    }
    boolean literal =
        scalar.style() == YamlNode.Style.PLAIN && JSON_LITERAL.matcher(scalar.text()).matches();
    return literal ? scalar.text() : quoted(scalar.text());
  }

  private static String quoted(String text) {
    StringBuilder out = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else if (c < 0x20) {
        out.append(String.format("\\u%04x", (int) c));
      } else {
        out.append(c);
      }
    }
    return out.append('"').toString();
  }
}
