package tidemark.runner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tidemark.connectors.kafka.Broker;

/** Rehearsals whose sinks are topics of a real broker. */
class RehearseTopicsTest {
  @TempDir private Path folder;

  private static Set<String> topics() {
    try (Admin admin =
        Admin.create(Map.<String, Object>of("bootstrap.servers", Broker.servers()))) {
      return new TreeSet<>(admin.listTopics().names().get());
    } catch (InterruptedException | ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void topicsAreSafeInTransactionsAndDoubledWithoutAsTheySay() throws IOException {
    String from = Broker.topic(1);
    String once = Broker.topic(2);
    String twice = Broker.topic(1);
    String file =
        Files.writeString(
                folder.resolve("p.yaml"),
                """
                format: 1
                pipeline: topics
                sources:
                  events:
                    kafka: {servers: "%1$s", topic: %2$s, max_rows_per_batch: 2}
                    columns: {k: string}
                sinks:
                  once: {from: events, kafka: {servers: "%1$s", topic: %3$s, key: k}}
                  twice:
                    from: events
                    kafka: {servers: "%1$s", topic: %4$s, delivery: at_least_once}
                checkpoint: checkpoint
                """
                    .formatted(Broker.servers(), from, once, twice))
            .toString();
    Broker.send(from, 0, "{\"k\":\"a\"}");
    CliRun first = CliRun.of("run", file);
    assertThat(first.end()).as(first.err()).isEqualTo(ExitCode.DONE);
    Broker.send(from, 0, "{\"k\":\"b\"}", "{\"k\":\"c\"}", "{\"k\":\"d\"}", "{\"k\":\"d\"}");
    List<String> marks = Broker.values("tidemark-batches", 1);
    Set<String> topics = topics();
    CliRun run = CliRun.of("rehearse", file, "--batches", "2");
    assertThat(run.end()).as(run.out() + run.err()).isEqualTo(ExitCode.DONE);
    assertThat(run.out().replaceAll(" +", " "))
        .contains("batches 1 to 2, 4 rows read, killed 10 times")
        .contains("after all sinks had prepared 1 once 0 0 nothing of it is there: written again")
        .contains("after all sinks had prepared 1 twice 0 2 nothing of it is there: written again")
        .contains("after `once` was done, before `twice` committed 1 once 0 0 the sink has it,")
        .contains("after `once` was done, before `twice` committed 1 twice 0 2 nothing of it is")
        .contains("after the batch was done 1 twice 0 0 the batch is done: nothing to do")
        .contains("once 4 exactly once exactly once holds")
        .contains("twice 4 at least once at least once holds");
    assertThat(Broker.values(once, 2)).containsExactly("{\"k\":\"a\"}");
    assertThat(Broker.values(twice, 1)).containsExactly("{\"k\":\"a\"}");
    assertThat(Broker.values("tidemark-batches", 1)).isEqualTo(marks);
    assertThat(topics()).isEqualTo(topics);
  }
}
