package tidemark.operators.parquet;

import tidemark.operators.codec.DamagedException;
import tidemark.operators.codec.LittleEndian;

/** Values one behind the other, as the machine holds them. */
final class PlainValues implements Values {
  private static final long MICROS_A_DAY = 86_400_000_000L;
  private static final long JULIAN_EPOCH = 2_440_588;

  private final Physical physical;
  private final int length;
  private final byte[] bytes;
  private final int to;
  private int at;
  private int bit;

  /**
   * @param length of a value of fixed length
   */
  PlainValues(Physical physical, int length, byte[] bytes, int from, int to) {
    this.physical = physical;
    this.length = length;
    this.bytes = bytes;
    this.at = from;
    this.to = to;
  }

  @Override
  public void longs(long[] target, int offset, int count) throws DamagedException {
    switch (physical) {
      case INT32 -> {
        int first = take(count, Integer.BYTES);
        for (int i = 0; i < count; i++) {
          target[offset + i] = LittleEndian.getInt(bytes, first + Integer.BYTES * i);
        }
      }
      case INT64 -> {
        int first = take(count, Long.BYTES);
        LittleEndian.getLongs(bytes, first, target, offset, count);
      }
      case INT96 -> {
        int first = take(count, 12);
        for (int i = 0; i < count; i++) {
          target[offset + i] = micros(first + 12 * i);
        }
      }
      default -> Values.super.longs(target, offset, count);
    }
  }

  /** Nanoseconds of the day, then the Julian day. */
  private long micros(int place) throws DamagedException {
    long day = LittleEndian.getInt(bytes, place + Long.BYTES) - JULIAN_EPOCH;
    long nanos = LittleEndian.getLong(bytes, place);
    try {
      return Math.addExact(Math.multiplyExact(day, MICROS_A_DAY), Math.floorDiv(nanos, 1000L));
    } catch (ArithmeticException tooFar) {
      throw new DamagedException("a timestamp of 96 bits lies outside of the calendar", tooFar);
    }
  }

  @Override
  public void doubles(double[] target, int offset, int count) throws DamagedException {
    switch (physical) {
      case DOUBLE -> {
        int first = take(count, Double.BYTES);
        LittleEndian.getDoubles(bytes, first, target, offset, count);
      }
      case FLOAT -> {
        int first = take(count, Float.BYTES);
        for (int i = 0; i < count; i++) {
          target[offset + i] = LittleEndian.getFloat(bytes, first + Float.BYTES * i);
        }
      }
      default -> Values.super.doubles(target, offset, count);
    }
  }

  @Override
  public void booleans(boolean[] target, int offset, int count) throws DamagedException {
    if (physical != Physical.BOOLEAN || count > 8L * (to - at) - bit) {
      throw tooShort();
    }
    for (int i = 0; i < count; i++) {
      int place = bit + i;
      target[offset + i] = (bytes[at + (place >>> 3)] >>> (place & 7) & 1) == 1;
    }
    bit += count;
  }

  @Override
  public void bytes(BytesVector target, int count) throws DamagedException {
    boolean points = target.pointsInto(bytes);
    boolean fixed = physical == Physical.FIXED_LEN_BYTE_ARRAY;
    int next = at;
    for (int i = 0; i < count; i++) {
      int size = length;
      if (!fixed) {
        if (to - next < Integer.BYTES) {
          throw tooShort();
        }
        size = LittleEndian.getInt(bytes, next);
        next += Integer.BYTES;
      }
      if (size < 0 || size > to - next) {
        throw tooShort();
      }
      if (points) {
        target.place(next, size);
      } else {
        target.copy(bytes, next, size);
      }
      next += size;
    }
    at = next;
  }

  private int take(int count, int size) throws DamagedException {
    if ((long) count * size > to - at) {
      throw tooShort();
    }
    int first = at;
    at += count * size;
    return first;
  }

  static DamagedException tooShort() {
    return new DamagedException("a page has fewer values than it states");
  }
}
