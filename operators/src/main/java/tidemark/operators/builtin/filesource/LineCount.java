package tidemark.operators.builtin.filesource;

import java.io.IOException;
import java.io.InputStream;

/** Counts lines of unpacked bytes. */
final class LineCount {
  private static final int BUFFER = 256 * 1024;

  private LineCount() {}

  /** Line ends in the stream, and one more if bytes stand after the last one. */
  static long lines(InputStream unpacked) throws IOException {
    byte[] buffer = new byte[BUFFER];
    long ends = 0;
    byte last = '\n';
    for (int count = unpacked.read(buffer); count >= 0; count = unpacked.read(buffer)) {
      ends += ends(buffer, count);
      last = count > 0 ? buffer[count - 1] : last;
    }
    return last == '\n' ? ends : ends + 1;
  }

  /** Line ends in the stream. */
  static long ends(InputStream unpacked) throws IOException {
    byte[] buffer = new byte[BUFFER];
    long ends = 0;
    for (int count = unpacked.read(buffer); count >= 0; count = unpacked.read(buffer)) {
      ends += ends(buffer, count);
    }
    return ends;
  }

  private static long ends(byte[] buffer, int count) {
    int ends = 0;
    for (int i = 0; i < count; i++) {
      if (buffer[i] == '\n') {
        ends++;
      }
    }
    return ends;
  }
}
