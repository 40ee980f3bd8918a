package tidemark.operators.codec;

import java.util.Arrays;

/**
 * Snappy's raw block format (no framing), after its format description: the unpacked length, then
 * literals and copies of what was unpacked before.
 */
final class Snappy {
  private static final int HASH_BITS = 14;
  private static final int BLOCK = 1 << 16;
  private static final int TAIL = 15;

  private Snappy() {}

  /** The unpacked length that the block states. */
  static int length(byte[] in, int from, int to) throws DamagedException {
    long header = header(in, from, to);
    return (int) (header >>> 8);
  }

  /** Unpacks a block into the start of {@code out}, which has at least the stated length. */
  static void unpack(byte[] in, int from, int to, byte[] out) throws DamagedException {
    long header = header(in, from, to);
    int limit = (int) (header >>> 8);
    SnappyBlock block = new SnappyBlock(in, from + (int) (header & 0xFF), to, out, limit);
    while (block.at < to) {
      SnappyWords.unpack(block);
      if (block.at < to) {
        block.element();
      }
    }
    check(block.made == limit);
  }

  /** Copies within an array, byte by byte in effect: the ranges may overlap. */
  static void copy(byte[] out, int source, int target, int length) {
    int distance = target - source;
    if (distance >= 8 && target + length + 8 <= out.length) {
      for (int i = 0; i < length; i += 8) {
        LittleEndian.putLong(out, target + i, LittleEndian.getLong(out, source + i));
      }
    } else {
      for (int i = 0; i < length; i++) {
        out[target + i] = out[source + i];
      }
    }
  }

  /** Packs a range; the result is as long as the block. */
  static byte[] pack(byte[] in, int from, int length) {
    byte[] out = new byte[32 + length + length / 6];
    int made = 0;
    for (int rest = length; ; rest >>>= 7) {
      if (rest < 0x80) {
        out[made++] = (byte) rest;
        break;
      }
      out[made++] = (byte) (rest | 0x80);
    }
    short[] places = new short[1 << HASH_BITS];
    for (int start = from; start < from + length; start += BLOCK) {
      Arrays.fill(places, (short) 0);
      made = packBlock(in, start, Math.min(start + BLOCK, from + length), out, made, places);
    }
    return Arrays.copyOf(out, made);
  }

  private static int packBlock(
      byte[] in, int start, int end, byte[] out, int madeBefore, short[] places) {
    int made = madeBefore;
    int literal = start;
    int at = start + 1;
    int misses = 32;
    while (at < end - TAIL) {
      int word = LittleEndian.getInt(in, at);
      int hash = word * 0x1E35A7BD >>> 32 - HASH_BITS;
      int candidate = start + (places[hash] & 0xFFFF);
      places[hash] = (short) (at - start);
      if (candidate >= at || LittleEndian.getInt(in, candidate) != word) {
        at += misses++ >>> 5;
        continue;
      }
      misses = 32;
      made = literal(in, literal, at, out, made);
      int length = 4 + matching(in, candidate + 4, at + 4, end);
      made = copies(at - candidate, length, out, made);
      at += length;
      literal = at;
    }
    return literal(in, literal, end, out, made);
  }

  private static int matching(byte[] in, int first, int second, int end) {
    int length = 0;
    while (second + length < end && in[first + length] == in[second + length]) {
      length++;
    }
    return length;
  }

  private static int literal(byte[] in, int from, int to, byte[] out, int madeBefore) {
    int made = madeBefore;
    int length = to - from;
    if (length == 0) {
      return made;
    }
    if (length <= 60) {
      out[made++] = (byte) (length - 1 << 2);
    } else {
      out[made++] = (byte) (61 << 2);
      out[made++] = (byte) (length - 1);
      out[made++] = (byte) (length - 1 >>> 8);
    }
    System.arraycopy(in, from, out, made, length);
    return made + length;
  }

  private static int copies(int offset, int matched, byte[] out, int madeBefore) {
    int made = madeBefore;
    for (int left = matched; left > 0; ) {
      int length = Math.min(64, left);
      out[made++] = (byte) (length - 1 << 2 | 2);
      out[made++] = (byte) offset;
      out[made++] = (byte) (offset >>> 8);
      left -= length;
    }
    return made;
  }

  /** The stated length, shifted up by eight bits, and how many bytes it takes. */
  private static long header(byte[] in, int from, int to) throws DamagedException {
    long length = 0;
    for (int i = 0; i < 5 && from + i < to; i++) {
      length |= (in[from + i] & 0x7FL) << 7 * i;
      if (in[from + i] >= 0) {
        check(length <= Integer.MAX_VALUE - 64);
        return length << 8 | i + 1;
      }
    }
    throw damaged();
  }

  private static void check(boolean holds) throws DamagedException {
    if (!holds) {
      throw damaged();
    }
  }

  static DamagedException damaged() {
    return new DamagedException("a block packed with snappy is damaged");
  }
}
