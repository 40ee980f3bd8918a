package tidemark.statestore.files;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * Reads one JSON value from the front, each call the next part of it. Text that is not the expected
 * JSON is an {@link IllegalArgumentException} with the position.
 */
public final class JsonReader {
  private static final Pattern NUMBER =
      Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?");

  private static final int MAX_DEPTH = 500;

  private final String text;
  private int at;
  private int depth;

  public JsonReader(String text) {
    this.text = text;
  }

  static void requireValid(String json) {
    JsonReader reader = new JsonReader(json);
    reader.skip();
    reader.end();
  }

  /** Reads an object; the consumer gets each member's name and must read its value. */
  public void object(Consumer<String> member) {
    sequence(
        '{',
        '}',
        () -> {
          String name = string();
          expect(':');
          member.accept(name);
        });
  }

  /** Reads an array; the element must read one value each time. */
  public void array(Runnable element) {
    sequence('[', ']', element);
  }

  private void sequence(char open, char close, Runnable part) {
    expect(open);
    if (++depth > MAX_DEPTH) {
      throw wrong("nesting is too deep");
    }
    if (peek() != close) {
      part.run();
      while (peek() == ',') {
        at++;
        part.run();
      }
    }
    expect(close);
    depth--;
  }

  public String string() {
    expect('"');
    StringBuilder value = new StringBuilder();
    while (true) {
      char c = take();
      if (c == '"') {
        return value.toString();
      }
      if (c < 0x20) {
        throw wrong("a control character in a string");
      }
      value.append(c == '\\' ? escaped() : c);
    }
  }

  private char escaped() {
    char c = take();
    return switch (c) {
      case '"', '\\', '/' -> c;
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'u' -> unicode();
      default -> throw wrong("an unknown escape");
    };
  }

  private char unicode() {
    int value = 0;
    for (int i = 0; i < 4; i++) {
      int digit = Character.digit(take(), 16);
      if (digit < 0) {
        throw wrong("a wrong unicode escape");
      }
      value = value * 16 + digit;
    }
    return (char) value;
  }

  /** Reads a whole number. */
  public long number() {
    String digits = numberText();
    try {
      return Long.parseLong(digits);
    } catch (NumberFormatException e) {
      throw wrong("a whole number expected");
    }
  }

  private String numberText() {
    peek();
    int start = at;
    while (at < text.length() && "+-.0123456789eE".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    String number = text.substring(start, at);
    if (!isPlain(number) && !NUMBER.matcher(number).matches()) {
      throw wrong("a number expected");
    }
    return number;
  }

  /** True of digits without a zero in front: nearly every number is one. */
  private static boolean isPlain(String number) {
    for (int i = 0; i < number.length(); i++) {
      if (number.charAt(i) < '0' || number.charAt(i) > '9') {
        return false;
      }
    }
    return number.length() == 1 || !number.isEmpty() && number.charAt(0) != '0';
  }

  public boolean bool() {
    boolean value = peek() == 't';
    word(value ? "true" : "false");
    return value;
  }

  private void word(String word) {
    if (!text.startsWith(word, at)) {
      throw wrong("a value expected");
    }
    at += word.length();
  }

  /** Reads any value and returns it as it is written. */
  public String raw() {
    peek();
    int start = at;
    skip();
    return text.substring(start, at);
  }

  /** Reads any value. */
  public void skip() {
    switch (peek()) {
      case '{' -> object(name -> skip());
      case '[' -> array(this::skip);
      case '"' -> string();
      case 't', 'f' -> bool();
      case 'n' -> word("null");
      default -> numberText();
    }
  }

  public Map<String, Long> longs() {
    Map<String, Long> values = new TreeMap<>();
    object(name -> values.put(name, number()));
    return values;
  }

  public Map<String, String> strings() {
    Map<String, String> values = new TreeMap<>();
    object(name -> values.put(name, string()));
    return values;
  }

  /** Reads an object and keeps its values as they are written. */
  public Map<String, String> raws() {
    Map<String, String> values = new TreeMap<>();
    object(name -> values.put(name, raw()));
    return values;
  }

  /** Makes sure that nothing follows. */
  public void end() {
    if (peek() != 0) {
      throw wrong("text after the end");
    }
  }

  private char peek() {
    while (at < text.length() && " \n\r\t".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    return at < text.length() ? text.charAt(at) : 0;
  }

  private char take() {
    if (at >= text.length()) {
      throw wrong("the text ends");
    }
    return text.charAt(at++);
  }

  private void expect(char c) {
    if (peek() != c) {
      throw wrong("'" + c + "' expected");
    }
    at++;
  }

  private IllegalArgumentException wrong(String what) {
    return new IllegalArgumentException(what + " at character " + at);
  }
}
