package tidemark.operators.parquet;

import tidemark.operators.codec.DamagedException;
import tidemark.operators.codec.LittleEndian;

/**
 * Reads integers stored as differences (DELTA_BINARY_PACKED): blocks of miniblocks, each with bits
 * of its own. The array has at least eight bytes behind {@code to}.
 */
final class DeltaDecoder {
  private static final int MAX_BLOCK = 1 << 20;

  private final byte[] bytes;
  private final int to;
  private final int miniblockSize;
  private final int[] widths;
  private int at;
  private long left;
  private long value;
  private boolean isFirst = true;
  private long least;
  private int miniblock;
  private int inMiniblock;

  DeltaDecoder(byte[] bytes, int from, int to) throws DamagedException {
    this.bytes = bytes;
    this.at = from;
    this.to = to;
    long blockSize = unsigned();
    long miniblocks = unsigned();
    this.left = unsigned();
    this.value = zigzag();
    if (miniblocks <= 0
        || blockSize <= 0
        || blockSize > MAX_BLOCK
        || blockSize % miniblocks != 0
        || blockSize / miniblocks % 8 != 0
        || left < 0) {
      throw damaged();
    }
    this.miniblockSize = (int) (blockSize / miniblocks);
    this.widths = new int[(int) miniblocks];
    this.miniblock = widths.length;
  }

  /** How many values are left. */
  long left() {
    return left;
  }

  /** The offset behind all values; to be asked when all were read. */
  int end() {
    return inMiniblock > 0 ? Math.min(to, at + (miniblockSize * widths[miniblock] >>> 3)) : at;
  }

  void read(long[] target, int offset, int count) throws DamagedException {
    if (count > left) {
      throw PlainValues.tooShort();
    }
    left -= count;
    int next = offset;
    int end = offset + count;
    if (isFirst && next < end) {
      target[next++] = value;
      isFirst = false;
    }
    while (next < end) {
      if (inMiniblock == 0) {
        beginMiniblock();
      }
      int length = Math.min(inMiniblock, end - next);
      unpack(target, next, length);
      next += length;
      inMiniblock -= length;
      if (inMiniblock == 0) {
        at += miniblockSize * widths[miniblock] >>> 3;
        miniblock++;
      }
    }
  }

  private void unpack(long[] target, int offset, int count) throws DamagedException {
    int width = widths[miniblock];
    long position = ((long) at << 3) + (long) (miniblockSize - inMiniblock) * width;
    long mask = width == 64 ? -1 : (1L << width) - 1;
    if (position + (long) count * width + 7 >>> 3 > to) {
      throw damaged();
    }
    long sum = value;
    for (int i = offset; i < offset + count; i++) {
      int place = (int) (position >>> 3);
      int shift = (int) (position & 7);
      long word = width == 0 ? 0 : LittleEndian.getLong(bytes, place) >>> shift;
      if (shift + width > 64) {
        word |= (long) bytes[place + 8] << 64 - shift;
      }
      sum += least + (word & mask);
      target[i] = sum;
      position += width;
    }
    value = sum;
  }

  private void beginMiniblock() throws DamagedException {
    if (miniblock == widths.length) {
      least = zigzag();
      if (widths.length > to - at) {
        throw damaged();
      }
      for (int i = 0; i < widths.length; i++) {
        widths[i] = bytes[at++] & 0xFF;
        if (widths[i] > 64) {
          throw damaged();
        }
      }
      miniblock = 0;
    }
    inMiniblock = miniblockSize;
  }

  private long zigzag() throws DamagedException {
    long read = unsigned();
    return read >>> 1 ^ -(read & 1);
  }

  private long unsigned() throws DamagedException {
    long read = 0;
    for (int shift = 0; shift < 64 && at < to; shift += 7) {
      int part = bytes[at++] & 0xFF;
      read |= (part & 0x7FL) << shift;
      if (part < 0x80) {
        return read;
      }
    }
    throw damaged();
  }

  private static DamagedException damaged() {
    return new DamagedException("a page of differences is damaged");
  }
}
