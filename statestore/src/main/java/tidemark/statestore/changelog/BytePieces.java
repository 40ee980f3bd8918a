package tidemark.statestore.changelog;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;

/** Keeps what is written in pieces, so that nothing is copied while it becomes more. */
final class BytePieces extends OutputStream {
  private static final int FIRST = 1 << 12;
  private static final int LONGEST = 1 << 18;

  /** So many of the longest pieces are kept when the bytes are forgotten: 8 MB. */
  private static final int KEPT = 32;

  private final List<byte[]> full = new ArrayList<>();
  private final List<byte[]> spare = new ArrayList<>();
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
        last = next();
        used = 0;
      }
      int length = Math.min(end - at, last.length - used);
      System.arraycopy(bytes, at, last, used, length);
      used += length;
      at += length;
    }
  }

  private byte[] next() {
    return last.length < LONGEST || spare.isEmpty()
        ? new byte[Math.min(LONGEST, 2 * last.length)]
        : spare.remove(spare.size() - 1);
  }

  /** Forgets what was written; long pieces are kept for what comes. */
  void clear() {
    full.add(last);
    for (byte[] piece : full) {
      if (piece.length == LONGEST && spare.size() < KEPT) {
        spare.add(piece);
      }
    }
    full.clear();
    last = spare.isEmpty() ? new byte[FIRST] : spare.remove(spare.size() - 1);
    used = 0;
  }

  /** Writes all of it, in order. */
  void writeTo(OutputStream out) throws IOException {
    for (byte[] piece : full) {
      out.write(piece, 0, piece.length);
    }
    out.write(last, 0, used);
  }
}
