package tidemark.operators.expr.function;

import static tidemark.operators.expr.function.Define.function;
import static tidemark.operators.expr.function.Define.lenient;
import static tidemark.operators.expr.function.Define.rows;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tidemark.operators.batch.ArrayBuilder;
import tidemark.operators.batch.ArrayColumn;
import tidemark.operators.batch.BytesBuilder;
import tidemark.operators.batch.BytesColumn;
import tidemark.operators.expr.Evaluator;
import tidemark.operators.expr.Expression;
import tidemark.operators.expr.kernel.ColumnSink;
import tidemark.operators.expr.kernel.Failures;
import tidemark.operators.expr.kernel.Matching;
import tidemark.operators.expr.kernel.Row;
import tidemark.operators.expr.kernel.Rows;
import tidemark.operators.expr.typing.Coercion;
import tidemark.operators.types.ArrayType;
import tidemark.operators.types.DataType;
import tidemark.operators.types.SimpleType;

/** Functions that join, split and replace strings, also by regular expressions. */
final class TextFunctions {
  private static final DataType TEXT = SimpleType.STRING;
  private static final Parameter STRING = Parameter.STRING;
  private static final DataType TEXTS = new ArrayType(SimpleType.STRING);

  private TextFunctions() {}

  static List<FunctionDefinition> all() {
    return List.of(
        function(
            "concat",
            "concat(a, b, …)",
            "Strings, binary values or arrays put one behind the other.",
            "concat('a', 'b') -> ab",
            TextFunctions::concatRule,
            TextFunctions::concat),
        function(
            "concat_ws",
            "concat_ws(separator, a, …)",
            "Strings and arrays of strings joined; nulls are left out.",
            "concat_ws('-', 'a', NULL, 'b') -> a-b",
            TextFunctions::concatWsRule,
            lenient(TextFunctions::concatWs)),
        rows(
            "replace",
            "replace(text, part [, by])",
            "The text with each such part replaced, or left out.",
            "replace('abc', 'b', 'x') -> axc",
            Rules.takesAtLeast(2, STRING, STRING, STRING).gives(TEXT),
            (in, out) -> {
              String part = in.stringAt(1);
              String text = in.stringAt(0);
              out.set(
                  in.position(),
                  part.isEmpty() ? text : text.replace(part, in.count() > 2 ? in.stringAt(2) : ""));
            }),
        rows(
            "translate",
            "translate(text, from, to)",
            "Each character of `from` replaced by the one in its place in `to`, or left out.",
            "translate('abc', 'ac', 'x') -> xb",
            Rules.takes(STRING, STRING, STRING).gives(TEXT),
            (in, out) ->
                out.set(in.position(), translated(in.stringAt(0), in.stringAt(1), in.stringAt(2)))),
        function(
            "reverse",
            "reverse(text)",
            "The characters, or elements of an array, backwards.",
            "reverse('abc') -> cba",
            Rules.takes(t -> t instanceof ArrayType ? Optional.of(t) : STRING.accept(t))
                .gives(t -> t.get(0)),
            TextFunctions::reverse),
        function(
            "split",
            "split(text, pattern [, limit])",
            "The parts between matches of a regular expression.",
            "split('a,b', ',') -> [a, b]",
            Rules.takesAtLeast(2, STRING, STRING, Parameter.INT).gives(TEXTS),
            TextFunctions::split),
        rows(
            "split_part",
            "split_part(text, delimiter, n)",
            "The n-th part, from 1; from the end if n is negative; empty if there is none.",
            "split_part('a.b.c', '.', 2) -> b",
            Rules.takes(STRING, STRING, Parameter.INT).gives(TEXT),
            TextFunctions::splitPart),
        function(
            "regexp_extract",
            "regexp_extract(text, pattern [, group])",
            "What a group (1 if none is given, 0 is the whole) of the first match holds; empty if"
                + " there is none.",
            "regexp_extract('a12', '(\\\\d+)', 1) -> 12",
            Rules.takesAtLeast(2, STRING, STRING, Parameter.INT).gives(TEXT),
            TextFunctions::extract),
        function(
            "regexp_extract_all",
            "regexp_extract_all(text, pattern [, group])",
            "What a group holds in every match.",
            "regexp_extract_all('a1b2', '(\\\\d)') -> [1, 2]",
            Rules.takesAtLeast(2, STRING, STRING, Parameter.INT).gives(TEXTS),
            TextFunctions::extractAll),
        function(
            "regexp_replace",
            "regexp_replace(text, pattern, by [, from])",
            "The text with every match replaced; $1 stands for a group. Positions count UTF-16"
                + " units.",
            "regexp_replace('a1b2', '\\\\d', '#') -> a#b#",
            Rules.takesAtLeast(3, STRING, STRING, STRING, Parameter.INT).gives(TEXT),
            TextFunctions::regexReplace),
        function(
            "regexp_count",
            "regexp_count(text, pattern)",
            "How many matches there are.",
            "regexp_count('a1b2', '\\\\d') -> 2",
            Rules.takes(STRING, STRING).gives(SimpleType.INT),
            TextFunctions::regexCount),
        function(
            "regexp_substr",
            "regexp_substr(text, pattern)",
            "The first match, or null.",
            "regexp_substr('a12', '\\\\d+') -> 12",
            Rules.takes(STRING, STRING).mayGive(TEXT),
            TextFunctions::regexSubstring),
        function(
            "regexp_instr",
            "regexp_instr(text, pattern)",
            "The position of the first match in UTF-16 units, from 1; 0 if there is none.",
            "regexp_instr('a12', '\\\\d') -> 2",
            Rules.takes(STRING, STRING).gives(SimpleType.INT),
            TextFunctions::regexPosition));
  }

