package tidemark.operators.processor;

import java.math.BigDecimal;

/**
 * Takes values by position. A value that is not of the column's type, or does not fit it, fails.
 */
public interface ValueSetter {
  void setNull(int column);

  /** A whole number, date, timestamp or interval, in the units of {@link KeyedRow#longAt}. */
  void setLong(int column, long value);

  /** A float or double. */
  void setDouble(int column, double value);

  void setBoolean(int column, boolean value);

  void setText(int column, String value);

  /** A decimal; it is not rounded. */
  void setDecimal(int column, BigDecimal value);
}
