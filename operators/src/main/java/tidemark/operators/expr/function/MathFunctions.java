package tidemark.operators.expr.function;

import static tidemark.operators.expr.function.Define.function;
import static tidemark.operators.expr.function.Define.rows;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import tidemark.operators.expr.Literal;
import tidemark.operators.expr.kernel.Constant;
import tidemark.operators.expr.kernel.Rows;
import tidemark.operators.types.SimpleType;

/** Functions on doubles: powers, logarithms, angles. */
final class MathFunctions {
  private MathFunctions() {}

  static List<FunctionDefinition> all() {
    List<FunctionDefinition> all = new ArrayList<>();
    all.add(unary("sqrt", "The square root.", "sqrt(16) -> 4.0", Math::sqrt));
    all.add(unary("cbrt", "The cube root.", "cbrt(27) -> 3.0", Math::cbrt));
    all.add(unary("exp", "e raised to the number.", "exp(0) -> 1.0", StrictMath::exp));
    all.add(unary("expm1", "exp(x) - 1.", "expm1(0) -> 0.0", StrictMath::expm1));
    all.add(
        unary("sign|signum", "-1, 0 or 1 by the number's sign.", "sign(-3) -> -1.0", Math::signum));
    all.add(
        unary(
            "rint",
            "The nearest whole number, ties to the even one.",
            "rint(2.5) -> 2.0",
            Math::rint));
    all.add(unary("degrees", "Radians in degrees.", "degrees(0) -> 0.0", Math::toDegrees));
    all.add(unary("radians", "Degrees in radians.", "radians(0) -> 0.0", Math::toRadians));
    all.add(unary("sin", "The sine.", "sin(0) -> 0.0", Math::sin));
    all.add(unary("cos", "The cosine.", "cos(0) -> 1.0", Math::cos));
    all.add(unary("tan", "The tangent.", "tan(0) -> 0.0", Math::tan));
    all.add(unary("asin", "The arc sine.", "asin(0) -> 0.0", Math::asin));
    all.add(unary("acos", "The arc cosine.", "acos(1) -> 0.0", Math::acos));
    all.add(unary("atan", "The arc tangent.", "atan(0) -> 0.0", Math::atan));
    all.add(unary("sinh", "The hyperbolic sine.", "sinh(0) -> 0.0", Math::sinh));
    all.add(unary("cosh", "The hyperbolic cosine.", "cosh(0) -> 1.0", Math::cosh));
    all.add(
        unary("asinh", "The inverse hyperbolic sine.", "asinh(0) -> 0.0", MathFunctions::asinh));
    all.add(
        unary(
            "acosh",
            "The inverse hyperbolic cosine; NaN below 1.",
            "acosh(1) -> 0.0",
            MathFunctions::acosh));
    all.add(
        unary(
            "atanh",
            "The inverse hyperbolic tangent; NaN outside of -1 to 1.",
            "atanh(0) -> 0.0",
            x -> 0.5 * (StrictMath.log1p(x) - StrictMath.log1p(-x))));
    all.add(unary("cot", "The cotangent.", "round(cot(1), 4) -> 0.6421", x -> 1 / Math.tan(x)));
    all.add(unary("sec", "The secant.", "sec(0) -> 1.0", x -> 1 / Math.cos(x)));
    all.add(unary("csc", "The cosecant.", "round(csc(1), 4) -> 1.1884", x -> 1 / Math.sin(x)));
    all.add(unary("tanh", "The hyperbolic tangent.", "tanh(0) -> 0.0", Math::tanh));
    all.add(
        logarithm(
            "ln",
            "The natural logarithm; null for numbers that have none.",
            "ln(1) -> 0.0",
            StrictMath::log,
            0));
    all.add(
        logarithm(
            "log10",
            "The logarithm to base 10; null for numbers that have none.",
            "log10(100) -> 2.0",
            StrictMath::log10,
            0));
    all.add(
        logarithm(
            "log2",
            "The logarithm to base 2; null for numbers that have none.",
            "log2(8) -> 3.0",
            x -> StrictMath.log(x) / StrictMath.log(2),
            0));
    all.add(
        logarithm(
            "log1p",
            "ln(1 + x); null for numbers that have none.",
            "log1p(0) -> 0.0",
            StrictMath::log1p,
            -1));
    all.add(
        function(
            "log",
            "log([base,] number)",
            "The logarithm, natural or to a base; null for numbers that have none.",
            "log(10, 100) -> 2.0",
            Rules.takesAtLeast(1, Parameter.DOUBLE, Parameter.DOUBLE).mayGive(SimpleType.DOUBLE),
            Define.strict(MathFunctions::log)));
    all.add(
        binary(
            "pow|power",
            "pow(base, exponent)",
            "The base raised to the exponent.",
            "pow(2, 10) -> 1024.0",
            StrictMath::pow));
    all.add(
        binary(
            "atan2",
            "atan2(y, x)",
            "The angle of a point.",
            "atan2(0, 1) -> 0.0",
            (y, x) -> Math.atan2(y + 0.0, x + 0.0)));
    all.add(
        binary(
            "hypot",
            "hypot(a, b)",
            "The length of the hypotenuse.",
            "hypot(3, 4) -> 5.0",
            Math::hypot));
    all.add(constant("pi", "The number π.", "pi() -> 3.141592653589793", Math.PI));
    all.add(constant("e", "Euler's number.", "e() -> 2.718281828459045", Math.E));
    return all;
  }

