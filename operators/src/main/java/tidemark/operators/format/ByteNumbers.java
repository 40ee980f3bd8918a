package tidemark.operators.format;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Numbers from ASCII bytes. The parse methods answer whether the bytes are a number and leave it in
 * a field. Used by one thread.
 */
final class ByteNumbers {
  /** What {@link #decimal} answers for bytes that are no decimal of the type. */
  static final long NONE = Long.MIN_VALUE;

  private static final double[] TENS = new double[23];
  private static final long[] LONG_TENS = new long[19];
  private static final int MAX_DECIMAL_TEXT = 400;

  static {
    double ten = 1;
    for (int i = 0; i < TENS.length; i++, ten *= 10) {
      TENS[i] = ten;
    }
    long power = 1;
    for (int i = 0; i < LONG_TENS.length; i++, power *= 10) {
      LONG_TENS[i] = power;
    }
  }

  long longValue;
  double doubleValue;

  /** 10 to the power, 0 to 18. */
  static long tenTo(int power) {
    return LONG_TENS[power];
  }

  /** 10 to the power, 0 to 22: exact. */
  static double exactTen(int power) {
    return TENS[power];
  }

  /** How many of a word's bytes, from the first on, are digits: 0 to 8. */
  static int leadingDigits(long word) {
    long values = word ^ 0x3030303030303030L;
    long others = ((values + 0x7676767676767676L) | values) & Words.HIGHS;
    return others == 0 ? 8 : Words.first(others);
  }

  /** The number that the first {@code count} bytes of a word write, all digits; 1 to 8. */
  static long firstDigits(long word, int count) {
    long values = (word ^ 0x3030303030303030L) << (64 - 8 * count);
    long pairs = values * 10 + (values >>> 8);
    return ((pairs & 0x000000FF000000FFL) * 0x000F424000000064L
            + (pairs >>> 16 & 0x000000FF000000FFL) * 0x0000271000000001L)
        >>> 32;
  }

  /** An optional sign and digits within the range of a long: {@link #longValue}. */
  boolean parseLong(byte[] b, int from, int to) {
    int at = from;
    boolean negative = at < to && b[at] == '-';
    if (negative || (at < to && b[at] == '+')) {
      at++;
    }
    if (at == to) {
      return false;
    }
    if (to - at <= 18) {
      return parseShort(b, at, to, negative);
    }
    long value = 0; // negative, because the least long has no positive
    for (; at < to; at++) {
      int digit = b[at] - '0';
      if (digit < 0 || digit > 9 || value < Long.MIN_VALUE / 10) {
        return false;
      }
      value = value * 10 - digit;
      if (value > 0) {
        return false;
      }
    }
    if (!negative && value == Long.MIN_VALUE) {
      return false;
    }
    longValue = negative ? value : -value;
    return true;
  }

  private boolean parseShort(byte[] b, int from, int to, boolean negative) {
    int length = to - from;
    if (length <= 8 && from + 8 <= b.length) {
      long word = Words.read(b, from);
      if (leadingDigits(word) < length) {
        return false;
      }
      long few = firstDigits(word, length);
      longValue = negative ? -few : few;
      return true;
    }
    long value = 0;
    for (int at = from; at < to; at++) {
      int digit = b[at] - '0';
      if (digit < 0 || digit > 9) {
        return false;
      }
      value = value * 10 + digit;
    }
    longValue = negative ? -value : value;
    return true;
  }

  /**
   * A number as {@link Double#parseDouble} reads it: {@link #doubleValue}. Up to 15 digits or so
   * with a small exponent are computed exactly here (a product or quotient of two exact doubles is
   * correctly rounded); the rest is left to the library.
   */
  boolean parseDouble(byte[] b, int from, int to) {
    return scanPlain(b, from, to, 1L << 53, 22) || parseDoubleText(b, from, to);
  }

  /** As {@link #parseDouble}, rounded once to a float. */
  boolean parseFloat(byte[] b, int from, int to) {
    if (scanPlain(b, from, to, 1L << 24, 10)) {
      return true;
    }
    try {
      doubleValue = Float.parseFloat(text(b, from, to));
      return true;
    } catch (NumberFormatException e) {
      return false;
    }
  }

