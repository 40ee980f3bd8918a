package tidemark.operators.expr.function;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tidemark.operators.expr.Call;
import tidemark.operators.expr.Evaluator;
import tidemark.operators.expr.Expression;
import tidemark.operators.expr.kernel.Arithmetic;
import tidemark.operators.expr.kernel.Comparison;
import tidemark.operators.expr.kernel.Comparisons;
import tidemark.operators.expr.kernel.Failures;
import tidemark.operators.expr.kernel.Logic;
import tidemark.operators.expr.kernel.Matching;
import tidemark.operators.expr.kernel.Membership;
import tidemark.operators.expr.kernel.Rows;
import tidemark.operators.expr.kernel.TimeArithmetic;
import tidemark.operators.expr.kernel.Trying;
import tidemark.operators.expr.typing.Coercion;
import tidemark.operators.expr.typing.OperatorTyping;
import tidemark.operators.expr.typing.WholeDays;
import tidemark.operators.types.DataType;
import tidemark.operators.types.SimpleType;

/** The kernels of the operators, and the functions that are operators under another name. */
final class Operators {
  private static final Set<String> SIGNS = Set.of("and", "or", "not", "in", "div");

  private Operators() {}

  /** True for names that only the grammar uses. */
  static boolean isSign(String name) {
    return SIGNS.contains(name) || !Character.isLetter(name.charAt(0));
  }

  static List<FunctionDefinition> all() {
    List<FunctionDefinition> all = new ArrayList<>();
    for (String sign : List.of("+", "-", "*", "/", "div")) {
      all.add(operator(sign, Operators::arithmetic));
    }
    for (Comparison comparison : Comparison.values()) {
      all.add(
          operator(
              comparison.sign(),
              c -> Comparisons.of(comparison, c.argument(0), c.argument(1), c.argumentType(0))));
    }
    all.add(
        operator(
            "<=>",
            c -> Comparisons.nullSafeEqual(c.argument(0), c.argument(1), c.argumentType(0))));
    all.add(operator("and", c -> Logic.and(c.argument(0), c.argument(1))));
    all.add(operator("or", c -> Logic.or(c.argument(0), c.argument(1))));
    all.add(operator("not", c -> Logic.not(c.argument(0))));
    all.add(operator("in", c -> Membership.of(c.arguments(), c.argumentType(0))));
    all.add(operator(WholeDays.MARK, c -> c.argument(0)));
    all.addAll(named());
    all.addAll(trying());
    return all;
  }

  private static FunctionDefinition operator(String sign, BoundCall.Kernel kernel) {
    return new FunctionDefinition(
        List.of(sign), "a " + sign + " b", "operator", "", a -> Typing.unfit(), kernel);
  }

  private static List<FunctionDefinition> named() {
    return List.of(
        Define.function(
            "%|mod",
            "mod(a, b)",
            "The remainder, with the sign of the first argument.",
            "mod(7, 3) -> 1",
            a -> asOperator("%", a, false),
            Operators::arithmetic),
        Define.function(
            "pmod",
            "pmod(a, b)",
            "The remainder that is never negative.",
            "pmod(-7, 3) -> 2",
            Operators::pmodRule,
            Operators::arithmetic),
        Define.function(
            "negative",
            "negative(number)",
            "The number with the other sign.",
            "negative(1) -> -1",
            a -> asOperator("negative", a, false),
            Operators::negative),
        Define.function(
            "positive",
            "positive(number)",
            "The number itself.",
            "positive(1) -> 1",
            Rules.takes(Parameter.NUMBER).gives(t -> t.get(0)),
            c -> c.argument(0)),
        Define.function(
            "like",
            "like(text, pattern [, escape])",
            "Whether the text fits the pattern: % stands for any characters, _ for one.",
            "like('abc', 'a%') -> true",
            likeRule(),
            c -> Matching.like("LIKE", c.argument(0), c.argument(1), escape(c))),
        Define.function(
            "ilike",
            "ilike(text, pattern [, escape])",
            "LIKE without regard to case.",
            "ilike('ABC', 'a%') -> true",
            likeRule(),
            Operators::ilike),
        Define.function(
            "rlike|regexp_like|regexp",
            "rlike(text, pattern)",
            "Whether some part of the text fits the regular expression.",
            "rlike('abc', 'b.') -> true",
            Rules.takes(Parameter.STRING, Parameter.STRING).gives(SimpleType.BOOLEAN),
            c -> Matching.regex(c.argument(0), c.argument(1))));
  }

