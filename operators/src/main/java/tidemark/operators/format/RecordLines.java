package tidemark.operators.format;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Records that come one by one, put behind each other as the lines that a {@link Decoder} of text
 * takes. A line end inside a record becomes a tab: both are white space between values, and neither
 * may stand in a JSON string, so no value changes and no bad record turns good.
 */
public final class RecordLines {
  private byte[] bytes = new byte[1 << 16];
  private int end;

  /** The lines, from the array's front, with the room behind them that decoders like. */
  public byte[] bytes() {
    return bytes;
  }

  /** Where the lines end. */
  public int end() {
    return end;
  }

  /** Forgets the lines; their bytes are written over from now on. */
  public void clear() {
    end = 0;
  }

  /** Appends a record, whose position stays. */
  public void add(ByteBuffer record) {
    int length = record.remaining();
    int needed = end + length + 1 + Decoder.ROOM_BEHIND;
    if (needed > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(needed, bytes.length * 2));
    }
    record.get(record.position(), bytes, end, length);
    int to = end + length;
    for (int at = Words.indexOf(bytes, end, to, (byte) '\n');
        at >= 0;
        at = Words.indexOf(bytes, at + 1, to, (byte) '\n')) {
      bytes[at] = '\t';
    }
    bytes[to] = '\n';
    end = to + 1;
  }
}
