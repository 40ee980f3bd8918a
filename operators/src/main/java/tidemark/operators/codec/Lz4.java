package tidemark.operators.codec;

/** LZ4's raw block format, and blocks framed as Hadoop does; only read. */
final class Lz4 {
  private static final int FRAME = 8;

  private Lz4() {}

  /** Unpacks a raw block into {@code out[made, limit)}; the end of what it made. */
  static int unpack(byte[] in, int from, int to, byte[] out, int madeBefore, int limit)
      throws DamagedException {
    int at = from;
    int made = madeBefore;
    while (at < to) {
      int token = in[at++] & 0xFF;
      int literal = token >>> 4;
      if (literal == 15) {
        int more;
        do {
          check(at < to);
          more = in[at++] & 0xFF;
          literal += more;
        } while (more == 255);
      }
      check(literal >= 0 && literal <= to - at && literal <= limit - made);
      System.arraycopy(in, at, out, made, literal);
      at += literal;
      made += literal;
      if (at == to) {
        return made;
      }
      check(to - at >= 2);
      int offset = in[at] & 0xFF | (in[at + 1] & 0xFF) << 8;
      at += 2;
      int length = (token & 15) + 4;
      if ((token & 15) == 15) {
        int more;
        do {
          check(at < to);
          more = in[at++] & 0xFF;
          length += more;
        } while (more == 255);
      }
      check(offset > 0 && offset <= made && length >= 0 && length <= limit - made);
      Snappy.copy(out, made - offset, made, length);
      made += length;
    }
    return made;
  }

  /**
   * Unpacks a sequence of blocks, each after its unpacked and packed length, highest byte first;
   * false if the bytes are not such a sequence.
   */
  static boolean unpackFramed(byte[] in, int from, int to, byte[] out, int expected) {
    int at = from;
    int made = 0;
    try {
      while (at < to) {
        check(to - at >= FRAME);
        int unpacked = Integer.reverseBytes(LittleEndian.getInt(in, at));
        int packed = Integer.reverseBytes(LittleEndian.getInt(in, at + 4));
        at += FRAME;
        check(packed >= 0 && packed <= to - at && unpacked >= 0 && unpacked <= expected - made);
        check(unpack(in, at, at + packed, out, made, made + unpacked) == made + unpacked);
        made += unpacked;
        at += packed;
      }
    } catch (DamagedException notFramed) {
      return false;
    }
    return made == expected;
  }

  private static void check(boolean holds) throws DamagedException {
    if (!holds) {
      throw new DamagedException("a block packed with lz4 is damaged");
    }
  }
}
