package tidemark.operators.format;

import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Goes over the scalar values of a JSON text, and says where one of them is malformed. */
final class JsonScalarFault {
  private static final String VALUE =
      "a value (a text in double quotes, a number, `true`, `false`, `null`, `{` or `[`)";

  /** What a parser takes as values besides numbers and texts. */
  private static final Set<String> WORDS =
      Set.of("true", "false", "null", "NaN", "INF", "Infinity", "+INF", "+Infinity");

  /** Characters of the text that are shown. */
  private static final int SHOWN = 20;

  private final byte[] text;
  private final int from;
  private final int to;
  private int at;

  JsonScalarFault(byte[] text, int from, int to) {
    this.text = text;
    this.from = from;
    this.to = to;
    this.at = from;
  }

  /** The offset that is next. */
  int at() {
    return at;
  }

  /** Whether only white space is left; skips it. */
  boolean isAtEnd() {
    while (at < to
        && (text[at] == ' ' || text[at] == '\t' || text[at] == '\r' || text[at] == '\n')) {
      at++;
    }
    return at == to;
  }

  /** Whether the character is next, behind white space, which is skipped. */
  boolean isNext(char character) {
    return !isAtEnd() && text[at] == character;
  }

  /** Takes the character if it is next. */
  boolean take(char character) {
    boolean next = isNext(character);
    at += next ? 1 : 0;
    return next;
  }

  /** Says what is next instead of what was expected. */
  String instead(String expected) {
    return at == to
        ? "it ends after byte " + (to - from) + "; expected: " + expected
        : "byte " + place(at) + " of the record is " + character() + "; expected: " + expected;
  }

  /** Goes over a scalar value; its fault, if it has one. */
  @Nullable String value() {
    if (isNext('"')) {
      return text();
    }
    if (at < to && (text[at] == '-' || isDigit())) {
      return number();
    }
    int begin = at;
    skipWord();
    String word = new String(text, begin, at - begin, StandardCharsets.UTF_8);
    if (WORDS.contains(word)) {
      return null;
    }
    at = begin;
    return word.isEmpty()
        ? instead(VALUE)
        : "byte " + place(begin) + " of the record begins `" + cut(word) + "`; expected: " + VALUE;
  }

  private void skipWord() {
    while (at < to
        && (Character.isLetterOrDigit(text[at]) || text[at] < 0 || "+_$".indexOf(text[at]) >= 0)) {
      at++;
    }
  }

  /** Goes over the text in double quotes that is next; its fault, if it has one. */
  @Nullable String text() {
    int begin = at;
    at++;
    while (at < to && text[at] != '"') {
      if (text[at] >= 0 && text[at] < ' ') {
        return instead("control characters of a text as `\\u" + hex(text[at]) + "`");
      }
      if (text[at] == '\\') {
        at++;
        String fault = at == to ? null : escape();
        if (fault != null) {
          return fault;
        }
      }
      at += at < to ? 1 : 0;
    }
    if (at == to) {
      return instead("the `\"` that ends the text that begins at byte " + place(begin));
    }
    at++;
    return null;
  }

  /** Ends on the escape's last character. */
  private @Nullable String escape() {
    if ("\"\\/bfnrtu".indexOf(text[at]) < 0) {
      return instead("one of `\" \\ / b f n r t u` after the `\\` in a text");
    }
    if (text[at] != 'u') {
      return null;
    }
    for (int digit = 0; digit < 4; digit++) {
      at++;
      if (at == to) {
        return null;
      }
      if (Character.digit(text[at], 16) < 0) {
        return instead("four hexadecimal digits after `\\u`");
      }
    }
    return null;
  }

  private @Nullable String number() {
    int begin = at;
    at += text[at] == '-' ? 1 : 0;
    if (at < to && text[at] == 'I') {
      skipWord();
      String word = new String(text, begin + 1, at - begin - 1, StandardCharsets.UTF_8);
      if (WORDS.contains(word)) {
        return null;
      }
      at = begin + 1;
    }
    boolean zero = at < to && text[at] == '0';
    int digits = at;
    String fault = digits("a digit after the `-`");
    if (fault == null && zero && at > digits + 1) {
      return "byte "
          + place(digits)
          + " of the record is `0`; expected: a number without leading zeros";
    }
    if (fault == null && at < to && text[at] == '.') {
      at++;
      fault = digits("a digit after the `.` of a number");
    }
    if (fault == null && at < to && (text[at] == 'e' || text[at] == 'E')) {
      at++;
      at += at < to && (text[at] == '+' || text[at] == '-') ? 1 : 0;
      fault = digits("a digit in the exponent of a number");
    }
    return fault;
  }

  private @Nullable String digits(String expected) {
    if (at == to || !isDigit()) {
      return instead(expected);
    }
    while (at < to && isDigit()) {
      at++;
    }
    return null;
  }

  private boolean isDigit() {
    return text[at] >= '0' && text[at] <= '9';
  }

  private String character() {
    int code = text[at];
    if (code == '`') {
      return "a backtick";
    }
    if (code == ' ') {
      return "a space";
    }
    if (code >= 0 && code < ' ' || code == 0x7F) {
      return "the control character U+" + hex(code);
    }
    String rest = new String(text, at, Math.min(4, to - at), StandardCharsets.UTF_8);
    return "`" + Character.toString(rest.codePointAt(0)) + "`";
  }

  private static String hex(int code) {
    return "%04X".formatted(code);
  }

  private int place(int offset) {
    return offset - from + 1;
  }

  /** At most so much of a text as is shown. */
  static String cut(String text) {
    return text.codePointCount(0, text.length()) <= SHOWN
        ? text
        : text.substring(0, text.offsetByCodePoints(0, SHOWN)) + "…";
  }

  /** A well-formed text of JSON with its escapes of letters, {@code \}{@code u0061}, replaced. */
  static String unescaped(String text) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\\' && text.charAt(i + 1) == 'u') {
        out.append((char) Integer.parseInt(text.substring(i + 2, i + 6), 16));
        i += 5;
      } else if (c == '\\') {
        i++;
        out.append(plain(text.charAt(i)));
      } else {
        out.append(c);
      }
    }
    return out.toString();
  }

  private static char plain(char escaped) {
    return switch (escaped) {
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      default -> escaped;
    };
  }
}
