package tidemark.operators.builtin.exec;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** The last part of what a process prints, read without waiting for it. */
final class LastOutput {
  private static final int KEPT = 2_000;

  private final InputStream printed;
  private final byte[] piece = new byte[1 << 16];
  private byte[] last = new byte[0];

  LastOutput(InputStream printed) {
    this.printed = printed;
  }

  /** Takes what there is; whether there was anything. */
  boolean take() {
    try {
      int ready = Math.min(printed.available(), piece.length);
      int read = ready == 0 ? 0 : printed.read(piece, 0, ready);
      if (read <= 0) {
        return false;
      }
      int old = Math.min(last.length, Math.max(0, KEPT - read));
      int fresh = Math.min(read, KEPT);
      byte[] joined = new byte[old + fresh];
      System.arraycopy(last, last.length - old, joined, 0, old);
      System.arraycopy(piece, read - fresh, joined, old, fresh);
      last = joined;
      return true;
    } catch (IOException e) {
      return false; // a process that is gone prints nothing
    }
  }

  /** All of it that is kept, on one line. */
  String text() {
    String text = new String(last, StandardCharsets.UTF_8);
    return text.replaceAll("[\\s\\p{Cntrl}]+", " ").strip();
  }
}
