package tidemark.runner.engine.microbatch;

import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.BatchBuilder;
import tidemark.operators.batch.BytesBuilder;
import tidemark.operators.batch.LongBuilder;
import tidemark.operators.batch.Selection;
import tidemark.operators.connector.SinkWriter;
import tidemark.operators.format.ByteSink;
import tidemark.operators.format.Encoder;
import tidemark.operators.format.Format;
import tidemark.operators.format.FormatOptions;
import tidemark.operators.format.Formats;
import tidemark.operators.late.LateRow;
import tidemark.operators.late.LateRows;

/** Writes the rows that one worker's part of a step leaves out as late to the sink for them. */
final class LateRowsWriter implements LateRows {
  private final String step;
  private final long watermarkMicros;
  private final AtomicLong counter;
  private final @Nullable SinkWriter writer;
  private final BatchBuilder rows = new BatchBuilder(LateRow.COLUMNS);
  private final ByteSink text = new ByteSink(256);

  /**
   * @param writer where late rows go; null if their sink has this batch already
   */
  LateRowsWriter(
      String step, long watermarkMillis, AtomicLong counter, @Nullable SinkWriter writer) {
    this.step = step;
    this.watermarkMicros = Math.multiplyExact(watermarkMillis, 1000L);
    this.counter = counter;
    this.writer = writer;
  }

  @Override
  public void take(Batch late) {
    counter.addAndGet(late.count());
    if (writer == null) {
      return;
    }
    Encoder json = Formats.encoder(FormatOptions.of(Format.NDJSON), late.schema());
    Selection selection = late.selection();
    for (int i = 0; i < selection.count(); i++) {
      text.clear();
      json.encode(late.select(Selection.of(new int[] {selection.row(i)}, 1)), text);
      ((BytesBuilder) rows.column(0)).append(step);
      ((LongBuilder) rows.column(1)).append(watermarkMicros);
      int withoutLineEnd = text.size() - 1;
      ((BytesBuilder) rows.column(2)).append(text.bytes(), 0, withoutLineEnd);
      rows.closeRow();
    }
    writer.write(rows.take());
  }
}
