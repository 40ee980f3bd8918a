package tidemark.statestore.changelog;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;

/** Keeps what is written in pieces, so that nothing is copied while it becomes more. */
final class BytePieces extends OutputStream {
  private static final int FIRST = 1 << 12;
  private static final int LONGEST = 1 << 18;

  private final List<byte[]> full = new ArrayList<>();
  private byte[] last = new byte[FIRST];
  private int used;

  @Override
  public void write(int b) {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int from, int count) {
    int at = from;
    int end = from + count;
    while (at < end) {
      if (used == last.length) {
        full.add(last);
        last = new byte[Math.min(LONGEST, 2 * last.length)];
        used = 0;
      }
      int length = Math.min(end - at, last.length - used);
      System.arraycopy(bytes, at, last, used, length);
      used += length;
      at += length;
    }
  }

  /** Writes all of it, in order. */
  void writeTo(OutputStream out) throws IOException {
    for (byte[] piece : full) {
      out.write(piece, 0, piece.length);
    }
    out.write(last, 0, used);
  }
}