  private static Typing concatRule(List<Expression> a) {
    boolean arrays =
        !a.isEmpty()
            && a.stream()
                .allMatch(e -> e.type() instanceof ArrayType || e.type() == SimpleType.VOID)
            && a.stream().anyMatch(e -> e.type() instanceof ArrayType);
    if (arrays) {
      return Coercion.common(a.stream().map(Expression::type).toList())
          .map(t -> Typing.fitsAll(t, t, a))
          .orElseGet(() -> Typing.unfit("their elements have no common type"));
    }
    boolean binary = !a.isEmpty() && a.stream().allMatch(e -> e.type() == SimpleType.BINARY);
    boolean fits = a.stream().allMatch(e -> Coercion.isAtomic(e.type()));
    DataType type = binary ? SimpleType.BINARY : TEXT;
    return fits ? Typing.fitsAll(type, type, a) : Typing.unfit();
  }

  private static Evaluator concat(BoundCall c) {
    if (c.type() instanceof ArrayType) {
      return Rows.strict(c.arguments(), c.argumentTypes(), c.type(), TextFunctions::concatArrays);
    }
    return Rows.strict(
        c.arguments(),
        c.argumentTypes(),
        c.type(),
        (in, out) -> {
          out.begin(in.position());
          for (int i = 0; i < in.count(); i++) {
            out.more(in.position(), in.data(i), in.start(i), in.length(i));
          }
        });
  }

  private static void concatArrays(Row in, ColumnSink out) {
    ArrayBuilder builder = (ArrayBuilder) out.builder(in.position());
    int first = builder.elements().size();
    for (int i = 0; i < in.count(); i++) {
      ArrayColumn array = (ArrayColumn) in.column(i);
      int start = array.start(in.position());
      for (int e = start; e < start + array.length(in.position()); e++) {
        builder.elements().append(array.elements(), e);
      }
    }
    builder.closeRow(first);
  }

  private static Typing concatWsRule(List<Expression> a) {
    if (a.isEmpty()) {
      return Typing.unfit();
    }
    List<DataType> types = new ArrayList<>();
    for (Expression e : a) {
      boolean array = e.type() instanceof ArrayType && types.size() > 0;
      if (!array && !Coercion.isAtomic(e.type())) {
        return Typing.unfit();
      }
      types.add(array ? TEXTS : TEXT);
    }
    return new Typing.Fits(types, TEXT, a.get(0).nullable());
  }

