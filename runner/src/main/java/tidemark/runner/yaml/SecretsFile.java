package tidemark.runner.yaml;

import java.util.HashMap;
import java.util.Map;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.operators.diagnostics.Span;

/**
 * A file of secrets, {@code NAME=VALUE} a line. Everything behind the first {@code =} is the value
 * without the blanks around it; quotes around it keep what stands between them. Empty lines and
 * lines that begin with {@code #} are skipped.
 */
public final class SecretsFile {
  private SecretsFile() {}

  /** Reads the lines; a line without a name is reported, without its text. */
  public static Map<String, String> parse(String file, String text, Diagnostics found) {
    Map<String, String> secrets = new HashMap<>();
    String[] lines = text.split("\r?\n", -1);
    for (int i = 0; i < lines.length; i++) {
      String line = lines[i];
      int equals = line.indexOf('=');
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      if (equals <= 0 || !Substitution.isName(line.substring(0, equals).strip())) {
        found.error(
            Code.TM115,
            new Span(file, i + 1, 1, 1),
            "the line is not of the form NAME=VALUE",
            "write one secret a line, for example DB_PASSWORD=…");
      } else {
        secrets.put(line.substring(0, equals).strip(), value(line.substring(equals + 1).strip()));
      }
    }
    return secrets;
  }

  private static String value(String stripped) {
    int last = stripped.length() - 1;
    boolean quoted =
        last > 0
            && (stripped.charAt(0) == '"' || stripped.charAt(0) == '\'')
            && stripped.charAt(last) == stripped.charAt(0);
    return quoted ? stripped.substring(1, last) : stripped;
  }
}
