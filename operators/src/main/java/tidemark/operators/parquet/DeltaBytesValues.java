package tidemark.operators.parquet;

import java.util.Arrays;
import tidemark.operators.codec.DamagedException;

/**
 * Byte values whose lengths stand before them as differences (DELTA_LENGTH_BYTE_ARRAY), optionally
 * only what follows the part that a value shares with the one before (DELTA_BYTE_ARRAY).
 */
final class DeltaBytesValues implements Values {
  private final byte[] bytes;
  private final int to;
  private final long[] shared;
  private final long[] lengths;
  private int next;
  private int at;
  private byte[] last = new byte[64];
  private int lastLength;

  private DeltaBytesValues(byte[] bytes, int to, long[] shared, long[] lengths, int at) {
    this.bytes = bytes;
    this.to = to;
    this.shared = shared;
    this.lengths = lengths;
    this.at = at;
  }

  /** At most {@code most} values that stand whole behind their lengths. */
  static DeltaBytesValues whole(byte[] bytes, int from, int to, int most) throws DamagedException {
    DeltaDecoder lengths = new DeltaDecoder(bytes, from, to);
    long[] read = all(lengths, most);
    return new DeltaBytesValues(bytes, to, new long[0], read, lengths.end());
  }

  /** At most {@code most} values that continue the one before. */
  static DeltaBytesValues continuing(byte[] bytes, int from, int to, int most)
      throws DamagedException {
    DeltaDecoder prefixes = new DeltaDecoder(bytes, from, to);
    long[] shared = all(prefixes, most);
    DeltaDecoder lengths = new DeltaDecoder(bytes, prefixes.end(), to);
    long[] read = all(lengths, most);
    if (read.length != shared.length) {
      throw PlainValues.tooShort();
    }
    return new DeltaBytesValues(bytes, to, shared, read, lengths.end());
  }

  @Override
  public void bytes(BytesVector target, int count) throws DamagedException {
    if (count > lengths.length - next) {
      throw PlainValues.tooShort();
    }
    boolean points = shared.length == 0 && target.pointsInto(bytes);
    for (int i = 0; i < count; i++) {
      long length = lengths[next];
      if (length < 0 || length > to - at) {
        throw PlainValues.tooShort();
      }
      if (points) {
        target.place(at, (int) length);
      } else if (shared.length == 0) {
        target.copy(bytes, at, (int) length);
      } else {
        continueLast(shared[next], (int) length);
        target.copy(last, 0, lastLength);
      }
      at += (int) length;
      next++;
    }
  }

  private void continueLast(long prefix, int length) throws DamagedException {
    if (prefix < 0 || prefix > lastLength) {
      throw PlainValues.tooShort();
    }
    int whole = (int) prefix + length;
    if (whole > last.length) {
      last = Arrays.copyOf(last, Math.max(whole, 2 * last.length));
    }
    System.arraycopy(bytes, at, last, (int) prefix, length);
    lastLength = whole;
  }

  private static long[] all(DeltaDecoder decoder, int most) throws DamagedException {
    if (decoder.left() > most) {
      throw new DamagedException("a page has more values than it states");
    }
    long[] read = new long[(int) decoder.left()];
    decoder.read(read, 0, read.length);
    return read;
  }
}
