package tidemark.operators.format;

import java.util.OptionalLong;
import tidemark.operators.batch.Batch;

/**
 * Turns the bytes of one split, in order, into batches. Used by one thread.
 *
 * <p>String columns point into the buffer that was decoded (no copy), so between {@link #decode}
 * and the end of the use of the batch that {@link #take} gives, the caller leaves the decoded bytes
 * as they are: take the batch before the buffer is refilled, moved or grown, and refill it only
 * when the batch has been consumed.
 *
 * <p>With a csv header, the first record that a decoder is given is the header: for a split that
 * does not begin at the file's start, decode the file's first record first.
 */
public interface Decoder {
  /** Bytes to leave unused behind the last one, so that the last records are read fast, too. */
  int ROOM_BEHIND = FastJson.MARGIN;

  /**
   * Appends the records of {@code buffer[from, to)} to the batch being built; {@code from} is the
   * start of a record. Stops where the batch is full or no whole record is left.
   *
   * <p>For speed leave {@link #ROOM_BEHIND} bytes of the array unused after {@code to}; what they
   * hold does not matter.
   *
   * @param endOfInput whether the split ends at {@code to}, so that a last record without line end
   *     is whole
   * @return the offset of the first byte that was not consumed: the start of a record
   * @throws tidemark.operators.diagnostics.Failure if a bad record fails the run, or a header does
   *     not fit (TM613)
   */
  int decode(byte[] buffer, int from, int to, boolean endOfInput);

  /**
   * Notes a record that is longer than the limit as bad; {@code buffer[from, to)} is its beginning.
   * The caller goes on after the record's end.
   */
  void rejectTooLong(byte[] buffer, int from, int to);

  /** Rows in the batch being built. */
  int rows();

  /**
   * The rows so far as a batch of the whole schema, columns not needed all null; starts anew. The
   * batch is valid until anything else is decoded.
   */
  Batch take();

  /**
   * The line (from 1) of the location on which a row of the batch taken last begins; empty if that
   * is not known. Before anything else is decoded. May be slow.
   */
  default OptionalLong position(int row) {
    return OptionalLong.empty();
  }

  /** True if the batch must be taken before another record can be decoded. */
  default boolean isFull() {
    return rows() >= Batch.MAX_ROWS;
  }
}
