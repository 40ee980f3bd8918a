package tidemark.operators.expr.function;

import static tidemark.operators.expr.function.Define.function;
import static tidemark.operators.expr.function.Define.rows;

import java.util.List;
import tidemark.operators.expr.Expression;
import tidemark.operators.expr.kernel.ColumnSink;
import tidemark.operators.expr.kernel.Failures;
import tidemark.operators.expr.kernel.Matching;
import tidemark.operators.expr.kernel.ResultSize;
import tidemark.operators.expr.kernel.Row;
import tidemark.operators.expr.kernel.Rows;
import tidemark.operators.expr.value.TitleCase;
import tidemark.operators.types.DataType;
import tidemark.operators.types.SimpleType;

/** Functions that measure, cut, trim and pad strings. */
final class StringFunctions {
  private static final DataType TEXT = SimpleType.STRING;
  private static final Parameter STRING = Parameter.STRING;

  private StringFunctions() {}

  static List<FunctionDefinition> all() {
    return List.of(
        function(
            "length|char_length|character_length|len",
            "length(text)",
            "Characters of a string, bytes of a binary value.",
            "length('añb') -> 3",
            Rules.takes(Parameter.TEXT_OR_BINARY).gives(SimpleType.INT),
            c -> StringKernels.length(c.argument(0), c.argumentType(0) == SimpleType.BINARY)),
        rows(
            "octet_length",
            "octet_length(text)",
            "Bytes of a string in UTF-8.",
            "octet_length('añb') -> 4",
            Rules.takes(Parameter.TEXT_OR_BINARY).gives(SimpleType.INT),
            (in, out) -> out.set(in.position(), (long) in.length(0))),
        rows(
            "bit_length",
            "bit_length(text)",
            "Bits of a string in UTF-8.",
            "bit_length('a') -> 8",
            Rules.takes(Parameter.TEXT_OR_BINARY).gives(SimpleType.INT),
            (in, out) -> out.set(in.position(), 8L * in.length(0))),
        function(
            "upper|ucase",
            "upper(text)",
            "The text in capitals.",
            "upper('abc') -> ABC",
            Rules.takes(STRING).gives(TEXT),
            c -> StringKernels.upper(c.argument(0))),
        function(
            "lower|lcase",
            "lower(text)",
            "The text in small letters.",
            "lower('ABC') -> abc",
            Rules.takes(STRING).gives(TEXT),
            c -> StringKernels.lower(c.argument(0))),
        rows(
            "initcap",
            "initcap(text)",
            "Each word with a capital first.",
            "initcap('ab cd') -> Ab Cd",
            Rules.takes(STRING).gives(TEXT),
            (in, out) -> out.set(in.position(), TitleCase.of(in.stringAt(0)))),
        trim(
            "trim",
            3,
            "trim([characters,] text)",
            "The text without blanks, or the given characters, at both ends.",
            "trim('  a ') -> a",
            true),
        trim(
            "btrim",
            3,
            "btrim(text [, characters])",
            "The text without blanks, or the given characters, at both ends.",
            "btrim('xax', 'x') -> a",
            false),
        trim(
            "ltrim",
            1,
            "ltrim([characters,] text)",
            "The text without blanks, or the given characters, at its start.",
            "ltrim('  a') -> a",
            true),
        trim(
            "rtrim",
            2,
            "rtrim([characters,] text)",
            "The text without blanks, or the given characters, at its end.",
            "rtrim('a  ') -> a",
            true),
        function(
            "substring|substr|mid",
            "substring(text, position [, length])",
            "A part of the text; positions count from 1, negative ones from the end.",
            "substring('abcd', 2, 2) -> bc",
            Rules.takesAtLeast(2, Parameter.TEXT_OR_BINARY, Parameter.INT, Parameter.INT)
                .gives(t -> t.get(0)),
            StringFunctions::substring),
        rows(
            "left",
            "left(text, n)",
            "The first n characters, or bytes of a binary.",
            "left('abcd', 2) -> ab",
            Rules.takes(Parameter.TEXT_OR_BINARY, Parameter.INT).gives(types -> types.get(0)),
            StringFunctions::left),
        rows(
            "right",
            "right(text, n)",
            "The last n characters.",
            "right('abcd', 2) -> cd",
            Rules.takes(STRING, Parameter.INT).gives(TEXT),
            StringFunctions::right),
        rows(
            "substring_index",
            "substring_index(text, delimiter, count)",
            "The text before the count-th delimiter; from the end if count is negative.",
            "substring_index('a.b.c', '.', 2) -> a.b",
            Rules.takes(STRING, STRING, Parameter.INT).gives(TEXT),
            (in, out) ->
                out.set(
                    in.position(), substringIndex(in.stringAt(0), in.stringAt(1), in.intAt(2)))),
        pad(
            "lpad",
            "The text filled up on the left, or cut, to a length.",
            "lpad('a', 3, '*') -> **a",
            true),
        pad(
            "rpad",
            "The text filled up on the right, or cut, to a length.",
            "rpad('a', 3, '*') -> a**",
            false),
        rows(
            "repeat",
            "repeat(text, n)",
            "The text n times.",
            "repeat('ab', 2) -> abab",
            Rules.takes(STRING, Parameter.INT).gives(TEXT),
            (in, out) -> {
              int times = Math.max(0, in.intAt(1));
              ResultSize.checkText("repeat", (long) in.length(0) * times);
              out.set(in.position(), in.stringAt(0).repeat(times));
            }),
        rows(
            "space",
            "space(n)",
            "n blanks.",
            "concat(space(2), 'a') ->   a",
            Rules.takes(Parameter.INT).gives(TEXT),
            (in, out) -> {
              ResultSize.checkText("space", in.intAt(0));
              out.set(in.position(), " ".repeat(Math.max(0, in.intAt(0))));
            }),
        rows(
            "instr",
            "instr(text, part)",
            "The position of the part, from 1; 0 if it is not there.",
            "instr('abcb', 'b') -> 2",
            Rules.takes(STRING, STRING).gives(SimpleType.INT),
            (in, out) -> out.set(in.position(), find(in.stringAt(0), in.stringAt(1), 1))),
        function(
            "locate|position",
            "locate(part, text [, from])",
            "The position of the part, from 1; 0 if it is not there.",
            "locate('b', 'abcb', 3) -> 4",
            StringFunctions::locating,
            Define.lenient(StringFunctions::locate)),
        has(
            "startswith",
            "Whether the text begins with the part.",
            "startswith('abc', 'ab') -> true",
            Matching.Where.START),
        has(
            "endswith",
            "Whether the text ends with the part.",
            "endswith('abc', 'bc') -> true",
            Matching.Where.END),
        has(
            "contains",
            "Whether the part stands in the text.",
            "contains('abc', 'b') -> true",
            Matching.Where.ANYWHERE),
        rows(
            "ascii",
            "ascii(text)",
            "The code point of the first character; 0 for no text.",
            "ascii('a') -> 97",
            Rules.takes(STRING).gives(SimpleType.INT),
            (in, out) ->
                out.set(in.position(), in.length(0) == 0 ? 0L : in.stringAt(0).codePointAt(0))),
        rows(
            "chr|char",
            "chr(n)",
            "The character of a code up to 255; higher codes are taken modulo 256.",
            "chr(65) -> A",
            Rules.takes(Parameter.BIGINT).gives(TEXT),
            StringFunctions::chr),
        rows(
            "levenshtein",
            "levenshtein(a, b)",
            "How many characters must be put in, left out or replaced.",
            "levenshtein('kitten', 'sitting') -> 3",
            Rules.takes(STRING, STRING).gives(SimpleType.INT),
            (in, out) -> out.set(in.position(), levenshtein(in.stringAt(0), in.stringAt(1)))));
  }

