package tidemark.operators.format;

import java.util.Arrays;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import tidemark.operators.batch.Batch;
import tidemark.operators.connector.SplitReader;

/** Records in memory, a line each. */
public final class DecodedLines implements SplitReader {
  private final Decoder decoder;
  private final byte[] lines;
  private final int end;
  private int at;

  /**
   * @param lines the records, each with a line end behind it
   */
  public DecodedLines(Decoder decoder, byte[] lines) {
    this.decoder = decoder;
    this.end = lines.length;
    this.lines = Arrays.copyOf(lines, end + Decoder.ROOM_BEHIND);
  }

  @Override
  public @Nullable Batch next() {
    while (at < end) {
      at = decoder.decode(lines, at, end, true);
      if (decoder.rows() > 0) {
        return decoder.take();
      }
    }
    return null;
  }

  @Override
  public OptionalLong position(int row) {
    return decoder.position(row);
  }

  @Override
  public long bytesRead() {
    return at;
  }

  @Override
  public void close() {}
}
