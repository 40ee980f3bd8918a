package tidemark.operators.expr.kernel;

import java.util.List;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.BooleanColumn;
import tidemark.operators.batch.BytesColumn;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.Selection;
import tidemark.operators.expr.Evaluator;
import tidemark.operators.types.SimpleType;

/** Tests of strings: LIKE, prefixes, suffixes, parts, regular expressions. */
public final class Matching {
  private Matching() {}

  /** A test of one value's bytes. */
  @FunctionalInterface
  private interface BytesTest {
    boolean test(byte[] data, int start, int length);
  }

  private static Evaluator of(Evaluator text, BytesTest test) {
    return (Batch batch, Selection rows) -> {
      BytesColumn column = (BytesColumn) text.evaluate(batch, rows);
      boolean[] out = new boolean[batch.size()];
      byte[] data = column.data();
      int[] starts = column.starts();
      int[] lengths = column.lengths();
      boolean[] nulls = column.nulls();
      int count = rows.count();
      for (int i = 0; i < count; i++) {
        int r = rows.row(i);
        if (nulls == null || !nulls[r]) {
          out[r] = test.test(data, starts[r], lengths[r]);
        }
      }
      return (Column) new BooleanColumn(out, nulls, batch.size());
    };
  }

  /** {@code text LIKE pattern}; {@code function} is what messages call it. */
  public static Evaluator like(String function, Evaluator text, Evaluator pattern, int escape) {
    if (pattern instanceof Constant constant && !constant.isNull()) {
      LikePattern compiled = LikePattern.compile(function, (String) constant.value(), escape);
      return compiled
          .exact()
          .<Evaluator>map(e -> new BytesComparison.WithScalar(Comparison.EQUAL, text, e))
          .orElseGet(() -> of(text, compiled::matches));
    }
    LastPattern<LikePattern> last =
        new LastPattern<>(p -> LikePattern.compile(function, p, escape));
    return Rows.strict(
        List.of(text, pattern),
        List.of(SimpleType.STRING, SimpleType.STRING),
        SimpleType.BOOLEAN,
        (in, out) ->
            out.set(
                in.position(),
                last.of(in.stringAt(1)).matches(in.data(0), in.start(0), in.length(0))));
  }

  /** {@code text RLIKE pattern}. */
  public static Evaluator regex(Evaluator text, Evaluator pattern) {
    LastPattern<Pattern> last = patterns("rlike");
    return Rows.strict(
        List.of(text, pattern),
        List.of(SimpleType.STRING, SimpleType.STRING),
        SimpleType.BOOLEAN,
        (in, out) ->
            out.set(in.position(), last.of(in.stringAt(1)).matcher(in.stringAt(0)).find()));
  }

  /** Compiles regular expressions and keeps the last one. */
  public static LastPattern<Pattern> patterns(String function) {
    return new LastPattern<>(
        p -> {
          try {
            return Pattern.compile(p);
          } catch (PatternSyntaxException e) {
            throw Failures.argument(
                function,
                "'%s' is no regular expression: %s".formatted(p, e.getDescription()),
                "correct the pattern; a backslash in a string is written twice");
          }
        });
  }

  /** Compiles texts of any kind and keeps the last one. */
  public static <P> LastPattern<P> compiled(java.util.function.Function<String, P> compiler) {
    return new LastPattern<>(compiler);
  }

  /** Where a part must lie in a text. */
  public enum Where {
    START,
    END,
    ANYWHERE
  }

  /** Whether the text has the part in that place; also for binary values. */
  public static Evaluator has(Evaluator text, Evaluator part, Where where) {
    if (part instanceof Constant constant && !constant.isNull()) {
      byte[] bytes = constant.bytes();
      return of(text, (data, start, length) -> has(data, start, length, bytes, where));
    }
    return Rows.strict(
        List.of(text, part),
        List.of(SimpleType.STRING, SimpleType.STRING),
        SimpleType.BOOLEAN,
        (in, out) -> {
          byte[] bytes = in.bytes(1).bytes(in.position());
          out.set(in.position(), has(in.data(0), in.start(0), in.length(0), bytes, where));
        });
  }

  private static boolean has(byte[] data, int start, int length, byte[] part, Where where) {
    return switch (where) {
      case START -> LikePattern.startsWith(data, start, start + length, part);
      case END ->
          length >= part.length
              && LikePattern.startsWith(data, start + length - part.length, start + length, part);
      case ANYWHERE -> LikePattern.indexOf(data, start, start + length, part) >= 0;
    };
  }

  /** Compiles patterns, and only when another one comes. */
  public static final class LastPattern<P> {
    private final java.util.function.Function<String, P> compiler;
    private @Nullable String text;
    private @Nullable P compiled;

    LastPattern(java.util.function.Function<String, P> compiler) {
      this.compiler = compiler;
    }

    public P of(String pattern) {
      P known = compiled;
      if (known == null || !pattern.equals(text)) {
        known = compiler.apply(pattern);
        compiled = known;
        text = pattern;
      }
      return known;
    }
  }
}