  private static FunctionDefinition has(
      String name, String meaning, String example, Matching.Where where) {
    return function(
        name,
        name + "(text, part)",
        meaning,
        example,
        Rules.takes(STRING, STRING).gives(SimpleType.BOOLEAN),
        c -> Matching.has(c.argument(0), c.argument(1), where));
  }

  /** {@code sides}: 1 start, 2 end, 3 both. */
  private static FunctionDefinition trim(
      String names,
      int sides,
      String signature,
      String meaning,
      String example,
      boolean charactersFirst) {
    Rows.Function function =
        (in, out) -> {
          String text = in.stringAt(charactersFirst ? 1 : 0);
          String characters = in.stringAt(charactersFirst ? 0 : 1);
          out.set(in.position(), trimmed(text, characters, sides));
        };
    return function(
        names,
        signature,
        meaning,
        example,
        Rules.takesAtLeast(1, STRING, STRING).gives(TEXT),
        c ->
            c.arguments().size() == 1
                ? StringKernels.slices(
                    c.argument(0), (d, s, n) -> StringKernels.trimmed(d, s, n, sides))
                : Rows.strict(c.arguments(), c.argumentTypes(), c.type(), function));
  }

  private static String trimmed(String text, String characters, int sides) {
    int from = 0;
    int to = text.length();
    while ((sides & 1) != 0 && from < to && characters.indexOf(text.codePointAt(from)) >= 0) {
      from += Character.charCount(text.codePointAt(from));
    }
    while ((sides & 2) != 0 && to > from && characters.indexOf(text.codePointBefore(to)) >= 0) {
      to -= Character.charCount(text.codePointBefore(to));
    }
    return text.substring(from, to);
  }

