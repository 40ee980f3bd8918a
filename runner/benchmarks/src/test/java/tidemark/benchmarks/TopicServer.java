package tidemark.benchmarks;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import tidemark.connectors.kafka.BrokerServer;

/**
 * A broker that does what lines of the standard input say, and ends with it. {@code fill TOPIC
 * PARTITIONS RECORDS FOLDER} makes a topic of the first lines of a folder's files, in transactions;
 * {@code make TOPIC} one for output; {@code count TOPIC} tells its records and the sum of what is
 * called {@code n} in them. Each is answered by a line, after a first one with the broker's
 * address.
 */
public final class TopicServer {
  private static final List<String> OPTIONS = List.of("-Xmx1g", "-XX:+UseParallelGC");

  /** Lines that go to one partition before the next has its turn. */
  private static final int TURN = 200;

  private static final int TRANSACTION = 100_000;
  private static final Pattern COUNTED = Pattern.compile("\"n\":(\\d+)");

  private final String servers;

  private TopicServer(String servers) {
    this.servers = servers;
  }

  /** Takes no arguments. */
  public static void main(String[] args)
      throws IOException, ExecutionException, InterruptedException {
    int port = BrokerServer.freePort();
    try (BrokerServer broker = new BrokerServer(port, port, OPTIONS);
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      System.out.println(broker.servers());
      TopicServer server = new TopicServer(broker.servers());
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        System.out.println(server.answer(line.split(" ")));
      }
    }
  }

  private String answer(String[] words)
      throws IOException, ExecutionException, InterruptedException {
    switch (words[0]) {
      case "fill":
        make(words[1], Integer.parseInt(words[2]));
        return fill(words[1], Integer.parseInt(words[2]), Long.parseLong(words[3]), words[4]);
      case "make":
        make(words[1], 1);
        return "made";
      case "count":
        return count(words[1]);
      default:
        throw new IllegalArgumentException(words[0]);
    }
  }

  private void make(String topic, int partitions) throws ExecutionException, InterruptedException {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", servers))) {
      admin
          .createTopics(List.of(new NewTopic(topic, Optional.of(partitions), Optional.empty())))
          .all()
          .get();
    }
  }

  private String fill(String topic, int partitions, long records, String folder)
      throws IOException {
    Map<String, Object> config =
        Map.of(
            "bootstrap.servers",
            servers,
            "transactional.id",
            "filler",
            "linger.ms",
            20,
            "batch.size",
            256 << 10);
    ByteArraySerializer bytes = new ByteArraySerializer();
    long sent = 0;
    try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(config, bytes, bytes);
        Stream<Path> files = Files.list(Path.of(folder))) {
      producer.initTransactions();
      producer.beginTransaction();
      for (Path file : files.sorted().toList()) {
        try (BufferedReader lines = Files.newBufferedReader(file)) {
          for (String line = lines.readLine();
              line != null && sent < records;
              line = lines.readLine()) {
            int partition = (int) (sent / TURN % partitions);
            producer.send(
                new ProducerRecord<>(
                    topic, partition, null, null, line.getBytes(StandardCharsets.UTF_8)));
            if (++sent % TRANSACTION == 0) {
              producer.commitTransaction();
              producer.beginTransaction();
            }
          }
        }
      }
      producer.commitTransaction();
    }
    return Long.toString(sent);
  }

  private String count(String topic) {
    Map<String, Object> config =
        Map.of("bootstrap.servers", servers, "isolation.level", "read_committed");
    ByteArrayDeserializer bytes = new ByteArrayDeserializer();
    TopicPartition all = new TopicPartition(topic, 0);
    long records = 0;
    long sum = 0;
    try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(config, bytes, bytes)) {
      consumer.assign(List.of(all));
      consumer.seekToBeginning(List.of(all));
      long end = consumer.endOffsets(List.of(all)).get(all);
      while (consumer.position(all) < end) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(200))) {
          records++;
          Matcher counted = COUNTED.matcher(new String(record.value(), StandardCharsets.UTF_8));
          sum += counted.find() ? Long.parseLong(counted.group(1)) : 0;
        }
      }
    }
    return records + " records, sum of n " + sum;
  }
}
