package tidemark.runner.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tidemark.connectors.kafka.Broker;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;
import tidemark.runner.engine.Boundary;
import tidemark.runner.engine.OnEarlier;

/** A pipeline from topic to topic of a real broker, which dies at every boundary. */
class KafkaPipelineTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @EnumSource(Boundary.class)
  void everyRowIsThereOnceWhereverARunDies(Boundary where) throws IOException {
    String from = Broker.topic(2);
    String to = Broker.topic(1);
    Broker.send(from, 0, event("12:00:10", "a"), event("12:00:20", "b"), event("12:02:00", "a"));
    Broker.send(from, 1, event("12:00:30", "a"), event("12:01:10", "a"), event("12:03:00", "c"));
    Path yaml =
        Files.writeString(
            folder.resolve("p.yaml"),
            """
            format: 1
            pipeline: topics
            sources:
              events:
                kafka: {servers: "%s", topic: %s, max_rows_per_batch: 2}
                columns: {ts: timestamp, k: string}
                watermark: {column: ts, delay: 1 minute}
            steps:
              counts:
                from: events
                aggregate:
                  window: {tumbling: 1 minute}
                  by: [k]
                  compute: {n: count(*)}
              shown: {from: counts, select: {k: k, n: n, at: "date_format(window_start, 'HH:mm')"}}
            sinks:
              out: {from: shown, kafka: {servers: "%s", topic: %s, key: k}}
            checkpoint: checkpoint
            """
                .formatted(Broker.servers(), from, Broker.servers(), to));
    LocalPipeline pipeline = new LocalPipeline(yaml, from.hashCode());
    for (long batch = 0; batch < 3; batch++) {
      long dies = batch;
      assertThat(
              pipeline.dies(
                  2,
                  (boundary, at) -> {
                    if (boundary == where && at == dies) {
                      throw new Died(boundary, at);
                    }
                  }))
          .isTrue();
    }
    pipeline.run(2);
    assertThat(Broker.values(to, 1))
        .containsExactlyInAnyOrderElementsOf(
            List.of(
                "{\"k\":\"a\",\"n\":2,\"at\":\"12:00\"}",
                "{\"k\":\"b\",\"n\":1,\"at\":\"12:00\"}",
                "{\"k\":\"a\",\"n\":1,\"at\":\"12:01\"}"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"{offsets: {0: 2}}", "{timestamp: 1970-01-01T00:00:02Z}", "latest", "earliest"})
  void aPipelineStartsWhereItSays(String start) throws IOException {
    String from = Broker.topic(1);
    String to = Broker.topic(1);
    Broker.send(from, 0, "{\"k\":\"a\"}", "{\"k\":\"b\"}", "{\"k\":\"c\"}");
    Path yaml =
        Files.writeString(
            folder.resolve("p.yaml"),
            """
            format: 1
            pipeline: start
            sources:
              events:
                kafka: {servers: "%s", topic: %s}
                columns: {k: string}
                starting: %s
            sinks:
              out: {from: events, kafka: {servers: "%s", topic: %s}}
            checkpoint: checkpoint
            """
                .formatted(Broker.servers(), from, start, Broker.servers(), to));
    LocalPipeline pipeline = new LocalPipeline(yaml, start.hashCode());
    pipeline.run(1);
    Broker.send(from, 0, "{\"k\":\"d\"}");
    pipeline.run(1);
    List<String> all = List.of("{\"k\":\"a\"}", "{\"k\":\"b\"}", "{\"k\":\"c\"}", "{\"k\":\"d\"}");
    int skipped = start.equals("earliest") ? 0 : start.contains("offsets") ? 2 : 3;
    assertThat(Broker.values(to, 1)).isEqualTo(all.subList(skipped, 4));
  }

  @Test
  void rowOnWhichAStepFailsIsToldWithPartitionAndOffset() throws IOException {
    String from = Broker.topic(2);
    Broker.send(from, 0, "{\"n\":3}");
    Broker.send(from, 1, "{\"n\":1}", "{\"n\":2}", "{\"n\":0}", "{\"n\":4}");
    Path yaml =
        Files.writeString(
            folder.resolve("p.yaml"),
            """
            format: 1
            pipeline: failing
            sources:
              events:
                kafka: {servers: "%s", topic: %s}
                columns: {n: bigint}
            steps:
              share: {from: events, with: {part: 12 DIV n}}
            sinks:
              out: {from: share, file: {path: out, format: ndjson}}
            checkpoint: checkpoint
            """
                .formatted(Broker.servers(), from));
    assertThatThrownBy(() -> new LocalPipeline(yaml, 1).run(2))
        .isInstanceOfSatisfying(
            Failure.class,
            e -> {
              assertThat(e.code()).isEqualTo(Code.TM610);
              assertThat(e.written().orElseThrow().span().line()).isEqualTo(8);
            })
        .hasMessageContaining(
            "step `share` fails on a row of source `events` at " + from + "-1:2:");
  }

  @Test
  void topicIsNotWrittenTwiceWhenTheCheckpointIsDeleted() throws IOException {
    String from = Broker.topic(2);
    String to = Broker.topic(1);
    Broker.send(from, 0, "{\"k\":\"a\"}", "{\"k\":\"b\"}");
    Path yaml = copying(from, to);
    new LocalPipeline(yaml, 1).run(1);
    Broker.send(from, 1, "{\"k\":\"c\"}");
    Results.delete(folder.resolve("checkpoint"));
    assertThatThrownBy(() -> new LocalPipeline(yaml, 2).run(1))
        .isInstanceOfSatisfying(Failure.class, e -> assertThat(e.code()).isEqualTo(Code.TM606));
    assertThatThrownBy(() -> new LocalPipeline(yaml, 2).run(1, OnEarlier.REPLAY))
        .hasMessageContaining("has records, and a replay would add the same ones");
    assertThat(Broker.values(to, 1)).hasSize(2);
    new LocalPipeline(yaml, 2).run(1, OnEarlier.ADOPT);
    Broker.send(from, 1, "{\"k\":\"d\"}");
    new LocalPipeline(yaml, 3).run(1);
    assertThat(Broker.values(to, 1))
        .containsExactly("{\"k\":\"a\"}", "{\"k\":\"b\"}", "{\"k\":\"c\"}", "{\"k\":\"d\"}");
  }

  private Path copying(String from, String to) throws IOException {
    return Files.writeString(
        folder.resolve("p.yaml"),
        """
        format: 1
        pipeline: copy-%2$s
        sources:
          events:
            kafka: {servers: "%1$s", topic: %2$s}
            columns: {k: string}
        sinks:
          out: {from: events, kafka: {servers: "%1$s", topic: %3$s}}
        checkpoint: checkpoint
        """
            .formatted(Broker.servers(), from, to));
  }

  /** Three records at offsets 0 to 2; the mark of their transaction at 3 is never delivered. */
  @Test
  void aTopicWhoseEndIsTheMarkOfATransactionIsCaughtUpWith() throws IOException {
    String from = Broker.topic(1);
    String to = Broker.topic(1);
    Broker.sendTogether(from, 0, "{\"k\":\"a\"}", "{\"k\":\"b\"}", "{\"k\":\"c\"}");
    LocalPipeline pipeline = new LocalPipeline(copying(from, to), from.hashCode());
    pipeline.run(1);
    assertThat(Broker.values(to, 1)).hasSize(3);
    assertThat(pipeline.runOneBatch(1)).isFalse();
    assertThat(Broker.values(to, 1)).hasSize(3);
  }

  @Test
  void aBadRecordStopsTheRunWithItsPartitionAndOffset() throws IOException {
    String from = Broker.topic(1);
    Broker.send(from, 0, "{\"k\":\"a\"}", "\u0000\u00ff", "{\"k\":\"b\"}");
    LocalPipeline pipeline = new LocalPipeline(copying(from, Broker.topic(1)), from.hashCode());
    for (int run = 0; run < 2; run++) {
      assertThatThrownBy(() -> pipeline.run(1))
          .isInstanceOfSatisfying(
              Failure.class,
              failure -> {
                assertThat(failure.code()).isEqualTo(Code.TM601);
                assertThat(failure).hasMessageContaining(from + "-0").hasMessageContaining("1");
              });
    }
  }

  /** So that the first batch after a long time is not everything: 500,000 unless it is said. */
  @Test
  void aLongBacklogIsReadInSeveralBatchesThoughNoLimitIsSet() throws IOException {
    String from = Broker.topic(2);
    String to = Broker.topic(1);
    String[] records = new String[500_001];
    Arrays.fill(records, "{}");
    Broker.send(from, 0, records);
    Broker.send(from, 1, Arrays.copyOf(records, 10));
    List<Long> rows = new ArrayList<>();
    new LocalPipeline(copying(from, to), from.hashCode())
        .run(2, progress -> rows.add(progress.inputRows()));
    assertThat(rows).containsExactly(500_000L, 11L);
  }

  private static String event(String clock, String key) {
    return "{\"ts\":\"2026-01-01T%sZ\",\"k\":\"%s\"}".formatted(clock, key);
  }
}
