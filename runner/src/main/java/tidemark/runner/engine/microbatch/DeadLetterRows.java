package tidemark.runner.engine.microbatch;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import tidemark.operators.batch.BatchBuilder;
import tidemark.operators.batch.BytesBuilder;
import tidemark.operators.batch.LongBuilder;
import tidemark.operators.batch.RowOrigin;
import tidemark.operators.connector.DeadLetter;
import tidemark.operators.connector.SinkWriter;
import tidemark.operators.diagnostics.Code;

/**
 * Dead letters on their way to their sink. Used by one thread at a time; {@link #flush} at the end.
 */
final class DeadLetterRows {
  private final @Nullable SinkWriter writer;
  private final BatchBuilder rows = new BatchBuilder(DeadLetter.COLUMNS);

  /**
   * @param writer where dead letters go; null if there is no dead-letter sink, or it has this batch
   *     already
   */
  DeadLetterRows(@Nullable SinkWriter writer) {
    this.writer = writer;
  }

  /** Adds a record that cannot be decoded. */
  void add(
      String source,
      String location,
      long position,
      String reason,
      byte[] buffer,
      int offset,
      int length) {
    if (writer == null) {
      return;
    }
    text(0, source);
    text(1, location);
    ((LongBuilder) rows.column(2)).append(position);
    text(3, Code.TM601.name());
    text(4, reason);
    ((BytesBuilder) rows.column(5)).append(buffer, offset, length);
    rows.column(6).appendNull();
    rows.column(7).appendNull();
    closeRow();
  }

  /**
   * Adds a row on which a step fails.
   *
   * @param json the row
   */
  void add(Optional<RowOrigin> origin, int row, String step, String reason, String json) {
    if (writer == null) {
      return;
    }
    OptionalLong position = origin.isPresent() ? origin.get().position(row) : OptionalLong.empty();
    origin.ifPresentOrElse(o -> text(0, o.source()), rows.column(0)::appendNull);
    origin.ifPresentOrElse(o -> text(1, o.location()), rows.column(1)::appendNull);
    position.ifPresentOrElse(
        p -> ((LongBuilder) rows.column(2)).append(p), rows.column(2)::appendNull);
    text(3, Code.TM610.name());
    text(4, reason);
    rows.column(5).appendNull();
    text(6, step);
    text(7, json);
    closeRow();
  }

  /** Hands over what is left. */
  void flush() {
    if (writer != null && rows.rows() > 0) {
      writer.write(rows.take());
    }
  }

  private void text(int column, String value) {
    byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
    ((BytesBuilder) rows.column(column)).append(bytes, 0, bytes.length);
  }

  private void closeRow() {
    rows.closeRow();
    if (rows.isFull()) {
      flush();
    }
  }
}
