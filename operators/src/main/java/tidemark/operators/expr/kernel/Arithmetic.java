package tidemark.operators.expr.kernel;

import tidemark.operators.diagnostics.Failure;
import tidemark.operators.expr.Evaluator;
import tidemark.operators.expr.Literal;
import tidemark.operators.types.DataType;
import tidemark.operators.types.DecimalType;
import tidemark.operators.types.SimpleType;

/** Picks the arithmetic kernel for an operator and a type. */
public final class Arithmetic {
  private Arithmetic() {}

  /** Operands of {@code left} and {@code right} types, which are equal except for decimals. */
  public static Evaluator of(
      String operator, Evaluator a, Evaluator b, DataType left, DataType right, DataType result) {
    if (a instanceof Constant x && x.isNull() || b instanceof Constant y && y.isNull()) {
      return new Constant(new Literal(result, null));
    }
    if (left instanceof DecimalType x && right instanceof DecimalType y) {
      return decimals(operator, a, b, x, y, result);
    }
    return switch (operator) {
      case "+" -> plain(LongArithmetic.Operation.ADD, a, b, result);
      case "-" -> plain(LongArithmetic.Operation.SUBTRACT, a, b, result);
      case "*" -> plain(LongArithmetic.Operation.MULTIPLY, a, b, result);
      case "/" -> divided(Division.Operation.QUOTIENT, a, b, left);
      case "div" -> divided(Division.Operation.WHOLE, a, b, left);
      case "%" -> divided(Division.Operation.REMAINDER, a, b, left);
      case "pmod" -> divided(Division.Operation.POSITIVE_REMAINDER, a, b, left);
      default -> throw new IllegalArgumentException(operator);
    };
  }

  private static Evaluator divided(
      Division.Operation operation, Evaluator a, Evaluator b, DataType type) {
    return type.isFractional()
        ? Division.ofDoubles(operation, a, b)
        : Division.ofLongs(operation, a, b);
  }

  private static Evaluator plain(
      LongArithmetic.Operation operation, Evaluator a, Evaluator b, DataType type) {
    if (type.isFractional()) {
      return new DoubleArithmetic(operation, a, b, type == SimpleType.FLOAT);
    }
    return longs(operation, a, b, min(type), max(type), type);
  }

  private static Evaluator longs(
      LongArithmetic.Operation operation,
      Evaluator a,
      Evaluator b,
      long min,
      long max,
      DataType type) {
    boolean swap = a instanceof Constant && operation != LongArithmetic.Operation.SUBTRACT;
    return new LongArithmetic(
        operation,
        swap ? b : a,
        swap ? a : b,
        min,
        max,
        (x, y) -> swap ? overflow(operation, y, x, type) : overflow(operation, x, y, type));
  }

  private static Failure overflow(
      LongArithmetic.Operation operation, long a, long b, DataType type) {
    return switch (operation) {
      case ADD -> Failures.overflow(a + " + " + b, type.ddl(), "try_add");
      case SUBTRACT -> Failures.overflow(a + " - " + b, type.ddl(), "try_subtract");
      case MULTIPLY -> Failures.overflow(a + " * " + b, type.ddl(), "try_multiply");
    };
  }

  private static Evaluator decimals(
      String operator, Evaluator a, Evaluator b, DecimalType x, DecimalType y, DataType result) {
    if (NarrowDecimals.fits(operator, x, y, result)) {
      return NarrowDecimals.of(operator, a, b, x, y, (DecimalType) result);
    }
    DecimalArithmetic.Operation operation =
        switch (operator) {
          case "+" -> DecimalArithmetic.Operation.ADD;
          case "-" -> DecimalArithmetic.Operation.SUBTRACT;
          case "*" -> DecimalArithmetic.Operation.MULTIPLY;
          case "/" -> DecimalArithmetic.Operation.DIVIDE;
          case "div" -> DecimalArithmetic.Operation.WHOLE;
          case "%" -> DecimalArithmetic.Operation.REMAINDER;
          case "pmod" -> DecimalArithmetic.Operation.POSITIVE_REMAINDER;
          default -> throw new IllegalArgumentException(operator);
        };
    return new DecimalArithmetic(operation, a, b, x, y, result);
  }

  /** The least value of a type that lies in long columns; never positive. */
  public static long min(DataType type) {
    if (type == SimpleType.TINYINT) {
      return Byte.MIN_VALUE;
    }
    if (type == SimpleType.SMALLINT) {
      return Short.MIN_VALUE;
    }
    return type == SimpleType.INT
            || type == SimpleType.YEAR_MONTH_INTERVAL
            || type == SimpleType.DATE
        ? Integer.MIN_VALUE
        : Long.MIN_VALUE;
  }

  /** The greatest value of a type that lies in long columns. */
  public static long max(DataType type) {
    return -(min(type) + 1);
  }
}
