package tidemark.connectors.kafka;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;

/** A look at whether brokers answer and have a topic, and how long they keep its records. */
final class Inspection {
  private static final int MILLIS = 10_000;

  private final KafkaSettings settings;
  private final Code missing;

  /**
   * @param missing what a topic that is not there is reported as
   */
  Inspection(KafkaSettings settings, Code missing) {
    this.settings = settings;
    this.missing = missing;
  }

  /** Something that is asked of the brokers. */
  private interface Question {
    void of(Admin admin) throws ExecutionException, InterruptedException;
  }

  /**
   * Asks for the topic.
   *
   * @throws Failure that it is missing, or TM615 if nobody answers
   */
  void requireTopic() {
    ask(this::requireTopic);
  }

  /**
   * Asks for the topic, and for how long it keeps records.
   *
   * @param downtimeMillis how long nobody may read it
   * @throws Failure that it is missing, TM648 if records may be gone by then, or TM615
   */
  void requireTopicThatKeeps(long downtimeMillis) {
    ask(
        admin -> {
          requireTopic(admin);
          requireRetention(admin, downtimeMillis);
        });
  }

  private void ask(Question question) {
    Map<String, Object> config = settings.client();
    int millis = (int) Math.min(settings.timeoutMillis(), MILLIS);
    config.put("default.api.timeout.ms", millis);
    config.put("request.timeout.ms", millis);
    try (Admin admin = Admin.create(config)) {
      question.of(admin);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof UnknownTopicOrPartitionException) {
        throw missing();
      }
      throw settings.failure(Code.TM615, "does not answer", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw settings.failure(Code.TM615, "was not waited for", e);
    } catch (KafkaException e) {
      throw settings.failure(Code.TM615, "cannot be connected to", e);
    }
  }

  private void requireTopic(Admin admin) throws ExecutionException, InterruptedException {
    Set<String> described =
        admin.describeTopics(List.of(settings.topic())).allTopicNames().get().keySet();
    if (!described.contains(settings.topic())) {
      throw missing();
    }
  }

  private void requireRetention(Admin admin, long downtimeMillis)
      throws ExecutionException, InterruptedException {
    ConfigResource topic = new ConfigResource(ConfigResource.Type.TOPIC, settings.topic());
    Config config = admin.describeConfigs(List.of(topic)).all().get().get(topic);
    boolean deletes =
        config
            .get(TopicConfig.CLEANUP_POLICY_CONFIG)
            .value()
            .contains(TopicConfig.CLEANUP_POLICY_DELETE);
    long kept = Long.parseLong(config.get(TopicConfig.RETENTION_MS_CONFIG).value());
    if (deletes && kept >= 0 && kept < downtimeMillis) {
      throw new Failure(
          Code.TM648,
          "topic `%s` keeps records for %s, and the pipeline may be down for %s"
              .formatted(settings.topic(), words(kept), words(downtimeMillis)),
          "raise the topic's `retention.ms`, or say how long it is down at most with `downtime`");
    }
  }

  private static String words(long millis) {
    Duration length = Duration.ofMillis(millis);
    return length.toDays() > 1
        ? length.toDays() + " days"
        : length.toHours() > 1 ? length.toHours() + " hours" : length.toMinutes() + " minutes";
  }

  private Failure missing() {
    return new Failure(
        missing,
        "there is no topic `" + settings.topic() + "` at " + settings.servers(),
        "correct `topic`, or make it first");
  }
}
