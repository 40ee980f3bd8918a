package tidemark.connectors.kafka;

import java.nio.ByteBuffer;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.ColumnBuilder;
import tidemark.operators.format.NullColumns;
import tidemark.operators.types.Schema;

/** Turns records into rows: the columns of their values, and behind them what is beside a value. */
final class RecordRows {
  private final ReadTask task;
  private final Schema columns;
  private final RecordValues values;

  /**
   * @param schemas those that values in Avro were written with
   */
  RecordRows(ReadTask task, WriterSchemas schemas) {
    this.task = task;
    this.columns = task.settings().columns();
    this.values = values(task, schemas);
  }

  private static RecordValues values(ReadTask task, WriterSchemas schemas) {
    SourceSettings settings = task.settings();
    if (settings.avro().isPresent()) {
      return new AvroRecordValues(task, schemas, settings.avro().get().registry().isPresent());
    }
    return settings.format().isPresent()
        ? new LineValues(settings.format().get(), task)
        : new PlainValues(settings.values().field(0).type());
  }

  /** At most {@link Batch#MAX_ROWS} records; the batch is valid until the next call. */
  Batch of(List<ConsumerRecord<ByteBuffer, ByteBuffer>> records) {
    RecordValues.Rows rows = values.of(records);
    Column[] all = rows.columns().toArray(new Column[columns.size()]);
    int first = task.settings().values().size();
    for (int i = first; i < all.length; i++) {
      Metadata metadata = task.settings().metadata().get(i - first);
      all[i] =
          task.request().needed().get(i)
              ? metadata(metadata, rows.records())
              : NullColumns.column(metadata.field().type(), rows.records().size());
    }
    return new Batch(columns, all, rows.records().size());
  }

  private static Column metadata(
      Metadata metadata, List<ConsumerRecord<ByteBuffer, ByteBuffer>> records) {
    ColumnBuilder out = ColumnBuilder.of(metadata.field().type());
    records.forEach(record -> metadata.append(record, out));
    return out.build();
  }
}
