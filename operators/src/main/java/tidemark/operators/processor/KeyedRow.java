package tidemark.operators.processor;

import java.math.BigDecimal;

/**
 * The values of a row, by position. Reading a value that is null, or as another type than it has,
 * fails.
 */
public interface KeyedRow {
  boolean isNull(int column);

  /**
   * A whole number; a date as days, a timestamp as microseconds since 1970-01-01T00:00:00Z, an
   * interval as microseconds or months.
   */
  long longAt(int column);

  /** A float or double. */
  double doubleAt(int column);

  boolean booleanAt(int column);

  /** A string. */
  String textAt(int column);

  BigDecimal decimalAt(int column);
}
