package tidemark.connectors.kafka;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;
import tidemark.operators.connector.Options;
import tidemark.operators.connector.ScratchName;
import tidemark.operators.connector.ScratchTarget;
import tidemark.operators.connector.SinkRequest;
import tidemark.operators.diagnostics.Code;

/**
 * A topic for a rehearsal, with the partitions and settings of the sink's own, but without deleting
 * or compacting; and one for its markers.
 */
final class KafkaScratch implements ScratchTarget {
  private static final Duration POLL = Duration.ofMillis(100);

  private final Options own;
  private final Options options;
  private final KafkaSettings settings;

  private KafkaScratch(Options own, Options options) {
    this.own = own;
    this.options = options;
    this.settings = KafkaSettings.of(options);
  }

  static ScratchTarget of(SinkRequest request, ScratchName name) {
    Options there = request.options().with("topic", name.name());
    return new KafkaScratch(
        request.options(),
        name.place().map(servers -> there.with("servers", servers)).orElse(there));
  }

  @Override
  public Options options() {
    return options;
  }

  @Override
  public String place() {
    return "topic " + settings.topic() + " at " + settings.servers();
  }

  /** Something that an administrator asks of the brokers. */
  private interface Request<T> {
    T of(Admin admin) throws ExecutionException, InterruptedException;
  }

  private static <T> T ask(KafkaSettings there, String refusal, Request<T> request) {
    try (Admin admin = Admin.create(there.client())) {
      return request.of(admin);
    } catch (ExecutionException | KafkaException e) {
      throw there.failure(Code.TM645, refusal, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw there.failure(Code.TM645, "was not waited for", e);
    }
  }

  @Override
  public void make() {
    Optional<TopicDescription> pattern = ask(KafkaSettings.of(own), "tells nothing", this::pattern);
    Map<String, String> configs =
        pattern.isPresent()
            ? ask(KafkaSettings.of(own), "does not tell its settings", this::configs)
            : Map.of();
    NewTopic topic =
        new NewTopic(settings.topic(), pattern.map(t -> t.partitions().size()), Optional.empty())
            .configs(configs);
    @Nullable Void unused =
        ask(settings, "cannot be made", a -> a.createTopics(List.of(topic)).all().get());
  }

  private Optional<TopicDescription> pattern(Admin admin)
      throws ExecutionException, InterruptedException {
    String topic = KafkaSettings.of(own).topic();
    try {
      return Optional.of(admin.describeTopics(List.of(topic)).allTopicNames().get().get(topic));
    } catch (ExecutionException e) {
      if (e.getCause() instanceof UnknownTopicOrPartitionException) {
        return Optional.empty();
      }
      throw e;
    }
  }

  private Map<String, String> configs(Admin admin) throws ExecutionException, InterruptedException {
    ConfigResource topic =
        new ConfigResource(ConfigResource.Type.TOPIC, KafkaSettings.of(own).topic());
    Map<String, String> configs = new HashMap<>();
    for (ConfigEntry entry :
        admin.describeConfigs(List.of(topic)).all().get().get(topic).entries()) {
      boolean isOwn = entry.source() == ConfigEntry.ConfigSource.DYNAMIC_TOPIC_CONFIG;
      if (isOwn && !entry.name().startsWith("cleanup.") && !entry.name().startsWith("retention.")) {
        configs.put(entry.name(), entry.value());
      }
    }
    return configs;
  }

  @Override
  public void read(Consumer<String> row) {
    try {
      awaitTransactions();
      read("read_committed", consumer -> records(consumer, row));
    } catch (KafkaException e) {
      throw settings.failure(Code.TM645, "cannot be read", e);
    }
  }

  private void read(String isolation, Consumer<KafkaConsumer<byte[], byte[]>> work) {
    Map<String, Object> config = settings.client();
    config.put("isolation.level", isolation);
    config.put("enable.auto.commit", false);
    ByteArrayDeserializer bytes = new ByteArrayDeserializer();
    try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(config, bytes, bytes)) {
      List<TopicPartition> all = new ArrayList<>();
      consumer
          .partitionsFor(settings.topic())
          .forEach(p -> all.add(new TopicPartition(p.topic(), p.partition())));
      consumer.assign(all);
      work.accept(consumer);
    }
  }

  /** A commit is answered before its marks are in all partitions: readers see the rows after. */
  private void awaitTransactions() {
    Map<TopicPartition, Long> whole = new HashMap<>();
    read("read_uncommitted", c -> whole.putAll(c.endOffsets(c.assignment())));
    read(
        "read_committed",
        consumer -> {
          long waited = 0;
          while (!consumer.endOffsets(consumer.assignment()).equals(whole)
              && waited < settings.timeoutMillis()) {
            consumer.poll(POLL);
            waited += POLL.toMillis();
          }
        });
  }

  private static void records(KafkaConsumer<byte[], byte[]> consumer, Consumer<String> row) {
    consumer.seekToBeginning(consumer.assignment());
    Map<TopicPartition, Long> ends = consumer.endOffsets(consumer.assignment());
    while (ends.entrySet().stream().anyMatch(e -> consumer.position(e.getKey()) < e.getValue())) {
      for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
        row.accept(text(record.key()) + " " + text(record.value()));
      }
    }
  }

  private static String text(byte @Nullable [] bytes) {
    return bytes == null ? "null" : "'" + new String(bytes, StandardCharsets.ISO_8859_1) + "'";
  }

  @Override
  public void drop() {
    for (String topic : List.of(settings.topic(), Markers.topic(settings.topic()))) {
      @Nullable Void unused =
          ask(
              settings,
              "cannot be deleted",
              admin -> {
                try {
                  return admin.deleteTopics(List.of(topic)).all().get();
                } catch (ExecutionException e) {
                  if (e.getCause() instanceof UnknownTopicOrPartitionException) {
                    return null;
                  }
                  throw e;
                }
              });
    }
  }
}
