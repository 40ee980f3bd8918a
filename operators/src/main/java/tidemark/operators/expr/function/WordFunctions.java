package tidemark.operators.expr.function;

import static tidemark.operators.expr.function.Define.function;
import static tidemark.operators.expr.function.Define.rows;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tidemark.operators.batch.BytesBuilder;
import tidemark.operators.batch.ColumnBuilder;
import tidemark.operators.batch.MapBuilder;
import tidemark.operators.expr.Evaluator;
import tidemark.operators.expr.Expression;
import tidemark.operators.expr.kernel.ColumnSink;
import tidemark.operators.expr.kernel.Failures;
import tidemark.operators.expr.kernel.Matching;
import tidemark.operators.expr.kernel.Row;
import tidemark.operators.expr.kernel.Rows;
import tidemark.operators.types.DataType;
import tidemark.operators.types.MapType;
import tidemark.operators.types.SimpleType;

/** Functions over the words, parts and letters of texts. */
final class WordFunctions {
  private static final DataType TEXT = SimpleType.STRING;

  /** The code of each letter from A to Z; 7 means that it is passed over. */
  private static final String SOUNDS = "01230127022455012623017202";

  private WordFunctions() {}

  static List<FunctionDefinition> all() {
    return List.of(
        rows(
            "find_in_set",
            "find_in_set(word, list)",
            "The position, from 1, of a word in a text of words with commas between them, else 0.",
            "find_in_set('b', 'a,b,c') -> 2",
            Rules.takes(Parameter.STRING, Parameter.STRING).gives(SimpleType.INT),
            (in, out) -> out.set(in.position(), position(in.stringAt(0), in.stringAt(1)))),
        function(
            "elt",
            "elt(n, a, b, …)",
            "The n-th of the texts, from 1.",
            "elt(2, 'a', 'b') -> b",
            WordFunctions::eltRule,
            Define.lenient(WordFunctions::elt)),
        rows(
            "overlay",
            "overlay(text, other, position [, length])",
            "The text with so many characters from a position, by default as many as the other text"
                + " has, replaced by it.",
            "overlay('Spark SQL', '_', 6) -> Spark_SQL",
            WordFunctions::overlayRule,
            WordFunctions::overlay),
        rows(
            "quote",
            "quote(text)",
            "The text in single quotes, with a backslash before each that it holds.",
            "quote('it''s') -> 'it\\'s'",
            Rules.takes(Parameter.STRING).gives(TEXT),
            (in, out) -> out.set(in.position(), "'" + in.stringAt(0).replace("'", "\\'") + "'")),
        rows(
            "soundex",
            "soundex(text)",
            "The code of how an English word sounds.",
            "soundex('Miller') -> M460",
            Rules.takes(Parameter.STRING).gives(TEXT),
            (in, out) -> out.set(in.position(), soundex(in.stringAt(0)))),
        rows(
            "luhn_check",
            "luhn_check(digits)",
            "Whether the last digit is the check digit that the Luhn formula gives for the others.",
            "luhn_check('79927398713') -> true",
            Rules.takes(Parameter.STRING).gives(SimpleType.BOOLEAN),
            (in, out) -> out.set(in.position(), luhn(in.stringAt(0)))),
        function(
            "mask",
            "mask(text [, upper [, lower [, digit [, other]]]])",
            "The text with each letter and digit replaced by a character for its kind (X, x and n;"
                + " others stay); null keeps a kind.",
            "mask('Ab-12') -> Xx-nn",
            WordFunctions::maskRule,
            Define.lenient(WordFunctions::mask)),
        function(
            "str_to_map",
            "str_to_map(text [, between pairs [, between key and value]])",
            "The map that a text such as a:1,b:2 writes; both separators are regular expressions.",
            "str_to_map('a:1,b:2') -> {a -> 1, b -> 2}",
            Rules.takesAtLeast(1, Parameter.STRING, Parameter.STRING, Parameter.STRING)
                .gives(new MapType(TEXT, TEXT)),
            WordFunctions::toMap));
  }

  private static long position(String word, String list) {
    if (word.indexOf(',') >= 0) {
      return 0;
    }
    return List.of(list.split(",", -1)).indexOf(word) + 1L;
  }

  private static Typing eltRule(List<Expression> a) {
    if (a.size() < 2 || Parameter.INT.accept(a.get(0).type()).isEmpty()) {
      return Typing.unfit();
    }
    List<DataType> types = new ArrayList<>();
    types.add(SimpleType.INT);
    for (Expression text : a.subList(1, a.size())) {
      if (Parameter.STRING.accept(text.type()).isEmpty()) {
        return Typing.unfit();
      }
      types.add(TEXT);
    }
    return new Typing.Fits(types, TEXT, true);
  }

  private static void elt(Row in, ColumnSink out) {
    if (in.isNull(0)) {
      out.setNull(in.position());
      return;
    }
    int n = in.intAt(0);
    if (n < 1 || n >= in.count()) {
      throw Failures.argument(
          "elt",
          "there is no text " + n + " among " + (in.count() - 1),
          "test the number first, for example with CASE");
    }
    out.copy(in.position(), in.column(n), in.position());
  }

  private static Typing overlayRule(List<Expression> a) {
    boolean bytes = !a.isEmpty() && a.get(0).type() == SimpleType.BINARY;
    Parameter text = bytes ? Parameter.BINARY : Parameter.STRING;
    return Rules.takesAtLeast(3, text, text, Parameter.INT, Parameter.INT)
        .gives(bytes ? SimpleType.BINARY : TEXT)
        .apply(a);
  }

