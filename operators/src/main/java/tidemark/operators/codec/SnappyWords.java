package tidemark.operators.codec;

/**
 * Unpacks the short elements of a snappy block in words of eight bytes, as long as there is room
 * around them to read and write too much, and stops before an element that is otherwise or wrong:
 * that is left to {@link SnappyBlock#element}.
 */
final class SnappyWords {
  /** The longest literal that is copied in words. */
  private static final int SHORT = 2 * Long.BYTES;

  /** What an element may read: its tag, its numbers, and the words of a literal. */
  private static final int READ = 1 + SHORT;

  /** What an element may write: the words of the longest copy. */
  private static final int WRITTEN = 64;

  private SnappyWords() {}

  /** Unpacks elements, perhaps none. */
  static void unpack(SnappyBlock block) {
    byte[] in = block.in;
    byte[] out = block.out;
    int lastAt = block.to - READ;
    int lastMade = block.limit - WRITTEN;
    int at = block.at;
    int made = block.made;
    while (at <= lastAt && made <= lastMade) {
      int tag = in[at] & 0xFF;
      int kind = tag & 3;
      int length = (tag >>> 2) + 1;
      if (kind == 0) {
        if (length > SHORT) {
          break;
        }
        LittleEndian.putLong(out, made, LittleEndian.getLong(in, at + 1));
        if (length > Long.BYTES) {
          LittleEndian.putLong(out, made + 8, LittleEndian.getLong(in, at + 9));
        }
        at += 1 + length;
        made += length;
        continue;
      }
      int offset;
      if (kind == 1) {
        length = (tag >>> 2 & 7) + 4;
        offset = (tag & 0xE0) << 3 | in[at + 1] & 0xFF;
      } else if (kind == 2) {
        offset = in[at + 1] & 0xFF | (in[at + 2] & 0xFF) << 8;
      } else {
        break;
      }
      if (offset < Long.BYTES || offset > made) {
        break;
      }
      LittleEndian.putLong(out, made, LittleEndian.getLong(out, made - offset));
      if (length > Long.BYTES) {
        copyMore(out, made - offset, made, length);
      }
      at += kind + 1;
      made += length;
    }
    block.at = at;
    block.made = made;
  }

  private static void copyMore(byte[] out, int source, int target, int length) {
    for (int i = Long.BYTES; i < length; i += Long.BYTES) {
      LittleEndian.putLong(out, target + i, LittleEndian.getLong(out, source + i));
    }
  }
}
