package tidemark.operators.format;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.Base64;

/**
 * Numbers, dates and timestamps as ASCII, written straight into a sink. The text of the last date
 * or timestamp is remembered: neighbours in a column are often equal. Used by one thread.
 */
public final class ValueBytes {
  /** No number, date or timestamp takes more bytes, or touches more. */
  static final int MOST = 56;

  private static final byte[] PAIRS = new byte[200];
  private static final long MICROS = 1_000_000L;
  private static final long LAST_WHOLE_DAY = Long.MAX_VALUE / IsoTimes.DAY_MICROS - 1;

  static {
    for (int i = 0; i < 100; i++) {
      PAIRS[2 * i] = (byte) ('0' + i / 10);
      PAIRS[2 * i + 1] = (byte) ('0' + i % 10);
    }
  }

  /** A timestamp's text; its beginning is that of a date. */
  private final byte[] timeBytes = new byte[40];

  private long rememberedDay = Long.MIN_VALUE;

  /** The microsecond at which the remembered day begins, where it lies in the range as a whole. */
  private long dayStart;

  private boolean hasStart;
  private int dateLength;
  private int timeLength;
  private long rememberedMicros;
  private boolean rememberedZulu;

  /** A whole number. */
  public void number(long value, ByteSink out) {
    out.advance(number(value, out.reserve(MOST), out.size()));
  }

  /** As {@link #number(long, ByteSink)}, into an array with room; the offset behind it. */
  static int number(long value, byte[] target, int at) {
    if (value >= 0) {
      return digits(value, target, at);
    }
    target[at] = '-';
    return value == Long.MIN_VALUE
        ? ascii("9223372036854775808", target, at + 1)
        : digits(-value, target, at + 1);
  }

  /** Writes a number that is not negative; the offset behind it. */
  private static int digits(long value, byte[] target, int at) {
    if (value < 10) {
      target[at] = (byte) ('0' + value);
      return at + 1;
    }
    int count = digitCount(value);
    padded(value, count, target, at);
    return at + count;
  }

  /** Few comparisons for short numbers, which most are. */
  private static int digitCount(long value) {
    if (value < 10_000) {
      return value < 100 ? (value < 10 ? 1 : 2) : (value < 1000 ? 3 : 4);
    }
    int count = 5;
    while (count < 19 && value >= ByteNumbers.tenTo(count)) {
      count++;
    }
    return count;
  }

  /** Writes exactly {@code count} digits. */
  private static void padded(long value, int count, byte[] target, int at) {
    long rest = value;
    int end = at + count;
    while (rest > Integer.MAX_VALUE) {
      end = pair((int) (rest % 100), target, end);
      rest /= 100;
    }
    int small = (int) rest;
    while (end - at >= 2) {
      int hundreds = Quotients.byHundred(small);
      end = pair(small - 100 * hundreds, target, end);
      small = hundreds;
    }
    if (end > at) {
      target[at] = (byte) ('0' + small);
    }
  }

  private static int pair(int value, byte[] target, int end) {
    target[end - 1] = PAIRS[2 * value + 1];
    target[end - 2] = PAIRS[2 * value];
    return end - 2;
  }

  /** A decimal by its unscaled value, all digits of the scale written. */
  public void decimal(long unscaled, int scale, ByteSink out) {
    out.advance(decimal(unscaled, scale, out.reserve(MOST), out.size()));
  }

  static int decimal(long unscaled, int scale, byte[] target, int from) {
    if (scale == 0) {
      return number(unscaled, target, from);
    }
    int at = from;
    if (unscaled < 0) {
      target[at++] = '-';
    }
    long magnitude = Math.abs(unscaled);
    long unit = ByteNumbers.tenTo(scale);
    long whole = quotient(magnitude, unit);
    at = digits(whole, target, at);
    target[at++] = '.';
    padded(magnitude - whole * unit, scale, target, at);
    return at + scale;
  }

  /** Divides ints as such, which takes half as long. */
  private static long quotient(long value, long unit) {
    return value <= Integer.MAX_VALUE && unit <= Integer.MAX_VALUE
        ? (int) value / (int) unit
        : value / unit;
  }

  static void decimal(BigDecimal value, ByteSink out) {
    out.advance(decimal(value, out.reserve(MOST), out.size()));
  }

  static int decimal(BigDecimal value, byte[] target, int at) {
    return ascii(value.toPlainString(), target, at);
  }

  /** Writes a text of ASCII; the offset behind it. */
  static int ascii(String text, byte[] target, int at) {
    for (int i = 0; i < text.length(); i++) {
      target[at + i] = (byte) text.charAt(i);
    }
    return at + text.length();
  }

  /**
   * A finite double so that it reads back to the same value: the shortest plain form where the
   * value is a whole number or has at most six digits after the point and at most 15 digits, else
   * {@link Double#toString}.
   */
  public void fractional(double value, ByteSink out) {
    out.advance(fractional(value, out.reserve(MOST), out.size()));
  }

