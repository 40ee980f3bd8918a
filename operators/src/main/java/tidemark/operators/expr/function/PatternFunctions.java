package tidemark.operators.expr.function;

import static tidemark.operators.expr.function.Define.function;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tidemark.operators.expr.Evaluator;
import tidemark.operators.expr.Expression;
import tidemark.operators.expr.kernel.Failures;
import tidemark.operators.expr.kernel.Rows;
import tidemark.operators.expr.typing.Coercion;
import tidemark.operators.expr.typing.Decimals;
import tidemark.operators.expr.value.NumberPattern;
import tidemark.operators.expr.value.TimePattern;
import tidemark.operators.types.DataType;
import tidemark.operators.types.SimpleType;

/** Numbers, times and binaries written, and numbers read, by a literal pattern. */
final class PatternFunctions {
  private static final List<String> BINARY = List.of("base64", "hex", "utf-8");

  private PatternFunctions() {}

  static List<FunctionDefinition> all() {
    return List.of(
        function(
            "to_char|to_varchar",
            "to_char(value, pattern)",
            "A number by a pattern such as '999,990.00', a time as by date_format, a binary as"
                + " 'hex', 'base64' or 'utf-8'.",
            "to_char(1234.5, '9,990.00') -> 1,234.50",
            PatternFunctions::writing,
            PatternFunctions::write),
        function(
            "to_number",
            "to_number(text, pattern)",
            "The number that a text holds by a pattern such as '999,990.00'.",
            "to_number('1,234.5', '9,990.00') -> 1234.50",
            PatternFunctions::reading,
            c -> read(c, false)),
        function(
            "try_to_number",
            "try_to_number(text, pattern)",
            "Like to_number, but null for texts that do not follow the pattern.",
            "try_to_number('x', '9') -> NULL",
            PatternFunctions::reading,
            c -> read(c, true)));
  }

  private static Typing writing(List<Expression> a) {
    if (a.size() != 2) {
      return Typing.unfit();
    }
    DataType given = a.get(0).type();
    if (a.get(1).type() == SimpleType.VOID) {
      return new Typing.Fits(List.of(given, SimpleType.STRING), SimpleType.STRING, true);
    }
    Optional<Object> pattern = Rules.literal(a.get(1));
    if (pattern.isEmpty() || !(pattern.get() instanceof String text)) {
      return Typing.unfit("its pattern is a literal");
    }
    if (Coercion.isDatetime(given)) {
      return fits(SimpleType.TIMESTAMP);
    }
    if (given == SimpleType.BINARY) {
      return BINARY.contains(text.toLowerCase(Locale.ROOT))
          ? fits(given)
          : Typing.unfit("a binary's pattern is one of 'hex', 'base64' and 'utf-8'");
    }
    if (!given.isNumeric() && given != SimpleType.STRING && given != SimpleType.VOID) {
      return Typing.unfit();
    }
    Optional<String> problem = problem(text);
    return problem.isPresent() ? Typing.unfit(problem.get()) : fits(Decimals.of(given));
  }

  private static Typing fits(DataType type) {
    return new Typing.Fits(List.of(type, SimpleType.STRING), SimpleType.STRING, true);
  }

  private static Optional<String> problem(String pattern) {
    try {
      NumberPattern.of(pattern);
      return Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.of("`" + pattern + "` is no pattern of numbers: " + e.getMessage());
    }
  }

  private static Typing reading(List<Expression> a) {
    if (a.size() != 2 || Parameter.STRING.accept(a.get(0).type()).isEmpty()) {
      return Typing.unfit();
    }
    Optional<Object> pattern = Rules.literal(a.get(1));
    if (pattern.isEmpty() || !(pattern.get() instanceof String text)) {
      return Typing.unfit("its pattern is a literal");
    }
    Optional<String> problem = problem(text);
    return problem.isPresent()
        ? Typing.unfit(problem.get())
        : new Typing.Fits(
            List.of(SimpleType.STRING, SimpleType.STRING), NumberPattern.of(text).type(), true);
  }

  private static String pattern(BoundCall c) {
    return new String(c.constant(1).bytes(), StandardCharsets.UTF_8);
  }

  private static Evaluator write(BoundCall c) {
    if (!c.isConstant(1)) {
      return Define.strict((in, out) -> out.setNull(in.position())).bind(c);
    }
    String text = pattern(c);
    if (c.argumentType(0) == SimpleType.BINARY) {
      return Rows.strict(
          c.arguments(),
          c.argumentTypes(),
          c.type(),
          (in, out) ->
              out.set(in.position(), ByteFunctions.text(in.bytes(0).bytes(in.position()), text)));
    }
    if (c.argumentType(0) == SimpleType.TIMESTAMP) {
      TimePattern times = timePattern(text, c);
      return Rows.strict(
          c.arguments(),
          c.argumentTypes(),
          c.type(),
          (in, out) -> out.set(in.position(), times.write(in.longAt(0))));
    }
    NumberPattern numbers = NumberPattern.of(text);
    return Rows.strict(
        c.arguments(),
        c.argumentTypes(),
        c.type(),
        (in, out) -> out.set(in.position(), numbers.write(in.decimalAt(0))));
  }

  private static TimePattern timePattern(String text, BoundCall c) {
    try {
      return TimePattern.of(text, c.context().zone());
    } catch (IllegalArgumentException e) {
      throw Failures.argument(
          "to_char",
          Failures.shown(text) + " is no pattern of times: " + e.getMessage(),
          "write it as in date_format, for example 'yyyy-MM-dd'");
    }
  }

  private static Evaluator read(BoundCall c, boolean trying) {
    String text = pattern(c);
    NumberPattern numbers = NumberPattern.of(text);
    return Rows.strict(
        c.arguments(),
        c.argumentTypes(),
        c.type(),
        (in, out) -> {
          BigDecimal number = numbers.read(in.stringAt(0));
          if (number != null) {
            out.set(in.position(), number);
          } else if (trying) {
            out.setNull(in.position());
          } else {
            throw Failures.argument(
                "to_number",
                Failures.shown(in.stringAt(0)) + " does not follow the pattern '" + text + "'",
                "use `try_to_number` to get null instead");
          }
        });
  }
}
