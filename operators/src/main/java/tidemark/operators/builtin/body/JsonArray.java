package tidemark.operators.builtin.body;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Takes JSON texts, each on a line of its own, and writes an array of them. A line feed never
 * stands inside such a text, so no text is parsed.
 */
final class JsonArray extends FilterOutputStream {
  private boolean begun;
  private boolean betweenTexts;

  JsonArray(OutputStream body) {
    super(body);
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] source, int offset, int length) throws IOException {
    int from = offset;
    for (int i = offset; i < offset + length; i++) {
      if (source[i] == '\n') {
        text(source, from, i - from);
        betweenTexts = true;
        from = i + 1;
      }
    }
    text(source, from, offset + length - from);
  }

  /** Part of a text. */
  private void text(byte[] source, int offset, int length) throws IOException {
    if (length == 0) {
      return;
    }
    begin();
    if (betweenTexts) {
      out.write(',');
      out.write('\n');
      betweenTexts = false;
    }
    out.write(source, offset, length);
  }

  private void begin() throws IOException {
    if (!begun) {
      begun = true;
      out.write('[');
    }
  }

  @Override
  public void close() throws IOException {
    begin();
    out.write(']');
    out.close();
  }
}