  /**
   * {@link #doubleValue} of JSON, where the whole number -0 is 0: it has no sign as an integer.
   *
   * @param length of the number's text; no other zero of two characters is one of JSON
   */
  double jsonDouble(int length) {
    return length == 2 && doubleValue == 0 ? 0 : doubleValue;
  }

  private boolean parseDoubleText(byte[] b, int from, int to) {
    try {
      doubleValue = Double.parseDouble(text(b, from, to));
      return true;
    } catch (NumberFormatException e) {
      return false;
    }
  }

  /** Digits with at most one point, if both parts of the fraction are exact in the target type. */
  private boolean scanPlain(byte[] b, int from, int to, long maxMantissa, int maxScale) {
    int at = from;
    boolean negative = at < to && b[at] == '-';
    if (negative) {
      at++;
    }
    long mantissa = 0;
    int point = -1;
    int start = at;
    if (to - at > 18 || to == at) {
      return false;
    }
    if (at + 8 <= b.length) {
      long word = Words.read(b, at);
      int whole = Math.min(to - at, leadingDigits(word));
      mantissa = whole == 0 ? 0 : firstDigits(word, whole);
      at += whole;
    }
    for (; at < to; at++) {
      int digit = b[at] - '0';
      if (digit >= 0 && digit <= 9) {
        mantissa = mantissa * 10 + digit;
      } else if (b[at] == '.' && point < 0 && at > start) {
        point = at;
      } else {
        return false;
      }
    }
    int scale = point < 0 ? 0 : to - point - 1;
    if (to == start || (point >= 0 && scale == 0) || mantissa > maxMantissa || scale > maxScale) {
      return false;
    }
    // For floats the quotient of two exact floats must be rounded once, as a float.
    double value = maxScale == 10 ? (float) mantissa / (float) TENS[scale] : mantissa / TENS[scale];
    doubleValue = negative ? -value : value;
    return true;
  }

  /**
   * The unscaled value of a plain number (digits, at most one point) in a decimal of at most 18
   * digits, rounded half up, or {@link #NONE} if it is not plain, too long, or does not fit.
   */
  static long decimal(byte[] b, int from, int to, int precision, int scale) {
    int at = from;
    boolean negative = at < to && b[at] == '-';
    if (negative) {
      at++;
    }
    int start = at;
    int point = -1;
    long value = 0;
    if (to - at > 18 || to == at) {
      return NONE;
    }
    for (; at < to; at++) {
      int digit = b[at] - '0';
      if (digit >= 0 && digit <= 9) {
        value = value * 10 + digit;
      } else if (b[at] == '.' && point < 0 && at > start && at + 1 < to) {
        point = at;
      } else {
        return NONE;
      }
    }
    int shift = scale - (point < 0 ? 0 : to - point - 1);
    long unscaled = shift < 0 ? roundHalfUp(value, -shift) : scaleUp(value, shift);
    if (unscaled < 0 || unscaled >= LONG_TENS[precision]) {
      return NONE;
    }
    return negative ? -unscaled : unscaled;
  }

  private static long roundHalfUp(long value, int digits) {
    long divisor = LONG_TENS[digits];
    return (value + divisor / 2) / divisor;
  }

  /** The product, or -1 if it has more than 18 digits. */
  private static long scaleUp(long value, int digits) {
    return value > LONG_TENS[18 - digits] ? -1 : value * LONG_TENS[digits];
  }

  /**
   * A number as {@link BigDecimal} reads it, rounded half up to the scale, or null if it is none or
   * has more digits than the precision.
   */
  static @Nullable BigDecimal bigDecimal(String text, int precision, int scale) {
    if (text.length() > MAX_DECIMAL_TEXT) {
      return null;
    }
    try {
      BigDecimal exact = new BigDecimal(text);
      // Avoids the digits of a number such as 1e999999999.
      if (exact.signum() != 0
          && (long) exact.precision() - exact.scale() > precision - scale + 1L) {
        return null;
      }
      if (exact.signum() == 0 || (long) exact.precision() - exact.scale() < -scale - 1L) {
        return BigDecimal.ZERO.setScale(scale);
      }
      BigDecimal rounded = exact.setScale(scale, RoundingMode.HALF_UP);
      return rounded.precision() > precision && rounded.signum() != 0 ? null : rounded;
    } catch (NumberFormatException e) {
      return null;
    }
  }

  static String text(byte[] b, int from, int to) {
    return new String(b, from, to - from, StandardCharsets.ISO_8859_1);
  }
}
