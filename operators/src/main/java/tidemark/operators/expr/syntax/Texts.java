package tidemark.operators.expr.syntax;

/** Takes the quotes and escapes off string tokens, as Spark does. */
final class Texts {
  private Texts() {}

  /** The value of a string token. */
  static String unquoted(String token) {
    if (token.charAt(0) == 'r' || token.charAt(0) == 'R') {
      return token.substring(2, token.length() - 1);
    }
    char quote = token.charAt(0);
    String inner = token.substring(1, token.length() - 1);
    StringBuilder out = new StringBuilder(inner.length());
    int i = 0;
    while (i < inner.length()) {
      char c = inner.charAt(i);
      if (c == quote && i + 1 < inner.length() && inner.charAt(i + 1) == quote) {
        out.append(quote);
        i += 2;
      } else if (c == '\\' && i + 1 < inner.length()) {
        i = escape(inner, i + 1, out);
      } else {
        out.append(c);
        i++;
      }
    }
    return out.toString();
  }

  /** Appends what the escape at {@code i} (behind the backslash) means; returns where to go on. */
  private static int escape(String text, int i, StringBuilder out) {
    char c = text.charAt(i);
    if (c == 'u' && isHex(text, i + 1, 4)) {
      out.append((char) Integer.parseInt(text.substring(i + 1, i + 5), 16));
      return i + 5;
    }
    if (c == 'U' && isHex(text, i + 1, 8)) {
      long point = Long.parseLong(text.substring(i + 1, i + 9), 16);
      if (point <= Character.MAX_CODE_POINT) {
        out.appendCodePoint((int) point);
        return i + 9;
      }
    }
    if (isOctal(text, i)) {
      out.append((char) Integer.parseInt(text.substring(i, i + 3), 8));
      return i + 3;
    }
    switch (c) {
      case '0' -> out.append('\0');
      case 'b' -> out.append('\b');
      case 'n' -> out.append('\n');
      case 'r' -> out.append('\r');
      case 't' -> out.append('\t');
      case 'Z' -> out.append('\u001a');
      case '%', '_' -> out.append('\\').append(c);
      default -> out.append(c);
    }
    return i + 1;
  }

  private static boolean isHex(String text, int from, int count) {
    if (from + count > text.length()) {
      return false;
    }
    return text.substring(from, from + count).chars().allMatch(c -> Character.digit(c, 16) >= 0);
  }

  private static boolean isOctal(String text, int i) {
    return i + 3 <= text.length()
        && text.charAt(i) >= '0'
        && text.charAt(i) <= '1'
        && text.substring(i, i + 3).chars().allMatch(c -> c >= '0' && c <= '7');
  }
}
