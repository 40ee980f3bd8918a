package tidemark.connectors.kafka;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteBufferDeserializer;
import org.jspecify.annotations.Nullable;
import tidemark.operators.batch.Batch;
import tidemark.operators.diagnostics.Code;

/**
 * The consumers of a source, one for each partition that is being read, kept with their connections
 * from one micro-batch to the next. Records' keys and values are slices of what was fetched.
 */
final class Consumers implements AutoCloseable {
  /** So much of a partition comes with one answer: the network is waited for rarely. */
  private static final int PARTITION_BYTES = 4 << 20;

  /**
   * So long a broker waits for records that are not there. What is read is there; but a consumer
   * asks ahead, behind the end too, and waits for that answer before it can read a partition anew.
   */
  private static final int WAIT_MILLIS = 10;

  /** A batch of rows. */
  private static final int RECORDS = Batch.MAX_ROWS;

  private final SourceSettings settings;
  private final Queue<Consumer<ByteBuffer, ByteBuffer>> idle = new ConcurrentLinkedQueue<>();

  Consumers(SourceSettings settings) {
    this.settings = settings;
  }

  /** One that stands at an offset of a partition; it is the caller's until it is given back. */
  Consumer<ByteBuffer, ByteBuffer> take(TopicPartition partition, long offset) {
    @Nullable Consumer<ByteBuffer, ByteBuffer> kept = idle.poll();
    Consumer<ByteBuffer, ByteBuffer> consumer = kept == null ? connect() : kept;
    consumer.assign(List.of(partition));
    consumer.seek(partition, offset);
    return consumer;
  }

  /** One without a partition, which the caller closes. */
  Consumer<ByteBuffer, ByteBuffer> connect() {
    Map<String, Object> config = settings.kafka().client();
    config.put("enable.auto.commit", false);
    config.put("auto.offset.reset", "none");
    config.put("isolation.level", settings.committedOnly() ? "read_committed" : "read_uncommitted");
    config.put("max.partition.fetch.bytes", PARTITION_BYTES);
    config.put("fetch.max.bytes", 4 * PARTITION_BYTES);
    config.put("max.poll.records", RECORDS);
    config.put("fetch.max.wait.ms", WAIT_MILLIS);
    config.putIfAbsent("receive.buffer.bytes", 1 << 20);
    ByteBufferDeserializer bytes = new ByteBufferDeserializer();
    try {
      return new KafkaConsumer<>(config, bytes, bytes);
    } catch (KafkaException e) {
      throw settings.kafka().failure(Code.TM615, "cannot be connected to", e);
    }
  }

  /** Takes one back that has done its work. */
  void give(Consumer<ByteBuffer, ByteBuffer> consumer) {
    consumer.unsubscribe();
    idle.add(consumer);
  }

  /** Ends one that failed; what it has fetched is waited for no more. */
  static void drop(Consumer<ByteBuffer, ByteBuffer> consumer) {
    consumer.close(CloseOptions.timeout(Duration.ZERO));
  }

  @Override
  public void close() {
    for (@Nullable Consumer<ByteBuffer, ByteBuffer> each = idle.poll();
        each != null;
        each = idle.poll()) {
      drop(each);
    }
  }
}
