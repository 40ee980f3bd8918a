package tidemark.connectors.kafka;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;

/** A look at whether brokers answer and have a topic. */
final class Inspection {
  private static final int MILLIS = 10_000;

  private Inspection() {}

  /**
   * Asks for a topic.
   *
   * @param code what a topic that is not there is reported as
   * @throws Failure of that code, or TM615 if nobody answers
   */
  static void of(KafkaSettings settings, Code code) {
    Map<String, Object> config = settings.client();
    int millis = (int) Math.min(settings.timeoutMillis(), MILLIS);
    config.put("default.api.timeout.ms", millis);
    config.put("request.timeout.ms", millis);
    try (Admin admin = Admin.create(config)) {
      Set<String> described =
          admin.describeTopics(List.of(settings.topic())).allTopicNames().get().keySet();
      if (!described.contains(settings.topic())) {
        throw missing(settings, code);
      }
    } catch (ExecutionException e) {
      if (e.getCause() instanceof UnknownTopicOrPartitionException) {
        throw missing(settings, code);
      }
      throw settings.failure(Code.TM615, "does not answer", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw settings.failure(Code.TM615, "was not waited for", e);
    } catch (KafkaException e) {
      throw settings.failure(Code.TM615, "cannot be connected to", e);
    }
  }

  private static Failure missing(KafkaSettings settings, Code code) {
    return new Failure(
        code,
        "there is no topic `" + settings.topic() + "` at " + settings.servers(),
        "correct `topic`, or make it first");
  }
}