  private static void overlay(Row in, ColumnSink out) {
    if (in.type(0) == SimpleType.BINARY) {
      byte[] bytes = overlaid(in, latin(in, 0), latin(in, 1)).getBytes(StandardCharsets.ISO_8859_1);
      out.set(in.position(), bytes, 0, bytes.length);
    } else {
      out.set(in.position(), overlaid(in, in.stringAt(0), in.stringAt(1)));
    }
  }

  /** Bytes as a text of one character each. */
  private static String latin(Row in, int i) {
    return new String(in.data(i), in.start(i), in.length(i), StandardCharsets.ISO_8859_1);
  }

  private static String overlaid(Row in, String whole, String other) {
    int[] text = whole.codePoints().toArray();
    long position = in.intAt(2);
    int given = in.count() > 3 ? in.intAt(3) : -1;
    long length = given >= 0 ? given : other.codePointCount(0, other.length());
    return part(text, 1, position - 1) + other + part(text, position + length, Integer.MAX_VALUE);
  }

  /** A part as SUBSTRING takes it: from 1, or from the end if the position is negative. */
  private static String part(int[] text, long position, long length) {
    long start = position > 0 ? position - 1 : position < 0 ? text.length + position : 0;
    long end = Math.min(text.length, start + length);
    long from = Math.max(0, start);
    return from >= end ? "" : new String(text, (int) from, (int) (end - from));
  }

  private static String soundex(String text) {
    if (text.isEmpty() || !isLetter(text.charAt(0))) {
      return text;
    }
    StringBuilder code = new StringBuilder().append(Character.toUpperCase(text.charAt(0)));
    char last = sound(text.charAt(0));
    for (int i = 1; i < text.length() && code.length() < 4; i++) {
      if (!isLetter(text.charAt(i))) {
        last = '0';
        continue;
      }
      char sound = sound(text.charAt(i));
      if (sound == '7') {
        continue;
      }
      if (sound != '0' && sound != last) {
        code.append(sound);
      }
      last = sound;
    }
    return code.append("000").substring(0, 4);
  }

  private static boolean isLetter(char c) {
    return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
  }

  private static char sound(char letter) {
    return SOUNDS.charAt((letter | 0x20) - 'a');
  }

  private static boolean luhn(String digits) {
    int sum = 0;
    for (int i = 0; i < digits.length(); i++) {
      int digit = digits.charAt(digits.length() - 1 - i) - '0';
      if (digit < 0 || digit > 9) {
        return false;
      }
      int weighed = i % 2 == 0 ? digit : 2 * digit;
      sum += weighed > 9 ? weighed - 9 : weighed;
    }
    return !digits.isEmpty() && sum % 10 == 0;
  }

  private static Typing maskRule(List<Expression> a) {
    Typing typing =
        Rules.takesAtLeast(
                1,
                Parameter.STRING,
                Parameter.STRING,
                Parameter.STRING,
                Parameter.STRING,
                Parameter.STRING)
            .gives(TEXT)
            .apply(a);
    for (Expression by : a.subList(Math.min(1, a.size()), a.size())) {
      if (Rules.literal(by).filter(l -> l instanceof String s && s.length() != 1).isPresent()) {
        return Typing.unfit("a kind is replaced by exactly one character");
      }
    }
    return typing;
  }

  private static void mask(Row in, ColumnSink out) {
    if (in.isNull(0)) {
      out.setNull(in.position());
      return;
    }
    String upper = replacement(in, 1, "X");
    String lower = replacement(in, 2, "x");
    String digit = replacement(in, 3, "n");
    String other = replacement(in, 4, null);
    StringBuilder masked = new StringBuilder();
    in.stringAt(0)
        .chars()
        .forEach(
            c -> {
              String by =
                  switch (Character.getType(c)) {
                    case Character.UPPERCASE_LETTER -> upper;
                    case Character.LOWERCASE_LETTER -> lower;
                    case Character.DECIMAL_DIGIT_NUMBER -> digit;
                    default -> other;
                  };
              if (by == null) {
                masked.append((char) c);
              } else {
                masked.append(by);
              }
            });
    out.set(in.position(), masked.toString());
  }

  private static @Nullable String replacement(Row in, int i, @Nullable String otherwise) {
    if (i >= in.count()) {
      return otherwise;
    }
    return in.isNull(i) ? null : in.stringAt(i);
  }

  private static Evaluator toMap(BoundCall c) {
    Matching.LastPattern<Pattern> pairs = Matching.patterns("str_to_map");
    Matching.LastPattern<Pattern> values = Matching.patterns("str_to_map");
    return Rows.strict(
        c.arguments(),
        c.argumentTypes(),
        c.type(),
        (in, out) -> {
          Pattern between = pairs.of(in.count() > 1 ? in.stringAt(1) : ",");
          Pattern inside = values.of(in.count() > 2 ? in.stringAt(2) : ":");
          MapBuilder builder = (MapBuilder) out.builder(in.position());
          DistinctKeys keys = new DistinctKeys("str_to_map");
          int first = builder.keys().size();
          for (String pair : between.split(in.stringAt(0), -1)) {
            String[] parts = inside.split(pair, 2);
            keys.add(parts[0]);
            append(builder.keys(), parts[0]);
            append(builder.values(), parts.length > 1 ? parts[1] : null);
          }
          builder.closeRow(first);
        });
  }

  private static void append(ColumnBuilder builder, @Nullable String text) {
    if (text == null) {
      builder.appendNull();
    } else {
      ((BytesBuilder) builder).append(text);
    }
  }
}
