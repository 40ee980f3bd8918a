package tidemark.connectors.kafka;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
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
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;

/** A real broker in a process of its own, one for all tests; it ends with this process. */
public final class Broker {
  private static final Broker ONE = new Broker();

  private final int port;
  private int topics;

  private Broker() {
    try {
      Path folder = Files.createTempDirectory("broker-");
      port = freePort();
      int controller = freePort();
      Path config =
          Files.writeString(
              folder.resolve("server.properties"),
              """
              process.roles=broker,controller
              node.id=1
              controller.quorum.voters=1@localhost:%d
              listeners=PLAINTEXT://localhost:%d,CONTROLLER://localhost:%d
              controller.listener.names=CONTROLLER
              log.dirs=%s
              num.partitions=1
              offsets.topic.replication.factor=1
              transaction.state.log.replication.factor=1
              transaction.state.log.min.isr=1
              transaction.state.log.num.partitions=2
              group.initial.rebalance.delay.ms=0
              auto.create.topics.enable=false
              log.retention.ms=-1
              """
                  .formatted(controller, port, controller, folder.resolve("logs")));
      java(
              "kafka.tools.StorageTool",
              "format",
              "-t",
              Uuid.randomUuid().toString(),
              "-c",
              config.toString())
          .waitFor();
      Process server = java("kafka.Kafka", config.toString());
      Runtime.getRuntime().addShutdownHook(new Thread(server::destroyForcibly));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  private static Process java(String main, String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp"));
    command.add(classPath());
    command.add(main);
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  private static String classPath() {
    return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"))
        + File.pathSeparator
        + System.getProperty("test.class.path", "");
  }

  /** Where it listens. */
  public static String servers() {
    return "localhost:" + ONE.port;
  }

  /** A topic of a name of its own. */
  public static synchronized String topic(int partitions) {
    String name = "t" + ONE.topics++;
    try (Admin admin = admin()) {
      admin
          .createTopics(List.of(new NewTopic(name, Optional.of(partitions), Optional.empty())))
          .all()
          .get();
      return name;
    } catch (InterruptedException | ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  static Admin admin() {
    return Admin.create(Map.of("bootstrap.servers", servers()));
  }

  static void deleteBefore(String topic, int partition, long offset) {
    try (Admin admin = admin()) {
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
    Map<String, Object> config = new HashMap<>(more);
    config.put("bootstrap.servers", servers());
    return new KafkaProducer<>(config, new StringSerializer(), new StringSerializer());
  }

  /** Appends records of one partition. */
  public static void send(String topic, int partition, @Nullable String... values) {
    try (Producer<String, @Nullable String> producer = producer(Map.of())) {
      for (String value : values) {
        producer.send(new ProducerRecord<>(topic, partition, 1_000L, "k", value));
      }
      producer.flush();
    }
  }

  /** The values that a reader of committed records sees. */
  public static List<String> values(String topic, int partitions) {
    Map<String, Object> config =
        Map.of("bootstrap.servers", servers(), "isolation.level", "read_committed");
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