  private static FunctionDefinition constant(
      String name, String meaning, String example, double value) {
    return function(
        name,
        name + "()",
        meaning,
        example,
        Typings.none(SimpleType.DOUBLE),
        c -> new Constant(Literal.of(value)));
  }

  /** The inverse hyperbolic cosine, by the formulas of FDLIBM, which lose no digits. */
  private static double acosh(double x) {
    if (x < 1) {
      return Double.NaN;
    }
    if (x > 1 << 28) { // where x + sqrt(x * x - 1) is 2 x, and x * x may be infinite
      return StrictMath.log(x) + StrictMath.log(2);
    }
    if (x > 2) {
      return StrictMath.log(2 * x - 1 / (x + Math.sqrt(x * x - 1)));
    }
    double above = x - 1;
    return StrictMath.log1p(above + Math.sqrt(2 * above + above * above));
  }

  /** The inverse hyperbolic sine, by the formulas of FDLIBM, which lose no digits. */
  private static double asinh(double x) {
    double size = Math.abs(x);
    double result;
    if (size > 1 << 28) {
      result = StrictMath.log(size) + StrictMath.log(2);
    } else if (size > 2) {
      result = StrictMath.log(2 * size + 1 / (Math.sqrt(x * x + 1) + size));
    } else {
      double square = x * x;
      result = StrictMath.log1p(size + square / (1 + Math.sqrt(1 + square)));
    }
    return Math.copySign(result, x);
  }

  private static FunctionDefinition unary(
      String names, String meaning, String example, DoubleUnaryOperator operator) {
    String name = names.split("\\|")[0];
    return rows(
        names,
        name + "(number)",
        meaning,
        example,
        Rules.takes(Parameter.DOUBLE).gives(SimpleType.DOUBLE),
        (in, out) -> out.set(in.position(), operator.applyAsDouble(in.doubleAt(0))));
  }

  private static FunctionDefinition binary(
      String names,
      String signature,
      String meaning,
      String example,
      DoubleBinaryOperator operator) {
    return rows(
        names,
        signature,
        meaning,
        example,
        Rules.takes(Parameter.DOUBLE, Parameter.DOUBLE).gives(SimpleType.DOUBLE),
        (in, out) ->
            out.set(in.position(), operator.applyAsDouble(in.doubleAt(0), in.doubleAt(1))));
  }

  private static FunctionDefinition logarithm(
      String name, String meaning, String example, DoubleUnaryOperator operator, double limit) {
    Rows.Function function =
        (in, out) -> {
          double x = in.doubleAt(0);
          if (x <= limit) {
            out.setNull(in.position());
          } else {
            out.set(in.position(), operator.applyAsDouble(x));
          }
        };
    return rows(
        name,
        name + "(number)",
        meaning,
        example,
        Rules.takes(Parameter.DOUBLE).mayGive(SimpleType.DOUBLE),
        function);
  }

  private static void log(
      tidemark.operators.expr.kernel.Row in, tidemark.operators.expr.kernel.ColumnSink out) {
    double first = in.doubleAt(0);
    if (in.count() == 1) {
      if (first <= 0) {
        out.setNull(in.position());
      } else {
        out.set(in.position(), StrictMath.log(first));
      }
      return;
    }
    double x = in.doubleAt(1);
    if (first <= 0 || x <= 0) {
      out.setNull(in.position());
    } else {
      out.set(in.position(), StrictMath.log(x) / StrictMath.log(first));
    }
  }
}
