package tidemark.operators.codec;

/** A block of snappy that is being unpacked, element by element; anything may be wrong with it. */
final class SnappyBlock {
  final byte[] in;
  final int to;
  final byte[] out;
  final int limit;

  /** Where the next element begins. */
  int at;

  /** How many bytes are unpacked. */
  int made;

  /**
   * @param from where the elements begin
   * @param limit the bytes that they become; {@code out} has at least as many
   */
  SnappyBlock(byte[] in, int from, int to, byte[] out, int limit) {
    this.in = in;
    this.at = from;
    this.to = to;
    this.out = out;
    this.limit = limit;
  }

  /** Unpacks the next element, a literal or a copy of what was unpacked before. */
  void element() throws DamagedException {
    int tag = in[at++] & 0xFF;
    switch (tag & 3) {
      case 0 -> literal(tag >>> 2);
      case 1 -> {
        int low = (int) number(1);
        copy((tag & 0xE0) << 3 | low, (tag >>> 2 & 7) + 4);
      }
      case 2 -> copy(number(2), (tag >>> 2) + 1);
      default -> copy(number(4), (tag >>> 2) + 1);
    }
  }

  private void literal(int size) throws DamagedException {
    long length = size < 60 ? size + 1 : number(size - 59) + 1;
    check(length <= to - at && length <= limit - made);
    System.arraycopy(in, at, out, made, (int) length);
    at += (int) length;
    made += (int) length;
  }

  private void copy(long offset, int length) throws DamagedException {
    check(offset > 0 && offset <= made && length <= limit - made);
    Snappy.copy(out, made - (int) offset, made, length);
    made += length;
  }

  /** The next number of so many bytes. */
  private long number(int bytes) throws DamagedException {
    check(bytes <= to - at);
    long number = LittleEndian.getLongWithin(in, at, at + bytes);
    at += bytes;
    return number;
  }

  private static void check(boolean holds) throws DamagedException {
    if (!holds) {
      throw Snappy.damaged();
    }
  }
}
