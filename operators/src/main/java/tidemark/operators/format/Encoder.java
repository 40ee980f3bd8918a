package tidemark.operators.format;

import tidemark.operators.batch.Batch;

/**
 * Turns batches of one schema into records of UTF-8 bytes. Used by one thread.
 *
 * <p>Timestamps are ISO 8601 in UTC with milliseconds, or microseconds where there are any ({@code
 * 2024-01-01T12:00:00.000Z}, {@code 2024-01-01T12:00:00.000001Z}); timestamp_ntz the same without
 * {@code Z}; dates {@code 2024-01-01}; decimals plain with all digits of their scale; doubles and
 * floats in a form that reads back to the same value, NaN and the infinities as the texts {@code
 * NaN}, {@code Infinity}, {@code -Infinity}; binary as base64. In ndjson every row has every
 * column: null is written as {@code null}. In csv null is the null value (empty by default) and the
 * empty string is quoted.
 */
public interface Encoder {
  /** Writes what stands before the first record of a file: a csv header, or nothing. */
  void begin(ByteSink out);

  /** Appends the selected rows of the batch, one record each. */
  void encode(Batch batch, ByteSink out);
}
