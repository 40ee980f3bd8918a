package tidemark.connectors.kafka;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import tidemark.operators.connector.ScratchName;
import tidemark.operators.connector.SinkRequest;
import tidemark.operators.diagnostics.Code;

/**
 * The topic {@value #TOPIC}, compacted: the newest micro-batch that each sink of each checkpoint
 * has written. A batch's record in it is of the batch's transaction, so it tells the truth.
 */
final class Markers {
  private static final String TOPIC = "tidemark-batches";

  /** Small, since the newest segment is never compacted and is read at every start. */
  private static final String SEGMENT_BYTES = Integer.toString(16 << 20);

  private static final Duration POLL = Duration.ofMillis(200);

  private final KafkaSettings settings;
  private final TopicPartition only;
  private final SinkRequest request;

  Markers(KafkaSettings settings, SinkRequest request) {
    this.settings = settings;
    this.only = new TopicPartition(topic(settings.topic()), 0);
    this.request = request;
  }

  /** The topic for markers of a topic; that of a rehearsal has one of its own. */
  static String topic(String target) {
    return target.startsWith(ScratchName.PREFIX) ? target + "-batches" : TOPIC;
  }

  /** Makes the topic, if it is not there. */
  void make() {
    NewTopic topic =
        new NewTopic(only.topic(), Optional.of(1), Optional.empty())
            .configs(Map.of("cleanup.policy", "compact", "segment.bytes", SEGMENT_BYTES));
    try (Admin admin = Admin.create(settings.client())) {
      if (!admin.listTopics().names().get().contains(only.topic())) {
        admin.createTopics(List.of(topic)).all().get();
      }
    } catch (ExecutionException e) {
      if (!(e.getCause() instanceof TopicExistsException)) {
        throw settings.failure(Code.TM615, "has no place for markers (`" + only.topic() + "`)", e);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw settings.failure(Code.TM615, "was not waited for", e);
    } catch (KafkaException e) {
      throw settings.failure(Code.TM615, "cannot be connected to", e);
    }
  }

  /** Those of committed transactions, by key. */
  Map<String, Marker> read() {
    Map<String, Object> config = settings.client();
    config.put("isolation.level", "read_committed");
    config.put("enable.auto.commit", false);
    ByteArrayDeserializer bytes = new ByteArrayDeserializer();
    Map<String, Marker> newest = new TreeMap<>();
    try (Consumer<byte[], byte[]> consumer = new KafkaConsumer<>(config, bytes, bytes)) {
      consumer.assign(List.of(only));
      consumer.seekToBeginning(List.of(only));
      long end = consumer.endOffsets(List.of(only)).get(only);
      while (consumer.position(only) < end) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
          if (record.value() == null) {
            newest.remove(Marker.key(record));
          } else {
            newest.put(Marker.key(record), Marker.of(record));
          }
        }
      }
    } catch (KafkaException e) {
      throw settings.failure(Code.TM615, "does not tell which batches it has", e);
    }
    return newest;
  }

  /** The marker of a batch of this sink. */
  Marker marker(long batch) {
    return new Marker(
        request.queryId(),
        request.id(),
        batch,
        request.pipeline(),
        settings.topic(),
        Optional.empty());
  }

  /** This sink's own among them. */
  Optional<Marker> own(Map<String, Marker> all) {
    return Optional.ofNullable(all.get(marker(0).key()));
  }

  /** Those of other checkpoints of the same pipeline that have written the topic, newest first. */
  List<Marker> others(Map<String, Marker> all) {
    return all.values().stream()
        .filter(marker -> marker.pipeline().equals(request.pipeline()))
        .filter(marker -> marker.topic().equals(settings.topic()))
        .filter(marker -> !marker.queryId().equals(request.queryId()))
        .sorted(Comparator.comparingLong(Marker::batch).reversed())
        .toList();
  }
}
