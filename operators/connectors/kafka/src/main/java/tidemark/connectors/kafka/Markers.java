package tidemark.connectors.kafka;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import tidemark.operators.connector.ScratchName;
import tidemark.operators.diagnostics.Code;

/**
 * The topic {@value #TOPIC}, compacted: the newest micro-batch that each sink of each checkpoint
 * has written. A batch's record in it is of the batch's transaction, so it tells the truth.
 */
final class Markers {
  private static final String TOPIC = "tidemark-batches";

  private static final Duration POLL = Duration.ofMillis(200);

  private final KafkaSettings settings;
  private final TopicPartition only;
  private final String key;

  Markers(KafkaSettings settings, String queryId, String sink) {
    this.settings = settings;
    this.only = new TopicPartition(topic(settings.topic()), 0);
    this.key = queryId + ":" + sink;
  }

  /** The topic for markers of a topic; that of a rehearsal has one of its own. */
  static String topic(String target) {
    return target.startsWith(ScratchName.PREFIX) ? target + "-batches" : TOPIC;
  }

  /** Makes the topic, if it is not there. */
  void make() {
    NewTopic topic =
        new NewTopic(only.topic(), Optional.of(1), Optional.empty())
            .configs(Map.of("cleanup.policy", "compact"));
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

  /** The newest batch of committed transactions; -1 if there is none. */
  long newest() {
    Map<String, Object> config = settings.client();
    config.put("isolation.level", "read_committed");
    config.put("enable.auto.commit", false);
    ByteArrayDeserializer bytes = new ByteArrayDeserializer();
    long newest = -1;
    try (Consumer<byte[], byte[]> consumer = new KafkaConsumer<>(config, bytes, bytes)) {
      consumer.assign(List.of(only));
      consumer.seekToBeginning(List.of(only));
      long end = consumer.endOffsets(List.of(only)).get(only);
      while (consumer.position(only) < end) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
          if (key.equals(new String(record.key(), StandardCharsets.UTF_8))) {
            newest = Long.parseLong(new String(record.value(), StandardCharsets.UTF_8));
          }
        }
      }
    } catch (KafkaException e) {
      throw settings.failure(Code.TM615, "does not tell which batches it has", e);
    }
    return newest;
  }

  ProducerRecord<byte[], byte[]> record(long batch) {
    return new ProducerRecord<>(
        only.topic(),
        0,
        key.getBytes(StandardCharsets.UTF_8),
        Long.toString(batch).getBytes(StandardCharsets.UTF_8));
  }
}