  private static tidemark.operators.expr.Evaluator substring(BoundCall c) {
    boolean binary = c.argumentType(0) == SimpleType.BINARY;
    boolean fixed = c.isConstant(1) && (c.arguments().size() < 3 || c.isConstant(2)) && !binary;
    if (fixed) {
      int position = (int) c.constant(1).longValue();
      long most = c.arguments().size() > 2 ? c.constant(2).longValue() : Integer.MAX_VALUE;
      return StringKernels.slices(
          c.argument(0), (d, s, n) -> StringKernels.substring(d, s, n, position, most));
    }
    return Rows.strict(
        c.arguments(),
        c.argumentTypes(),
        c.type(),
        (in, out) -> {
          long count = in.count() > 2 ? in.intAt(2) : Integer.MAX_VALUE;
          if (binary) {
            binarySubstring(in, in.intAt(1), count, out);
          } else {
            StringKernels.substring(
                in.data(0), in.start(0), in.length(0), in.intAt(1), count, in.position(), out);
          }
        });
  }

  private static void binarySubstring(Row in, int position, long count, ColumnSink out) {
    int length = in.length(0);
    long from = position > 0 ? position - 1L : position < 0 ? (long) length + position : 0;
    long to = Math.min(length, from + count);
    from = Math.max(0, from);
    out.set(
        in.position(),
        in.data(0),
        in.start(0) + (int) Math.min(from, length),
        (int) Math.max(0, to - from));
  }

  private static void left(Row in, ColumnSink out) {
    int count = in.intAt(1);
    if (in.type(0) == SimpleType.BINARY) {
      binarySubstring(in, 1, count, out);
    } else {
      StringKernels.substring(in.data(0), in.start(0), in.length(0), 1, count, in.position(), out);
    }
  }

  private static void right(Row in, ColumnSink out) {
    int n = in.intAt(1);
    if (n <= 0) {
      out.set(in.position(), "");
    } else {
      StringKernels.substring(
          in.data(0), in.start(0), in.length(0), -n, Integer.MAX_VALUE, in.position(), out);
    }
  }

  /** Delimiters may overlap: the next one is looked for one character further. */
  private static String substringIndex(String text, String delimiter, int count) {
    if (delimiter.isEmpty() || count == 0) {
      return "";
    }
    if (count == Integer.MIN_VALUE) {
      throw Failures.argument(
          "substring_index", "the count " + count + " is too small", "count from -2147483647 on");
    }
    boolean fromStart = count > 0;
    int at = fromStart ? -1 : text.length() - delimiter.length() + 1;
    for (int left = Math.abs(count); left > 0; left--) {
      at = fromStart ? text.indexOf(delimiter, at + 1) : text.lastIndexOf(delimiter, at - 1);
      if (at < 0) {
        return text;
      }
    }
    return fromStart ? text.substring(0, at) : text.substring(at + delimiter.length());
  }

  private static FunctionDefinition pad(String name, String meaning, String example, boolean left) {
    return rows(
        name,
        name + "(text, length [, filling])",
        meaning,
        example,
        StringFunctions::padding,
        (in, out) -> pad(in, out, name, left));
  }

