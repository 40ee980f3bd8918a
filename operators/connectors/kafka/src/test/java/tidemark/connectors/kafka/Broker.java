package tidemark.connectors.kafka;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;

/** One real broker for all tests, and what tests do with its topics. */
public final class Broker {
  private static final BrokerServer SERVER = server();
  private static int topics;

  private Broker() {}

  private static BrokerServer server() {
    int port = BrokerServer.freePort();
    return new BrokerServer(port, port, BrokerServer.SMALL);
  }

  /** Where it listens. */
  public static String servers() {
    return SERVER.servers();
  }

  /** A topic of a name of its own. */
  public static synchronized String topic(int partitions) {
    String name = "t" + topics++;
    make(name, partitions);
    return name;
  }

  /** Makes a topic of this name. */
  public static void make(String name, int partitions) {
    make(servers(), name, partitions);
  }

  static void make(String servers, String name, int partitions) {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", servers))) {
      admin
          .createTopics(List.of(new NewTopic(name, Optional.of(partitions), Optional.empty())))
          .all()
          .get();
    } catch (InterruptedException | ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Makes a topic that was deleted, as soon as the broker is done with that. */
  static void makeAgain(String name) {
    for (int tried = 0; ; tried++) {
      try {
        make(name, 1);
        return;
      } catch (IllegalStateException e) {
        if (tried == 100) {
          throw e;
        }
      }
    }
  }

  static Admin admin() {
    return Admin.create(Map.of("bootstrap.servers", servers()));
  }

  static void deleteBefore(String topic, int partition, long offset) {
    deleteBefore(servers(), topic, partition, offset);
  }

  static void deleteBefore(String servers, String topic, int partition, long offset) {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", servers))) {
      admin
          .deleteRecords(
              Map.of(new TopicPartition(topic, partition), RecordsToDelete.beforeOffset(offset)))
          .all()
          .get();
    } catch (InterruptedException | ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  static Producer<String, @Nullable String> producer(Map<String, Object> more) {
    return producer(servers(), more);
  }

  private static Producer<String, @Nullable String> producer(
      String servers, Map<String, Object> more) {
    Map<String, Object> config = new HashMap<>(more);
    config.put("bootstrap.servers", servers);
    return new KafkaProducer<>(config, new StringSerializer(), new StringSerializer());
  }

  /** Appends records of one partition. */
  public static void send(String topic, int partition, @Nullable String... values) {
    send(servers(), topic, partition, values);
  }

  static void send(String servers, String topic, int partition, @Nullable String... values) {
    try (Producer<String, @Nullable String> producer = producer(servers, Map.of())) {
      for (String value : values) {
        producer.send(new ProducerRecord<>(topic, partition, 1_000L, "k", value));
      }
      producer.flush();
    }
  }

  /** Appends records of one partition in one transaction, whose mark takes an offset, too. */
  public static void sendTogether(String topic, int partition, String... values) {
    try (Producer<String, @Nullable String> producer =
        producer(Map.of("transactional.id", "together-" + topic))) {
      producer.initTransactions();
      producer.beginTransaction();
      for (String value : values) {
        producer.send(new ProducerRecord<>(topic, partition, "k", value));
      }
      producer.commitTransaction();
    }
  }

  /** The values that a reader of committed records sees. */
  public static List<String> values(String topic, int partitions) {
    return values(servers(), topic, partitions);
  }

  /**
   * The same once there are so many: a broker may acknowledge a commit before readers see it. Those
   * that are there after ten seconds, if they are fewer.
   */
  static List<String> awaited(String topic, int partitions, int count) {
    return awaited(servers(), topic, partitions, count);
  }

  static List<String> awaited(String servers, String topic, int partitions, int count) {
    long deadline = System.nanoTime() + Duration.ofSeconds(10).toNanos();
    List<String> values = values(servers, topic, partitions);
    while (values.size() < count && System.nanoTime() < deadline) {
      values = values(servers, topic, partitions);
    }
    return values;
  }

  private static List<String> values(String servers, String topic, int partitions) {
    Map<String, Object> config =
        Map.of("bootstrap.servers", servers, "isolation.level", "read_committed");
    List<TopicPartition> all = new ArrayList<>();
    for (int p = 0; p < partitions; p++) {
      all.add(new TopicPartition(topic, p));
    }
    List<String> values = new ArrayList<>();
    try (KafkaConsumer<String, String> consumer =
        new KafkaConsumer<>(config, new StringDeserializer(), new StringDeserializer())) {
      consumer.assign(all);
      consumer.seekToBeginning(all);
      Map<TopicPartition, Long> ends = consumer.endOffsets(all);
      while (all.stream().anyMatch(p -> consumer.position(p) < ends.get(p))) {
        for (ConsumerRecord<String, String> record : consumer.poll(Duration.ofMillis(100))) {
          values.add(record.value());
        }
      }
    }
    return values;
  }
}
