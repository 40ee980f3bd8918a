package tidemark.connectors.kafka;

import java.nio.ByteBuffer;
import java.util.BitSet;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import tidemark.operators.connector.BadRecordPolicy;
import tidemark.operators.connector.ReadRequest;

/**
 * What is to be read of one partition, and what becomes of bad records.
 *
 * @param badRecordColumn the position of the column that takes the text of a bad record
 */
record ReadTask(
    SourceSettings settings,
    String location,
    ReadRequest request,
    BadRecordPolicy policy,
    Optional<Integer> badRecordColumn) {
  /** The columns of values that are needed. */
  BitSet neededValues() {
    return request.needed().get(0, settings.values().size());
  }

  /** Reports a record with its bytes as they came, and its offset. */
  void reportBad(ConsumerRecord<ByteBuffer, ByteBuffer> record, String reason) {
    byte[] value = bytes(record);
    request.badRecords().report(location, record.offset(), value, 0, value.length, reason);
  }

  /** A copy of a record's value. */
  static byte[] bytes(ConsumerRecord<ByteBuffer, ByteBuffer> record) {
    byte[] value = new byte[record.value().remaining()];
    record.value().get(record.value().position(), value);
    return value;
  }
}
