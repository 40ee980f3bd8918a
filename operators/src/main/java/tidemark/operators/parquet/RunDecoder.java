package tidemark.operators.parquet;

import java.util.Arrays;
import tidemark.operators.codec.DamagedException;
import tidemark.operators.codec.LittleEndian;

/**
 * Reads the hybrid of runs and bit-packed groups that levels and dictionary places are stored in.
 * The array has at least eight bytes behind {@code to}.
 */
final class RunDecoder {
  private final byte[] bytes;
  private final int to;
  private final int width;
  private final int mask;
  private int at;
  private long left;
  private boolean isPacked;
  private int value;
  private long bit;
  private long[] words = {};

  RunDecoder(byte[] bytes, int from, int to, int width) {
    this.bytes = bytes;
    this.at = from;
    this.to = to;
    this.width = width;
    this.mask = width == 32 ? -1 : (1 << width) - 1;
  }

  /** The bits that values up to {@code greatest} take. */
  static int width(int greatest) {
    return Integer.SIZE - Integer.numberOfLeadingZeros(greatest);
  }

  /** Reads {@code count} values. */
  void read(int[] target, int offset, int count) throws DamagedException {
    int next = offset;
    int end = offset + count;
    while (next < end) {
      int length = run(end - next);
      if (isPacked) {
        unpack(target, next, length);
      } else {
        Arrays.fill(target, next, next + length, value);
      }
      next += length;
    }
  }

  /** Reads {@code count} values of one bit: true where they are 0; returns how many are 1. */
  int readZeros(boolean[] target, int offset, int count) throws DamagedException {
    int next = offset;
    int end = offset + count;
    int ones = 0;
    while (next < end) {
      int length = run(end - next);
      if (isPacked) {
        for (int i = next; i < next + length; i++) {
          int one = bytes[(int) (bit >>> 3)] >>> (bit & 7) & 1;
          bit++;
          target[i] = one == 0;
          ones += one;
        }
      } else {
        Arrays.fill(target, next, next + length, value == 0);
        ones += value == 0 ? 0 : length;
      }
      next += length;
    }
    return ones;
  }

  /** Passes over {@code count} values if they are all 1; else over none. */
  boolean skipOnes(int count) throws DamagedException {
    while (left == 0) {
      begin();
    }
    if (isPacked || value != 1 || left < count) {
      return false;
    }
    left -= count;
    return true;
  }

  /** Takes at most {@code wanted} values of the run; begins the next one if it has none left. */
  private int run(int wanted) throws DamagedException {
    while (left == 0) {
      begin();
    }
    int length = (int) Math.min(wanted, left);
    left -= length;
    return length;
  }

  private void begin() throws DamagedException {
    long header = 0;
    int shift = 0;
    int part;
    do {
      if (at >= to || shift > 35) {
        throw new DamagedException("its levels or dictionary places end too early");
      }
      part = bytes[at++] & 0xFF;
      header |= (part & 0x7FL) << shift;
      shift += 7;
    } while (part >= 0x80);
    isPacked = (header & 1) == 1;
    if (isPacked) {
      long groups = header >>> 1;
      long stored = Math.min(groups * width, to - at);
      left = width == 0 ? groups * 8 : stored * 8 / width;
      bit = (long) at << 3;
      at += (int) stored;
    } else {
      left = header >>> 1;
      int size = (width + 7) >>> 3;
      if (size > to - at) {
        throw new DamagedException("its levels or dictionary places end too early");
      }
      value = (int) LittleEndian.getLongWithin(bytes, at, at + size) & mask;
      at += size;
    }
  }

  /** Unpacks words that were copied first, in one go: reading each where it stands is slower. */
  private void unpack(int[] target, int offset, int count) {
    int shift = (int) (bit & 7);
    int size = (int) (shift + (long) count * width + Long.SIZE - 1 >>> 6);
    if (words.length < size) {
      words = new long[size];
    }
    long[] from = words;
    LittleEndian.getLongs(bytes, (int) (bit >>> 3), from, 0, size);
    long word = size == 0 ? 0 : from[0] >>> shift;
    int bits = size == 0 ? 0 : Long.SIZE - shift;
    int next = 1;
    for (int i = offset; i < offset + count; i++) {
      if (bits >= width) {
        target[i] = (int) word & mask;
        word >>>= width;
        bits -= width;
      } else {
        long following = from[next++];
        target[i] = (int) (word | following << bits) & mask;
        word = following >>> width - bits;
        bits += Long.SIZE - width;
      }
    }
    bit += (long) count * width;
  }
}
