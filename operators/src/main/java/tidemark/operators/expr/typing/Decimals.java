package tidemark.operators.expr.typing;

import java.math.BigDecimal;
import tidemark.operators.expr.Expression;
import tidemark.operators.expr.Literal;
import tidemark.operators.types.DataType;
import tidemark.operators.types.DecimalType;
import tidemark.operators.types.SimpleType;

/** How wide the results of decimal arithmetic are (Spark's {@code DecimalPrecision}). */
public final class Decimals {
  private static final int MIN_ADJUSTED_SCALE = 6;

  private Decimals() {}

  /** The decimal that holds every value of a numeric type. */
  public static DecimalType of(DataType type) {
    if (type instanceof DecimalType decimal) {
      return decimal;
    }
    return switch ((SimpleType) type) {
      case TINYINT -> new DecimalType(3, 0);
      case SMALLINT -> new DecimalType(5, 0);
      case INT -> new DecimalType(10, 0);
      case BIGINT -> new DecimalType(20, 0);
      case FLOAT -> new DecimalType(14, 7);
      case DOUBLE -> new DecimalType(30, 15);
      case BOOLEAN,
          STRING,
          BINARY,
          DATE,
          TIMESTAMP,
          TIMESTAMP_NTZ,
          DAY_TIME_INTERVAL,
          YEAR_MONTH_INTERVAL,
          VOID ->
          new DecimalType(DecimalType.MAX_PRECISION, 18);
    };
  }

  /** The decimal of an operand: a literal takes only the digits it has. */
  public static DecimalType ofOperand(Expression operand) {
    if (operand instanceof Literal literal
        && operand.type().isIntegral()
        && literal.value() instanceof Long value) {
      return new DecimalType(BigDecimal.valueOf(value).precision(), 0);
    }
    return of(operand.type());
  }

  /** The type of a decimal literal. */
  public static DecimalType ofValue(BigDecimal value) {
    return new DecimalType(Math.max(value.precision(), value.scale()), value.scale());
  }

  /** A decimal that holds both. */
  public static DecimalType wider(DecimalType a, DecimalType b) {
    int scale = Math.max(a.scale(), b.scale());
    int whole = Math.max(a.precision() - a.scale(), b.precision() - b.scale());
    return preferringWhole(whole + scale, scale);
  }

  private static DecimalType preferringWhole(int precision, int scale) {
    int over = Math.max(0, precision - DecimalType.MAX_PRECISION);
    return new DecimalType(
        Math.min(precision, DecimalType.MAX_PRECISION), Math.max(0, scale - over));
  }

  /** The result type of an arithmetic operator. */
  public static DecimalType result(String operator, DecimalType a, DecimalType b) {
    int wholeA = a.precision() - a.scale();
    int wholeB = b.precision() - b.scale();
    return switch (operator) {
      case "+", "-" -> {
        int scale = Math.max(a.scale(), b.scale());
        yield adjusted(Math.max(wholeA, wholeB) + scale + 1, scale);
      }
      case "*" -> adjusted(a.precision() + b.precision() + 1, a.scale() + b.scale());
      case "/" -> {
        int scale = Math.max(MIN_ADJUSTED_SCALE, a.scale() + b.precision() + 1);
        yield adjusted(wholeA + b.scale() + scale, scale);
      }
      case "%", "pmod" -> {
        int scale = Math.max(a.scale(), b.scale());
        yield adjusted(Math.min(wholeA, wholeB) + scale, scale);
      }
      default -> throw new IllegalArgumentException(operator);
    };
  }

  /** Cuts digits behind the point, but not below six, where 38 do not suffice. */
  public static DecimalType adjusted(int precision, int scale) {
    if (precision <= DecimalType.MAX_PRECISION) {
      return new DecimalType(Math.max(1, precision), scale);
    }
    int whole = precision - scale;
    int kept = Math.max(DecimalType.MAX_PRECISION - whole, Math.min(scale, MIN_ADJUSTED_SCALE));
    return new DecimalType(DecimalType.MAX_PRECISION, kept);
  }
}
