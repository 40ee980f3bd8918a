package tidemark.operators.types;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.operators.diagnostics.Nearest;
import tidemark.operators.diagnostics.TextPlace;

/** Reads one DDL type by recursive descent; stops at the first thing that is wrong. */
final class DdlParser {
  /** More than anybody nests; a bound so that no text can exhaust the stack. */
  private static final int MAX_DEPTH = 50;

  private static final int DEFAULT_PRECISION = 10;

  /** Digits of a number that are read; no sensible one has so many. */
  private static final int MAX_DIGITS = 9;

  private static final Map<String, SimpleType> WORDS = new LinkedHashMap<>();

  /** Words that other dialects know, and what to write instead. */
  private static final Map<String, String> FOREIGN =
      Map.ofEntries(
          Map.entry("varchar", "string"),
          Map.entry("char", "string"),
          Map.entry("text", "string"),
          Map.entry("str", "string"),
          Map.entry("uuid", "string"),
          Map.entry("json", "string"),
          Map.entry("bool", "boolean"),
          Map.entry("number", "decimal(p,s) or double"),
          Map.entry("int64", "bigint"),
          Map.entry("int32", "int"),
          Map.entry("float64", "double"),
          Map.entry("float32", "float"),
          Map.entry("datetime", "timestamp"),
          Map.entry("time", "timestamp or string"),
          Map.entry("timestamptz", "timestamp"),
          Map.entry("bytes", "binary"),
          Map.entry("blob", "binary"),
          Map.entry("list", "array<…>"),
          Map.entry("object", "struct<…>"));

  static {
    WORDS.put("boolean", SimpleType.BOOLEAN);
    WORDS.put("tinyint", SimpleType.TINYINT);
    WORDS.put("smallint", SimpleType.SMALLINT);
    WORDS.put("int", SimpleType.INT);
    WORDS.put("bigint", SimpleType.BIGINT);
    WORDS.put("float", SimpleType.FLOAT);
    WORDS.put("double", SimpleType.DOUBLE);
    WORDS.put("string", SimpleType.STRING);
    WORDS.put("binary", SimpleType.BINARY);
    WORDS.put("date", SimpleType.DATE);
    WORDS.put("timestamp", SimpleType.TIMESTAMP);
    WORDS.put("timestamp_ntz", SimpleType.TIMESTAMP_NTZ);
    WORDS.put("byte", SimpleType.TINYINT);
    WORDS.put("short", SimpleType.SMALLINT);
    WORDS.put("integer", SimpleType.INT);
    WORDS.put("long", SimpleType.BIGINT);
    WORDS.put("real", SimpleType.FLOAT);
    WORDS.put("timestamp_ltz", SimpleType.TIMESTAMP);
  }

  private static final String ALLOWED =
      "allowed: boolean, tinyint, smallint, int, bigint, float, double, decimal(p,s), string,"
          + " binary, date, timestamp, timestamp_ntz, array<…>, map<…,…>, struct<name: type, …>";

  private final String text;
  private final TextPlace place;
  private final Diagnostics found;
  private int next;

  DdlParser(String text, TextPlace place, Diagnostics found) {
    this.text = text;
    this.place = place;
    this.found = found;
  }

  Optional<Ddl> parse() {
    try {
      DataType type = type(0);
      boolean nullable = !notNull();
      skipBlanks();
      if (next < text.length()) {
        throw wrong(next, text.length(), "unexpected text after the type", ALLOWED);
      }
      return Optional.of(new Ddl(type, nullable));
    } catch (Wrong wrong) {
      found.error(wrong.code, place.span(wrong.from, wrong.to), wrong.getMessage(), wrong.hint);
      return Optional.empty();
    }
  }

  private DataType type(int depth) throws Wrong {
    skipBlanks();
    int start = next;
    if (depth > MAX_DEPTH) {
      throw wrong(start, start + 1, "the type is nested too deep", "flatten the structure");
    }
    String word = word();
    if (word.isEmpty()) {
      int end = Math.min(text.length(), start + 1);
      throw wrong(start, end, "a type is missing here", ALLOWED);
    }
    SimpleType simple = WORDS.get(word);
    if (simple != null) {
      return simple;
    }
    return switch (word) {
      case "decimal", "dec", "numeric" -> decimal(start);
      case "array" -> array(depth);
      case "map" -> map(depth);
      case "struct" -> struct(depth);
      default -> throw unknown(start, word);
    };
  }

  private Wrong unknown(int start, String word) {
    String message = "the type `" + text.substring(start, next) + "` is not known";
    if (FOREIGN.containsKey(word)) {
      return wrong(start, next, message, "write `" + FOREIGN.get(word) + "`");
    }
    List<String> words = new ArrayList<>(WORDS.keySet());
    words.addAll(List.of("decimal", "array", "map", "struct"));
    String hint = Nearest.of(word, words).map(n -> "did you mean `" + n + "`?").orElse(ALLOWED);
    return wrong(start, next, message, hint);
  }

