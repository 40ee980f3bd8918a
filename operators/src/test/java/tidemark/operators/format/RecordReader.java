package tidemark.operators.format;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import tidemark.operators.batch.Batch;

/**
 * Reads the batches of one split from a stream: fills a buffer, decodes it, grows it for long
 * records up to the limit, and passes over records beyond the limit, which are bad. A batch is
 * valid until the next call. Used by one thread; closes nothing.
 */
public final class RecordReader {
  private static final int SPARE = 16;
  private static final int FIRST_SIZE = 1 << 20;

  private final InputStream in;
  private final Decoder decoder;
  private final int maxRecordBytes;
  private byte[] buffer;
  private int from;
  private int to;
  private boolean ended;
  private boolean passing;
  private long bytesRead;

  /**
   * @param in the split's bytes in UTF-8, from a record's start to a record's end
   * @param maxRecordBytes the longest record, see {@link FormatOptions#maxRecordBytes}
   */
  public RecordReader(InputStream in, Decoder decoder, int maxRecordBytes) {
    this(in, decoder, maxRecordBytes, FIRST_SIZE);
  }

  RecordReader(InputStream in, Decoder decoder, int maxRecordBytes, int firstSize) {
    this.in = in;
    this.decoder = decoder;
    this.maxRecordBytes = maxRecordBytes;
    this.buffer = new byte[firstSize + SPARE];
  }

  /** Bytes of the stream that were taken so far. */
  public long bytesRead() {
    return bytesRead;
  }

  /** The next rows, at least one, or null at the end. */
  public @Nullable Batch next() throws IOException {
    while (true) {
      if (passing) {
        pass();
      }
      if (!passing) {
        from = decoder.decode(buffer, from, to, ended);
      }
      if (decoder.isFull()) {
        return decoder.take();
      }
      boolean done = ended && from == to;
      if (decoder.rows() > 0 && (done || !hasRoom())) {
        return decoder.take(); // before the bytes it points to move
      }
      if (done) {
        return null;
      }
      fill();
    }
  }

  private boolean hasRoom() {
    return to < buffer.length - SPARE;
  }

  /** Drops the bytes up to the end of a record that is too long. */
  private void pass() {
    int end = Words.indexOf(buffer, from, to, (byte) '\n');
    passing = end < 0 && !ended;
    from = end < 0 ? to : end + 1;
  }

  /** Reads more; nothing that a batch points to is in the buffer if there was no room. */
  private void fill() throws IOException {
    if (!hasRoom()) {
      if (to - from > maxRecordBytes) {
        decoder.rejectTooLong(buffer, from, to);
        passing = true;
        if (decoder.rows() > 0) {
          return; // the kept row is taken first
        }
        from = to;
      }
      makeRoom();
    }
    int count = in.read(buffer, to, buffer.length - SPARE - to);
    if (count < 0) {
      ended = true;
    } else {
      to += count;
      bytesRead += count;
    }
  }

  private void makeRoom() {
    int length = to - from;
    if (length > (buffer.length - SPARE) / 2) {
      long wanted =
          Math.min(2L * buffer.length, Math.max(buffer.length, maxRecordBytes + 1L + SPARE));
      byte[] larger = Arrays.copyOf(buffer, (int) Math.min(wanted, Integer.MAX_VALUE - 16));
      System.arraycopy(buffer, from, larger, 0, length);
      buffer = larger;
    } else {
      System.arraycopy(buffer, from, buffer, 0, length);
    }
    from = 0;
    to = length;
  }
}