  private static Typing.Rule likeRule() {
    return Rules.takesAtLeast(2, Parameter.STRING, Parameter.STRING, Parameter.STRING)
        .gives(SimpleType.BOOLEAN);
  }

  private static int escape(BoundCall c) {
    if (c.arguments().size() < 3) {
      return '\\';
    }
    String text = c.isConstant(2) ? (String) c.constant(2).value() : "";
    if (text.codePointCount(0, text.length()) != 1) {
      throw Failures.argument("LIKE", "the escape must be one character", "for example ESCAPE '#'");
    }
    return text.codePointAt(0);
  }

  private static Evaluator ilike(BoundCall c) {
    return Matching.like(
        "ILIKE", StringKernels.lower(c.argument(0)), StringKernels.lower(c.argument(1)), escape(c));
  }

  private static List<FunctionDefinition> trying() {
    return List.of(
        trying("try_add", "+", "The sum, or null where it overflows.", "try_add(1, 2) -> 3"),
        trying(
            "try_subtract",
            "-",
            "The difference, or null where it overflows.",
            "try_subtract(3, 2) -> 1"),
        trying(
            "try_multiply",
            "*",
            "The product, or null where it overflows.",
            "try_multiply(2, 3) -> 6"),
        trying(
            "try_divide",
            "/",
            "The quotient, or null where the divisor is zero.",
            "try_divide(1, 0) -> NULL"),
        trying(
            "try_mod",
            "%",
            "The remainder, or null where the divisor is zero.",
            "try_mod(7, 0) -> NULL"));
  }

  private static FunctionDefinition trying(
      String name, String sign, String meaning, String example) {
    return Define.function(
        name,
        name + "(a, b)",
        meaning,
        example,
        a -> asOperator(sign, a, true),
        c ->
            Trying.of(
                c.arguments(),
                arguments ->
                    arithmetic(
                        new BoundCall(sign, arguments, c.argumentTypes(), c.type(), c.context())),
                c.type()));
  }

  /** The typing of the operator, if it takes the arguments in this order. */
  private static Typing asOperator(String sign, List<Expression> arguments, boolean nullable) {
    if (arguments.isEmpty()
        || arguments.size() > 2
        || (arguments.size() == 1) != sign.equals("negative")) {
      return Typing.unfit();
    }
    Optional<Expression> typed = OperatorTyping.of(sign, arguments);
    if (typed.isPresent() && typed.get() instanceof Call call && call.function().equals(sign)) {
      boolean swapped =
          arguments.size() == 2
              && Coercion.isInterval(arguments.get(0).type())
              && !Coercion.isInterval(call.arguments().get(0).type());
      if (!swapped) {
        return new Typing.Fits(
            call.arguments().stream().map(Expression::type).toList(),
            call.type(),
            nullable || call.nullable());
      }
    }
    return Typing.unfit();
  }

  private static Typing pmodRule(List<Expression> arguments) {
    return asOperator("%", arguments, false);
  }

  private static Evaluator negative(BoundCall c) {
    DataType type = c.type();
    if (type.isFractional()) {
      return Rows.strict(
          c.arguments(),
          c.argumentTypes(),
          type,
          (in, out) -> out.set(in.position(), -in.doubleAt(0)));
    }
    if (type instanceof tidemark.operators.types.DecimalType) {
      return Rows.strict(
          c.arguments(),
          c.argumentTypes(),
          type,
          (in, out) -> out.set(in.position(), in.decimalAt(0).negate()));
    }
    long min = Arithmetic.min(type);
    return Rows.strict(
        c.arguments(),
        c.argumentTypes(),
        type,
        (in, out) -> {
          long value = in.longAt(0);
          if (value == min) {
            throw Failures.overflow("-(" + value + ")", type.ddl(), "try_subtract");
          }
          out.set(in.position(), -value);
        });
  }

  private static Evaluator arithmetic(BoundCall c) {
    DataType a = c.argumentType(0);
    DataType b = c.argumentType(1);
    if (Coercion.isDatetime(a) || Coercion.isInterval(a) || Coercion.isInterval(b)) {
      return TimeArithmetic.of(
          c.name(), c.arguments(), c.argumentTypes(), c.type(), c.context().zone());
    }
    return Arithmetic.of(c.name(), c.argument(0), c.argument(1), a, b, c.type());
  }
}
