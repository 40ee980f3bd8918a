package tidemark.operators.format;

import tidemark.operators.batch.Batch;

/**
 * Turns batches of one schema into the bytes of a file. Used by one thread.
 *
 * <p>In text, records are UTF-8. Timestamps are ISO 8601 in UTC with milliseconds, or microseconds
 * where there are any ({@code 2024-01-01T12:00:00.000Z}, {@code 2024-01-01T12:00:00.000001Z});
 * timestamp_ntz the same without {@code Z}; dates {@code 2024-01-01}; decimals plain with all
 * digits of their scale; doubles and floats in a form that reads back to the same value, NaN and
 * the infinities as the texts {@code NaN}, {@code Infinity}, {@code -Infinity}; binary as base64.
 * In ndjson every row has every column: null is written as {@code null}. In csv null is the null
 * value (empty by default) and the empty string is quoted.
 */
public interface Encoder {
  /** Writes what stands before the first record of a file: a csv header, or nothing. */
  void begin(ByteSink out);

  /** Appends the selected rows of the batch, one record each; some may be held back. */
  void encode(Batch batch, ByteSink out);

  /** Writes the rows that are held back, so that what was written is a whole piece of a file. */
  default void flush(ByteSink out) {}

  /**
   * Takes the bytes of a piece, which another encoder of the same schema wrote without beginning
   * and end, as following here.
   */
  default void join(Encoder piece) {}

  /** Writes what is held back and what stands behind the last record of a file. */
  default void end(ByteSink out) {}
}