  private DataType decimal(int start) throws Wrong {
    if (!accept('(')) {
      return new DecimalType(DEFAULT_PRECISION, 0);
    }
    int precision = number();
    int scale = accept(',') ? number() : 0;
    expect(')', DecimalFault.nearest(precision, scale).ddl());
    Optional<DecimalFault> fault = DecimalFault.of(precision, scale);
    if (fault.isPresent()) {
      throw wrong(start, next, fault.get().message(), fault.get().hint());
    }
    return new DecimalType(precision, scale);
  }

  private DataType array(int depth) throws Wrong {
    expect('<', "array<int>");
    DataType element = type(depth + 1);
    noNotNull("elements");
    expect('>', "array<int>");
    return new ArrayType(element);
  }

  private DataType map(int depth) throws Wrong {
    expect('<', "map<string,int>");
    DataType key = type(depth + 1);
    noNotNull("keys");
    expect(',', "map<string,int>");
    DataType value = type(depth + 1);
    noNotNull("values");
    expect('>', "map<string,int>");
    return new MapType(key, value);
  }

  private void noNotNull(String what) throws Wrong {
    skipBlanks();
    int start = next;
    if (notNull()) {
      throw wrong(
          start, next, "`not null` cannot be declared for " + what, "leave `not null` out here");
    }
  }

  private DataType struct(int depth) throws Wrong {
    expect('<', "struct<a: int, b: string>");
    List<Field> fields = new ArrayList<>();
    Set<String> names = new HashSet<>();
    if (accept('>')) {
      return new StructType(fields);
    }
    do {
      skipBlanks();
      int start = next;
      String name = name();
      if (!names.add(name)) {
        throw new Wrong(
            Code.TM206, start, next, "two fields are named `" + name + "`", "rename one of them");
      }
      accept(':');
      DataType type = type(depth + 1);
      fields.add(new Field(name, type, !notNull()));
    } while (accept(','));
    expect('>', "struct<a: int, b: string>");
    return new StructType(fields);
  }

  private boolean notNull() throws Wrong {
    skipBlanks();
    int start = next;
    String word = word();
    if (word.isEmpty()) {
      return false;
    }
    skipBlanks();
    if (word.equals("not") && word().equals("null")) {
      return true;
    }
    throw wrong(start, Math.max(next, start + 1), "only `not null` may follow a type", ALLOWED);
  }

  private String name() throws Wrong {
    int start = next;
    if (next < text.length() && text.charAt(next) == '`') {
      int close = text.indexOf('`', start + 1);
      if (close < 0) {
        throw wrong(start, text.length(), "the backtick is not closed", "write `name`");
      }
      next = close + 1;
      return text.substring(start + 1, close);
    }
    word();
    if (next == start) {
      throw wrong(
          start,
          Math.min(text.length(), start + 1),
          "a field name is missing here",
          "write struct<a: int, b: string>");
    }
    return text.substring(start, next);
  }

  /** The letters, digits and underscores from here on, in lower case. */
  private String word() {
    int start = next;
    while (next < text.length()
        && (Character.isLetterOrDigit(text.charAt(next)) || text.charAt(next) == '_')) {
      next++;
    }
    return text.substring(start, next).toLowerCase(Locale.ROOT);
  }

  /** A number with or without a sign; one with more digits than counts here is cut. */
  private int number() throws Wrong {
    skipBlanks();
    int start = next;
    next += next < text.length() && text.charAt(next) == '-' ? 1 : 0;
    int digits = next;
    while (next < text.length() && text.charAt(next) >= '0' && text.charAt(next) <= '9') {
      next++;
    }
    if (next == digits) {
      int end = Math.max(next, Math.min(text.length(), start + 1));
      throw wrong(start, end, "a number is expected here", "write decimal(10,2)");
    }
    return Integer.parseInt(text.substring(start, Math.min(next, digits + MAX_DIGITS)));
  }

  private boolean accept(char wanted) {
    skipBlanks();
    if (next < text.length() && text.charAt(next) == wanted) {
      next++;
      return true;
    }
    return false;
  }

  private void expect(char wanted, String example) throws Wrong {
    if (!accept(wanted)) {
      int end = Math.min(text.length(), next + 1);
      throw wrong(next, end, "`" + wanted + "` is missing here", "write " + example);
    }
  }

  private void skipBlanks() {
    while (next < text.length() && Character.isWhitespace(text.charAt(next))) {
      next++;
    }
  }

  private static Wrong wrong(int from, int to, String message, String hint) {
    return new Wrong(Code.TM302, from, to, message, hint);
  }

  /** What is wrong and where; never leaves the parser. */
  private static final class Wrong extends Exception {
    private static final long serialVersionUID = 1L;

    private final Code code;
    private final int from;
    private final int to;
    private final String hint;

    Wrong(Code code, int from, int to, String message, String hint) {
      super(message, null, false, false);
      this.code = code;
      this.from = from;
      this.to = to;
      this.hint = hint;
    }
  }
}
