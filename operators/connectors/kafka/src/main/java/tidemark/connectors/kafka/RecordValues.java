package tidemark.connectors.kafka;

import java.nio.ByteBuffer;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import tidemark.operators.batch.Column;

/** Turns the values of records into the columns of their schema. */
interface RecordValues {
  /**
   * At most a batch of records. What it gives is valid until the next call.
   *
   * @return the columns, and the record of each of their rows
   */
  Rows of(List<ConsumerRecord<ByteBuffer, ByteBuffer>> records);

  /** Columns, and the records that their rows are of. */
  record Rows(List<Column> columns, List<ConsumerRecord<ByteBuffer, ByteBuffer>> records) {}
}