  private static void concatWs(Row in, ColumnSink out) {
    if (in.isNull(0)) {
      out.setNull(in.position());
      return;
    }
    List<String> parts = new ArrayList<>();
    for (int i = 1; i < in.count(); i++) {
      if (in.isNull(i)) {
        continue;
      }
      if (in.column(i) instanceof ArrayColumn array) {
        int start = array.start(in.position());
        for (int e = start; e < start + array.length(in.position()); e++) {
          if (!array.elements().isNull(e)) {
            parts.add(((BytesColumn) array.elements()).string(e));
          }
        }
      } else {
        parts.add(in.stringAt(i));
      }
    }
    out.set(in.position(), String.join(in.stringAt(0), parts));
  }

  private static String translated(String text, String from, String to) {
    Map<Integer, Integer> by = new HashMap<>();
    int[] source = from.codePoints().toArray();
    int[] target = to.codePoints().toArray();
    for (int i = 0; i < source.length; i++) {
      by.putIfAbsent(source[i], i < target.length && target[i] != 0 ? target[i] : -1);
    }
    StringBuilder out = new StringBuilder(text.length());
    text.codePoints()
        .map(c -> by.getOrDefault(c, c))
        .filter(c -> c >= 0)
        .forEach(out::appendCodePoint);
    return out.toString();
  }

  private static Evaluator reverse(BoundCall c) {
    if (!(c.type() instanceof ArrayType)) {
      return Rows.strict(
          c.arguments(),
          c.argumentTypes(),
          c.type(),
          (in, out) ->
              StringKernels.reversed(in.data(0), in.start(0), in.length(0), in.position(), out));
    }
    return Rows.strict(
        c.arguments(),
        c.argumentTypes(),
        c.type(),
        (in, out) -> {
          ArrayColumn array = (ArrayColumn) in.column(0);
          ArrayBuilder builder = (ArrayBuilder) out.builder(in.position());
          int first = builder.elements().size();
          int start = array.start(in.position());
          for (int e = start + array.length(in.position()) - 1; e >= start; e--) {
            builder.elements().append(array.elements(), e);
          }
          builder.closeRow(first);
        });
  }

  private static void putAll(Row in, ColumnSink out, List<String> parts) {
    ArrayBuilder builder = (ArrayBuilder) out.builder(in.position());
    int first = builder.elements().size();
    parts.forEach(p -> ((BytesBuilder) builder.elements()).append(p));
    builder.closeRow(first);
  }

  private static Evaluator split(BoundCall c) {
    Matching.LastPattern<Pattern> patterns = Matching.patterns("split");
    return Rows.strict(
        c.arguments(),
        c.argumentTypes(),
        c.type(),
        (in, out) -> {
          int limit = in.count() > 2 && in.intAt(2) > 0 ? in.intAt(2) : -1;
          String text = in.stringAt(0);
          String pattern = in.stringAt(1);
          if (pattern.isEmpty()) {
            putAll(in, out, characters(text, limit));
          } else {
            putAll(
                in,
                out,
                List.of(
                    isPlain(pattern)
                        ? text.split(pattern, limit)
                        : patterns.of(pattern).split(text, limit)));
          }
        });
  }

  /** A pattern that the string class splits by without a regular expression. */
  private static boolean isPlain(String pattern) {
    return pattern.length() == 1 && ".$|()[{^?*+\\".indexOf(pattern.charAt(0)) < 0;
  }

  private static List<String> characters(String text, int limit) {
    if (text.isEmpty()) {
      return List.of("");
    }
    List<String> parts = new ArrayList<>(text.codePoints().mapToObj(Character::toString).toList());
    if (limit <= 0 || limit >= parts.size()) {
      return parts;
    }
    List<String> cut = new ArrayList<>(parts.subList(0, limit - 1));
    cut.add(String.join("", parts.subList(limit - 1, parts.size())));
    return cut;
  }

  private static void splitPart(Row in, ColumnSink out) {
    int n = in.intAt(2);
    if (n == 0) {
      throw Failures.argument(
          "split_part",
          "parts count from 1, there is no part 0",
          "use 1 for the first, -1 for the last");
    }
    String delimiter = in.stringAt(1);
    String text = in.stringAt(0);
    List<String> parts =
        delimiter.isEmpty()
            ? Collections.singletonList(text)
            : List.of(text.split(Pattern.quote(delimiter), -1));
    int i = n > 0 ? n - 1 : parts.size() + n;
    out.set(in.position(), i >= 0 && i < parts.size() ? parts.get(i) : "");
  }

