package tidemark.connectors.kafka;

import java.nio.ByteBuffer;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import tidemark.operators.batch.ColumnBuilder;
import tidemark.operators.types.DataType;

/** Values as they are: one column of bytes or text, null where a record has no value. */
record PlainValues(DataType type) implements RecordValues {
  @Override
  public Rows of(List<ConsumerRecord<ByteBuffer, ByteBuffer>> records) {
    ColumnBuilder values = ColumnBuilder.of(type);
    records.forEach(record -> Metadata.bytes(record.value(), values));
    return new Rows(List.of(values.build()), records);
  }
}