  /** A binary is filled up with bytes: zeros, or those of a binary. */
  private static Typing padding(List<Expression> a) {
    boolean binary =
        !a.isEmpty()
            && a.get(0).type() == SimpleType.BINARY
            && (a.size() < 3 || a.get(2).type() == SimpleType.BINARY);
    Parameter text = binary ? Parameter.BINARY : STRING;
    return Rules.takesAtLeast(2, text, Parameter.INT, text)
        .gives(binary ? SimpleType.BINARY : TEXT)
        .apply(a);
  }

  private static void pad(Row in, ColumnSink out, String name, boolean left) {
    boolean binary = in.type(0) == SimpleType.BINARY;
    int length = in.intAt(1);
    if (binary && length < 0) {
      throw Failures.argument(
          name, "a binary has no length of " + length, "use `greatest` to make it 0 at least");
    }
    byte[] filling =
        in.count() > 2 ? in.bytes(2).bytes(in.position()) : new byte[] {(byte) (binary ? 0 : ' ')};
    int have = places(in.data(0), in.start(0), in.length(0), binary);
    if (length <= have || filling.length == 0) {
      int end = end(in.data(0), in.start(0), in.length(0), Math.max(0, length), binary);
      out.set(in.position(), in.data(0), in.start(0), end - in.start(0));
      return;
    }
    ResultSize.checkText(name, length);
    byte[] fill = filled(filling, length - have, binary);
    out.begin(in.position());
    if (left) {
      out.more(in.position(), fill, 0, fill.length);
    }
    out.more(in.position(), in.data(0), in.start(0), in.length(0));
    if (!left) {
      out.more(in.position(), fill, 0, fill.length);
    }
  }

  private static byte[] filled(byte[] filling, int missing, boolean binary) {
    int size = places(filling, 0, filling.length, binary);
    int rest = end(filling, 0, filling.length, missing % size, binary);
    byte[] fill = new byte[Math.addExact(Math.multiplyExact(missing / size, filling.length), rest)];
    for (int at = 0; at < fill.length; at += filling.length) {
      System.arraycopy(filling, 0, fill, at, Math.min(filling.length, fill.length - at));
    }
    return fill;
  }

  /** Bytes of a binary, characters of a text. */
  private static int places(byte[] data, int start, int length, boolean binary) {
    return binary ? length : StringKernels.characters(data, start, length);
  }

  /** Where the first bytes of a binary, or characters of a text, end. */
  private static int end(byte[] data, int start, int length, int places, boolean binary) {
    return binary
        ? start + Math.min(length, places)
        : StringKernels.offset(data, start, length, places);
  }

  private static Typing locating(List<Expression> a) {
    Typing typing =
        Rules.takesAtLeast(2, STRING, STRING, Parameter.INT).gives(SimpleType.INT).apply(a);
    return typing instanceof Typing.Fits fits
        ? new Typing.Fits(
            fits.argumentTypes(), fits.type(), a.get(0).nullable() || a.get(1).nullable())
        : typing;
  }

  /** Nothing is found from nowhere on, whatever is looked for. */
  private static void locate(Row in, ColumnSink out) {
    if (in.count() > 2 && in.isNull(2)) {
      out.set(in.position(), 0L);
    } else if (in.isNull(0) || in.isNull(1)) {
      out.setNull(in.position());
    } else {
      int from = in.count() > 2 ? in.intAt(2) : 1;
      out.set(in.position(), find(in.stringAt(1), in.stringAt(0), from));
    }
  }

  private static long find(String text, String part, int from) {
    if (part.isEmpty() && from > 0) {
      return 1;
    }
    int length = text.codePointCount(0, text.length());
    if (from < 1 || from - 1 > length) {
      return 0;
    }
    int at = text.indexOf(part, text.offsetByCodePoints(0, from - 1));
    return at < 0 ? 0 : text.codePointCount(0, at) + 1L;
  }

  private static void chr(Row in, ColumnSink out) {
    long n = in.longAt(0);
    out.set(in.position(), n < 0 ? "" : Character.toString((int) (n & 0xff)));
  }

  private static long levenshtein(String a, String b) {
    int[] x = a.codePoints().toArray();
    int[] y = b.codePoints().toArray();
    int[] row = new int[y.length + 1];
    for (int j = 0; j <= y.length; j++) {
      row[j] = j;
    }
    for (int i = 1; i <= x.length; i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= y.length; j++) {
        int replaced = diagonal + (x[i - 1] == y[j - 1] ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
      }
    }
    return row[y.length];
  }
}
