package tidemark.operators.types;

import java.util.Optional;

/**
 * Why a precision and a scale make no decimal, and the nearest that do.
 *
 * @param hint what to write instead
 */
public record DecimalFault(String message, String hint) {
  private static final int MOST = DecimalType.MAX_PRECISION;

  /** Empty if they make one. */
  public static Optional<DecimalFault> of(int precision, int scale) {
    String nearest = "write " + nearest(precision, scale).ddl();
    if (precision < 1 || precision > MOST) {
      return Optional.of(
          new DecimalFault(
              "the precision of a decimal is 1 to " + MOST + ", not " + precision, nearest));
    }
    if (scale >= 0 && scale <= precision) {
      return Optional.empty();
    }
    return Optional.of(
        new DecimalFault(
            "the scale of a decimal is 0 to its precision, here " + precision + ", not " + scale,
            scale < 0 ? nearest : withScale(precision, scale)));
  }

  /** The precision counts the digits on both sides of the point, which is easily overlooked. */
  private static String withScale(int before, int scale) {
    return scale > MOST - before
        ? "write " + nearest(MOST, scale).ddl()
        : "write %s for %d digits before the point and %d after it"
            .formatted(new DecimalType(before + scale, scale).ddl(), before, scale);
  }

  /** The decimal that is nearest to what was written. */
  static DecimalType nearest(int precision, int scale) {
    int after = Math.max(0, Math.min(scale, MOST));
    return new DecimalType(Math.max(Math.max(1, after), Math.min(precision, MOST)), after);
  }
}
