package tidemark.connectors.kafka;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.KafkaException;
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
  private final Consumer<byte[], byte[]> consumer;
  private final Deque<ConsumerRecord<byte[], byte[]>> fetched = new ArrayDeque<>();
  private long bytes;
  private boolean isAtEnd;

  PartitionReader(SourceSettings settings, KafkaSource.Records range, RecordRows rows) {
    this.settings = settings;
    this.range = range;
    this.rows = rows;
    this.consumer = KafkaSource.consumer(settings);
    consumer.assign(List.of(range.partition()));
    consumer.seek(range.partition(), range.from());
  }

  @Override
  public @Nullable Batch next() {
    while (true) {
      List<ConsumerRecord<byte[], byte[]>> chunk = chunk();
      if (chunk.isEmpty()) {
        return null;
      }
      Batch batch = rows.of(chunk);
      if (batch.size() > 0) {
        return batch;
      }
    }
  }

  /** Up to a batch of records; none at the end. */
  private List<ConsumerRecord<byte[], byte[]>> chunk() {
    List<ConsumerRecord<byte[], byte[]>> chunk = new ArrayList<>();
    while (chunk.size() < Batch.MAX_ROWS && fill()) {
      ConsumerRecord<byte[], byte[]> record = fetched.poll();
      bytes += Math.max(0, record.serializedKeySize()) + Math.max(0, record.serializedValueSize());
      chunk.add(record);
    }
    return chunk;
  }

  /** Whether there is another record. */
  private boolean fill() {
    int idle = 0;
    while (fetched.isEmpty() && !isAtEnd) {
      try {
        consumer.poll(POLL).forEach(this::take);
        isAtEnd |= consumer.position(range.partition()) >= range.to();
      } catch (OffsetOutOfRangeException e) {
        throw new Failure(
            Code.TM603,
            range.location() + " does not have offset " + consumer.position(range.partition()),
            "raise the topic's retention (by the records' own timestamps); nothing was skipped",
            e);
      } catch (KafkaException e) {
        throw settings.kafka().failure(Code.TM615, "does not answer", e);
      }
      idle = fetched.isEmpty() ? idle + 1 : 0;
      if (!isAtEnd && idle * POLL.toMillis() > settings.kafka().timeoutMillis()) {
        throw new Failure(
            Code.TM615,
            "%s gave no record for %d s, and offset %d is to be read"
                .formatted(
                    range.location(),
                    settings.kafka().timeoutMillis() / 1000,
                    consumer.position(range.partition())),
            "see whether the partition has a leader; a transaction that stays open holds its"
                + " readers up");
      }
    }
    return !fetched.isEmpty();
  }

  private void take(ConsumerRecord<byte[], byte[]> record) {
    if (record.offset() < range.to()) {
      fetched.add(record);
    } else {
      isAtEnd = true;
    }
  }

  @Override
  public long bytesRead() {
    return bytes;
  }

  @Override
  public void close() {
    consumer.close(org.apache.kafka.clients.consumer.CloseOptions.timeout(Duration.ZERO));
  }
}
