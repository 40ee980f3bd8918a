package tidemark.connectors.kafka;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import tidemark.operators.batch.Batch;
import tidemark.operators.connector.SplitReader;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;

/**
 * The records of some offsets of a partition. Offsets without a record (of transactions' marks, or
 * compacted away) are passed over; the end is reached when the consumer's position is.
 */
final class PartitionReader implements SplitReader {
  private static final Duration POLL = Duration.ofMillis(200);

  private final SourceSettings settings;
  private final KafkaSource.Records range;
  private final RecordRows rows;
  private final Consumers consumers;
  private final LostRecords lost;
  private final Map<Integer, Long> newestRead;
  private final Consumer<ByteBuffer, ByteBuffer> consumer;
  private List<ConsumerRecord<ByteBuffer, ByteBuffer>> given = List.of();
  private long bytes;
  private boolean isAtEnd;

  /**
   * @param newestRead takes the time of the partition's last record, in milliseconds
   */
  PartitionReader(
      SourceSettings settings,
      KafkaSource.Records range,
      RecordRows rows,
      Consumers consumers,
      LostRecords lost,
      Map<Integer, Long> newestRead) {
    this.settings = settings;
    this.range = range;
    this.rows = rows;
    this.consumers = consumers;
    this.lost = lost;
    this.newestRead = newestRead;
    this.consumer = consumers.take(range.partition(), range.from());
  }

  @Override
  public @Nullable Batch next() {
    while (!isAtEnd) {
      List<ConsumerRecord<ByteBuffer, ByteBuffer>> records = fetch();
      if (!records.isEmpty()) {
        Batch batch = rows.of(records);
        given = batch.size() == records.size() ? records : List.of();
        if (batch.size() > 0) {
          return batch;
        }
      }
    }
    return null;
  }

  /** The next records; none only at the end. */
  private List<ConsumerRecord<ByteBuffer, ByteBuffer>> fetch() {
    for (int idle = 0; !isAtEnd; idle++) {
      if (idle * POLL.toMillis() > settings.kafka().timeoutMillis()) {
        throw silent();
      }
      List<ConsumerRecord<ByteBuffer, ByteBuffer>> fetched = poll();
      if (!fetched.isEmpty()) {
        return inRange(fetched);
      }
    }
    return List.of();
  }

  private List<ConsumerRecord<ByteBuffer, ByteBuffer>> poll() {
    try {
      return kept();
    } catch (KafkaException e) {
      throw settings.kafka().failure(Code.TM615, "does not answer", e);
    }
  }

  /** What came of those that the broker still has. */
  private List<ConsumerRecord<ByteBuffer, ByteBuffer>> kept() {
    try {
      List<ConsumerRecord<ByteBuffer, ByteBuffer>> fetched =
          consumer.poll(POLL).records(range.partition());
      isAtEnd = consumer.position(range.partition()) >= range.to();
      return fetched;
    } catch (OffsetOutOfRangeException e) {
      return passOverLost(e);
    }
  }

  private List<ConsumerRecord<ByteBuffer, ByteBuffer>> passOverLost(OffsetOutOfRangeException e) {
    List<TopicPartition> only = List.of(range.partition());
    long beginning = consumer.beginningOffsets(only).get(range.partition());
    long next = lost.firstKept(range, consumer.position(range.partition()), beginning, e);
    consumer.seek(range.partition(), next);
    isAtEnd = next >= range.to();
    return List.of();
  }

  private Failure silent() {
    return new Failure(
        Code.TM615,
        "%s gave no record for %d s, and offset %d is to be read"
            .formatted(
                range.location(),
                settings.kafka().timeoutMillis() / 1000,
                consumer.position(range.partition())),
        "see whether the partition has a leader; a transaction that stays open holds its"
            + " readers up");
  }

  /** Offsets only grow, so what lies beyond the range is at the end. */
  private List<ConsumerRecord<ByteBuffer, ByteBuffer>> inRange(
      List<ConsumerRecord<ByteBuffer, ByteBuffer>> fetched) {
    int count = fetched.size();
    while (count > 0 && fetched.get(count - 1).offset() >= range.to()) {
      count--;
    }
    for (int i = 0; i < count; i++) {
      ConsumerRecord<ByteBuffer, ByteBuffer> record = fetched.get(i);
      bytes += Math.max(0, record.serializedKeySize()) + Math.max(0, record.serializedValueSize());
    }
    if (count > 0) {
      newestRead.put(range.partition().partition(), fetched.get(count - 1).timestamp());
    }
    return fetched.subList(0, count);
  }

  /** Known as long as every record of the batch is a row. */
  @Override
  public OptionalLong position(int row) {
    return given.isEmpty() ? OptionalLong.empty() : OptionalLong.of(given.get(row).offset());
  }

  @Override
  public long bytesRead() {
    return bytes;
  }

  /** A consumer that has not come to its end may be broken, or holds records nobody waits for. */
  @Override
  public void close() {
    if (isAtEnd) {
      consumers.give(consumer);
    } else {
      Consumers.drop(consumer);
    }
  }
}
