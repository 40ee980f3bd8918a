package tidemark.operators.expr;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;
import tidemark.operators.types.DataType;
import tidemark.operators.types.SimpleType;

/**
 * A constant.
 *
 * @param value by type: Boolean; Long for integral types, dates, timestamps and intervals; Double;
 *     BigDecimal of the type's scale; String; {@link Binary}; null for null
 */
public record Literal(DataType type, @Nullable Object value) implements Expression {
  /** A bare null. */
  public static final Literal NULL = new Literal(SimpleType.VOID, null);

  public static final Literal TRUE = new Literal(SimpleType.BOOLEAN, true);
  public static final Literal FALSE = new Literal(SimpleType.BOOLEAN, false);

  public static Literal of(String value) {
    return new Literal(SimpleType.STRING, value);
  }

  public static Literal of(int value) {
    return new Literal(SimpleType.INT, (long) value);
  }

  public static Literal of(long value) {
    return new Literal(SimpleType.BIGINT, value);
  }

  public static Literal of(double value) {
    return new Literal(SimpleType.DOUBLE, value);
  }

  public static Literal of(BigDecimal value, DataType type) {
    return new Literal(type, value);
  }

  @Override
  public boolean nullable() {
    return value == null;
  }

  @Override
  public String canonical() {
    return Canonical.literal(this);
  }
}
