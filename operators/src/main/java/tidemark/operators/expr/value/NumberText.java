package tidemark.operators.expr.value;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tidemark.operators.types.DecimalType;

/** Numbers and truth values as Spark's casts read them. */
public final class NumberText {
  /** What {@link #parseLong} gives for a text that is no whole number; a legal value too. */
  public static final long NOT_A_LONG = Long.MIN_VALUE + 1;

  private NumberText() {}

  /** Reads an optional sign and digits; white space around them is ignored. */
  public static long parseLong(byte[] data, int start, int length) {
    int from = start;
    int to = start + length;
    while (from < to && isSpace(data[from])) {
      from++;
    }
    while (to > from && isSpace(data[to - 1])) {
      to--;
    }
    if (from == to) {
      return NOT_A_LONG;
    }
    boolean minus = data[from] == '-';
    if (minus || data[from] == '+') {
      from++;
    }
    if (from == to) {
      return NOT_A_LONG;
    }
    long value = 0;
    for (int i = from; i < to; i++) {
      int digit = data[i] - '0';
      if (digit < 0 || digit > 9 || value < -922_337_203_685_477_580L) {
        return NOT_A_LONG;
      }
      long next = value * 10 - digit;
      if (next > 0) {
        return NOT_A_LONG;
      }
      value = next;
    }
    if (minus) {
      return value;
    }
    return value == Long.MIN_VALUE ? NOT_A_LONG : -value;
  }

  private static boolean isSpace(byte b) {
    return b >= 0 && b <= ' ' || b == 0x7f;
  }

  /** True for the one text whose value is {@link #NOT_A_LONG} itself. */
  public static boolean isThatLong(byte[] data, int start, int length) {
    return new String(data, start, length, StandardCharsets.UTF_8)
        .strip()
        .equals(Long.toString(NOT_A_LONG));
  }

  /** Reads a floating-point number, also {@code inf} and {@code nan}; null if it is none. */
  public static @Nullable Double parseDouble(String text) {
    String trimmed = text.trim();
    try {
      return Double.parseDouble(trimmed);
    } catch (NumberFormatException e) {
      return special(trimmed);
    }
  }

  private static @Nullable Double special(String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "inf", "+inf", "infinity", "+infinity" -> Double.POSITIVE_INFINITY;
      case "-inf", "-infinity" -> Double.NEGATIVE_INFINITY;
      case "nan" -> Double.NaN;
      default -> null;
    };
  }

  /** Reads a float; null if it is none. */
  public static @Nullable Double parseFloat(String text) {
    String trimmed = text.trim();
    try {
      return (double) Float.parseFloat(trimmed);
    } catch (NumberFormatException e) {
      return special(trimmed);
    }
  }

  /** Reads a decimal, rounded half up to the type's scale; null if it is none or too large. */
  public static @Nullable BigDecimal parseDecimal(String text, DecimalType type) {
    try {
      BigDecimal value = new BigDecimal(text.trim());
      if ((long) value.precision() - value.scale() > DecimalType.MAX_PRECISION) {
        return null;
      }
      return fitted(value, type);
    } catch (NumberFormatException e) {
      return null;
    }
  }

  /** The value at the type's scale, rounded half up; null if it has too many digits. */
  public static @Nullable BigDecimal fitted(BigDecimal value, DecimalType type) {
    BigDecimal scaled =
        value.scale() == type.scale() ? value : value.setScale(type.scale(), RoundingMode.HALF_UP);
    return scaled.precision() > type.precision() ? null : scaled;
  }

  /** Reads a truth value; null if it is none. */
  public static @Nullable Boolean parseBoolean(String text) {
    return switch (text.trim().toLowerCase(Locale.ROOT)) {
      case "t", "true", "y", "yes", "1" -> true;
      case "f", "false", "n", "no", "0" -> false;
      default -> null;
    };
  }
}
