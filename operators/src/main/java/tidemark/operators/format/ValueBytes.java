package tidemark.operators.format;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.Base64;

/**
 * Numbers, dates and timestamps as ASCII, written straight into a sink. The text of the last date
 * or timestamp is remembered: neighbours in a column are often equal. Used by one thread.
 */
public final class ValueBytes {
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
    byte[] target = out.reserve(20);
    int at = out.size();
    if (value < 0) {
      target[at++] = '-';
      if (value == Long.MIN_VALUE) {
        out.advance(at);
        out.write("9223372036854775808");
        return;
      }
    }
    out.advance(digits(Math.abs(value), target, at));
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
    if (scale == 0) {
      number(unscaled, out);
      return;
    }
    byte[] target = out.reserve(24);
    int at = out.size();
    if (unscaled < 0) {
      target[at++] = '-';
    }
    long magnitude = Math.abs(unscaled);
    long unit = ByteNumbers.tenTo(scale);
    long whole = quotient(magnitude, unit);
    at = digits(whole, target, at);
    target[at++] = '.';
    padded(magnitude - whole * unit, scale, target, at);
    out.advance(at + scale);
  }

  /** Divides ints as such, which takes half as long. */
  private static long quotient(long value, long unit) {
    return value <= Integer.MAX_VALUE && unit <= Integer.MAX_VALUE
        ? (int) value / (int) unit
        : value / unit;
  }

  void decimal(BigDecimal value, ByteSink out) {
    out.write(value.toPlainString());
  }

  /**
   * A finite double so that it reads back to the same value: the shortest plain form where the
   * value is a whole number or has at most six digits after the point and at most 15 digits, else
   * {@link Double#toString}.
   */
  public void fractional(double value, ByteSink out) {
    double magnitude = Math.abs(value);
    if (magnitude < 1e9) {
      for (int scale = 0; scale <= 6; scale++) {
        double scaled = magnitude * ByteNumbers.exactTen(scale);
        long digits = (long) (scaled + 0.5);
        if (digits / ByteNumbers.exactTen(scale) == magnitude) {
          plain(value, digits, Math.max(1, scale), scale == 0, out);
          return;
        }
      }
    }
    out.write(Double.toString(value));
  }

  /** As {@link #fractional} for a value that is a float. */
  public void fractional(float value, ByteSink out) {
    float magnitude = Math.abs(value);
    if (magnitude < 1e4f) {
      for (int scale = 0; scale <= 3; scale++) {
        long digits = (long) (magnitude * ByteNumbers.exactTen(scale) + 0.5);
        if ((float) digits / (float) ByteNumbers.exactTen(scale) == magnitude) {
          plain(value, digits, Math.max(1, scale), scale == 0, out);
          return;
        }
      }
    }
    out.write(Float.toString(value));
  }

  private void plain(double value, long digits, int scale, boolean whole, ByteSink out) {
    if (Double.doubleToRawLongBits(value) < 0) {
      out.write('-');
    }
    decimal(whole ? digits * 10 : digits, scale, out);
  }

  /** {@code 2024-01-31}; years beyond four digits with a sign. */
  public void date(long day, ByteSink out) {
    loadDate(day);
    out.write(timeBytes, 0, dateLength);
  }

  /** {@code 2024-01-31T12:00:00.000}, six digits after the point where there are microseconds. */
  public void timestamp(long micros, boolean zulu, ByteSink out) {
    if (timeLength == 0 || micros != rememberedMicros || zulu != rememberedZulu) {
      loadTime(micros, zulu);
    }
    out.write(timeBytes, 0, timeLength);
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

  void base64(byte[] source, int offset, int length, ByteSink out) {
    byte[] value = new byte[length];
    System.arraycopy(source, offset, value, 0, length);
    byte[] text = Base64.getEncoder().encode(value);
    out.write(text, 0, text.length);
  }
}
