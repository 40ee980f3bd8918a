package tidemark.operators.types;

/**
 * A decimal of at most {@code precision} digits, {@code scale} of them after the point.
 *
 * @param precision 1 to 38
 * @param scale 0 to precision
 */
public record DecimalType(int precision, int scale) implements DataType {
  /** The most digits a decimal can have. */
  public static final int MAX_PRECISION = 38;

  /** The most digits that fit a long. */
  public static final int MAX_LONG_DIGITS = 18;

  public DecimalType {
    if (precision < 1 || precision > MAX_PRECISION || scale < 0 || scale > precision) {
      throw new IllegalArgumentException("decimal(" + precision + "," + scale + ")");
    }
  }

  @Override
  public String ddl() {
    return "decimal(" + precision + "," + scale + ")";
  }

  @Override
  public Physical physical() {
    return precision <= MAX_LONG_DIGITS ? Physical.LONG : Physical.DECIMAL;
  }

  // Written out: what the compiler would put here takes milliseconds to link, in every command.
  @Override
  public boolean equals(Object other) {
    return other instanceof DecimalType d && precision == d.precision && scale == d.scale;
  }

  @Override
  public int hashCode() {
    return precision * 31 + scale;
  }

  @Override
  public String toString() {
    return ddl();
  }
}