  static int fractional(double value, byte[] target, int at) {
    double magnitude = Math.abs(value);
    if (magnitude < 1e9) {
      for (int scale = 0; scale <= 6; scale++) {
        double scaled = magnitude * ByteNumbers.exactTen(scale);
        long digits = (long) (scaled + 0.5);
        if (digits / ByteNumbers.exactTen(scale) == magnitude) {
          return plain(value, digits, scale, target, at);
        }
      }
    }
    return ascii(Double.toString(value), target, at);
  }

  /** As {@link #fractional} for a value that is a float. */
  public void fractional(float value, ByteSink out) {
    out.advance(fractional(value, out.reserve(MOST), out.size()));
  }

  static int fractional(float value, byte[] target, int at) {
    float magnitude = Math.abs(value);
    if (magnitude < 1e4f) {
      for (int scale = 0; scale <= 3; scale++) {
        long digits = (long) (magnitude * ByteNumbers.exactTen(scale) + 0.5);
        if ((float) digits / (float) ByteNumbers.exactTen(scale) == magnitude) {
          return plain(value, digits, scale, target, at);
        }
      }
    }
    return ascii(Float.toString(value), target, at);
  }

  /** A whole number gets a zero behind the point. */
  private static int plain(double value, long digits, int scale, byte[] target, int from) {
    int at = from;
    if (Double.doubleToRawLongBits(value) < 0) {
      target[at++] = '-';
    }
    return scale == 0 ? decimal(digits * 10, 1, target, at) : decimal(digits, scale, target, at);
  }

  /** {@code 2024-01-31}; years beyond four digits with a sign. */
  public void date(long day, ByteSink out) {
    out.advance(date(day, out.reserve(MOST), out.size()));
  }

  int date(long day, byte[] target, int at) {
    loadDate(day);
    System.arraycopy(timeBytes, 0, target, at, dateLength);
    return at + dateLength;
  }

  /** {@code 2024-01-31T12:00:00.000}, six digits after the point where there are microseconds. */
  public void timestamp(long micros, boolean zulu, ByteSink out) {
    out.advance(timestamp(micros, zulu, out.reserve(MOST), out.size()));
  }

  int timestamp(long micros, boolean zulu, byte[] target, int at) {
    if (timeLength == 0 || micros != rememberedMicros || zulu != rememberedZulu) {
      loadTime(micros, zulu);
    }
    for (int i = 0; i < timeLength; i += 8) {
      Words.write(target, at + i, Words.read(timeBytes, i));
    }
    return at + timeLength;
  }

  private void loadTime(long micros, boolean zulu) {
    long ofDay = micros - dayStart;
    if (!hasStart || ofDay < 0 || ofDay >= IsoTimes.DAY_MICROS) {
      loadDate(Math.floorDiv(micros, IsoTimes.DAY_MICROS));
      ofDay = Math.floorMod(micros, IsoTimes.DAY_MICROS);
    }
    int second = Quotients.seconds(ofDay);
    int minute = Quotients.bySixty(second);
    int hour = Quotients.bySixty(minute);
    byte[] target = timeBytes;
    int at = dateLength;
    target[at] = 'T';
    pair(hour, target, at + 3);
    target[at + 3] = ':';
    pair(minute - 60 * hour, target, at + 6);
    target[at + 6] = ':';
    pair(second - 60 * minute, target, at + 9);
    target[at + 9] = '.';
    at += 10;
    int fraction = (int) (ofDay - second * MICROS);
    int millis = Quotients.byThousand(fraction);
    int digits = 1000 * millis == fraction ? 3 : 6;
    padded(digits == 3 ? millis : fraction, digits, target, at);
    at += digits;
    if (zulu) {
      target[at++] = 'Z';
    }
    timeLength = at;
    rememberedMicros = micros;
    rememberedZulu = zulu;
  }

  private void loadDate(long day) {
    if (day == rememberedDay) {
      return;
    }
    String text = LocalDate.ofEpochDay(day).toString();
    for (int i = 0; i < text.length(); i++) {
      timeBytes[i] = (byte) text.charAt(i);
    }
    dateLength = text.length();
    timeLength = 0;
    rememberedDay = day;
    dayStart = day * IsoTimes.DAY_MICROS;
    hasStart = Math.abs(day) <= LAST_WHOLE_DAY;
  }

  static void base64(byte[] source, int offset, int length, ByteSink out) {
    int most = base64Bytes(length);
    out.advance(base64(source, offset, length, out.reserve(most), out.size()));
  }

  static int base64Bytes(int length) {
    return (length + 2) / 3 * 4;
  }

  static int base64(byte[] source, int offset, int length, byte[] target, int at) {
    byte[] text = Base64.getEncoder().encode(Arrays.copyOfRange(source, offset, offset + length));
    System.arraycopy(text, 0, target, at, text.length);
    return at + text.length;
  }
}
