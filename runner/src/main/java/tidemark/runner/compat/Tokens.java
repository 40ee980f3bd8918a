package tidemark.runner.compat;

import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Names inside of canonical expressions. */
final class Tokens {
  /** A text in quotes, a name in backticks, or a bare name that is no function. */
  private static final Pattern TOKEN =
      Pattern.compile("'(?:[^'\\\\]|\\\\.)*'|`(?:[^`]|``)*`|[A-Za-z_][A-Za-z0-9_]*(?!\\w|\\()");

  private static final Pattern PLAIN = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

  private Tokens() {}

  /** The expression with its columns renamed, all at once. */
  static String rename(String expression, Map<String, String> columns) {
    if (columns.isEmpty()) {
      return expression;
    }
    Matcher token = TOKEN.matcher(expression);
    StringBuilder renamed = new StringBuilder();
    while (token.find()) {
      String now = columns.get(name(token.group()));
      token.appendReplacement(
          renamed, Matcher.quoteReplacement(now == null ? token.group() : quoted(now)));
    }
    return token.appendTail(renamed).toString();
  }

  /** True if the expression reads one of the columns. */
  static boolean mentions(String expression, Set<String> columns) {
    return TOKEN.matcher(expression).results().anyMatch(t -> columns.contains(name(t.group())));
  }

  private static String name(String token) {
    return token.startsWith("`")
        ? token.substring(1, token.length() - 1).replace("``", "`")
        : token;
  }

  private static String quoted(String name) {
    return PLAIN.matcher(name).matches() ? name : "`" + name.replace("`", "``") + "`";
  }
}