  private static int group(Row in, Matcher matcher, String function) {
    int group = in.count() > 2 ? in.intAt(2) : 1;
    if (group < 0 || group > matcher.groupCount()) {
      throw Failures.argument(
          function,
          "the pattern has %d groups, there is no group %d".formatted(matcher.groupCount(), group),
          "group 0 is the whole match");
    }
    return group;
  }

  private static Evaluator extract(BoundCall c) {
    Matching.LastPattern<Pattern> patterns = Matching.patterns("regexp_extract");
    return Rows.strict(
        c.arguments(),
        c.argumentTypes(),
        c.type(),
        (in, out) -> {
          Matcher matcher = patterns.of(in.stringAt(1)).matcher(in.stringAt(0));
          String found = null;
          if (matcher.find()) {
            found = matcher.group(group(in, matcher, "regexp_extract"));
          }
          out.set(in.position(), found == null ? "" : found);
        });
  }

  private static Evaluator extractAll(BoundCall c) {
    Matching.LastPattern<Pattern> patterns = Matching.patterns("regexp_extract_all");
    return Rows.strict(
        c.arguments(),
        c.argumentTypes(),
        c.type(),
        (in, out) -> {
          Matcher matcher = patterns.of(in.stringAt(1)).matcher(in.stringAt(0));
          List<String> found = new ArrayList<>();
          while (matcher.find()) {
            String part = matcher.group(group(in, matcher, "regexp_extract_all"));
            found.add(part == null ? "" : part);
          }
          putAll(in, out, found);
        });
  }

  private static Evaluator regexReplace(BoundCall c) {
    Matching.LastPattern<Pattern> patterns = Matching.patterns("regexp_replace");
    return Rows.strict(
        c.arguments(),
        c.argumentTypes(),
        c.type(),
        (in, out) -> {
          String text = in.stringAt(0);
          int from = in.count() > 3 ? in.intAt(3) - 1 : 0;
          if (from < 0) {
            throw Failures.argument(
                "regexp_replace", "positions count from 1", "use 1 for the start");
          }
          if (from > 0 && from >= text.length()) {
            out.set(in.position(), text);
            return;
          }
          try {
            String rest =
                patterns
                    .of(in.stringAt(1))
                    .matcher(text.substring(from))
                    .replaceAll(in.stringAt(2));
            out.set(in.position(), text.substring(0, from) + rest);
          } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            throw Failures.argument(
                "regexp_replace",
                "the replacement '" + in.stringAt(2) + "' is malformed: " + e.getMessage(),
                "write \\\\$ for a dollar sign");
          }
        });
  }

  private static Evaluator regexCount(BoundCall c) {
    Matching.LastPattern<Pattern> patterns = Matching.patterns("regexp_count");
    return Rows.strict(
        c.arguments(),
        c.argumentTypes(),
        c.type(),
        (in, out) ->
            out.set(
                in.position(),
                patterns.of(in.stringAt(1)).matcher(in.stringAt(0)).results().count()));
  }

  private static Evaluator regexSubstring(BoundCall c) {
    Matching.LastPattern<Pattern> patterns = Matching.patterns("regexp_substr");
    return Rows.strict(
        c.arguments(),
        c.argumentTypes(),
        c.type(),
        (in, out) -> {
          Matcher matcher = patterns.of(in.stringAt(1)).matcher(in.stringAt(0));
          if (matcher.find() && !matcher.group().isEmpty()) {
            out.set(in.position(), matcher.group());
          } else {
            out.setNull(in.position());
          }
        });
  }

  private static Evaluator regexPosition(BoundCall c) {
    Matching.LastPattern<Pattern> patterns = Matching.patterns("regexp_instr");
    return Rows.strict(
        c.arguments(),
        c.argumentTypes(),
        c.type(),
        (in, out) -> {
          Matcher matcher = patterns.of(in.stringAt(1)).matcher(in.stringAt(0));
          out.set(in.position(), matcher.find() ? matcher.start() + 1L : 0L);
        });
  }
}
