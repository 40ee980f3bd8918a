package tidemark.runner.infer;

import java.util.Locale;

/** Names as the places want them that they are written in. */
final class Names {
  private static final String PLAIN = "[A-Za-z_][A-Za-z0-9_]*";

  private Names() {}

  /** A name in a type or an expression. */
  static String inDdl(String name) {
    return name.matches(PLAIN) ? name : "`" + name.replace("`", "``") + "`";
  }

  /** A key or text in YAML. */
  static String inYaml(String text) {
    return text.matches(PLAIN) ? text : quoted(text);
  }

  /** A text in double quotes. */
  static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> quoted.append("\\\"");
        case '\\' -> quoted.append("\\\\");
        case '\n' -> quoted.append("\\n");
        case '\r' -> quoted.append("\\r");
        case '\t' -> quoted.append("\\t");
        default -> quoted.append(c < ' ' ? String.format("\\x%02x", (int) c) : String.valueOf(c));
      }
    }
    return quoted.append('"').toString();
  }

  /** The id that is nearest to a file's name. */
  static String id(String fileName) {
    String id =
        fileName
            .replaceFirst("\\.[^.]*$", "")
            .toLowerCase(Locale.ROOT)
            .replaceAll("[^a-z0-9]+", "_")
            .replaceFirst("^[^a-z]+", "")
            .replaceFirst("_$", "");
    return id.isEmpty() ? "rows" : id;
  }
}
