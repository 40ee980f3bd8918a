package tidemark.runner.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import tidemark.connectors.kafka.Broker;
import tidemark.operators.diagnostics.Failure;
import tidemark.runner.engine.Boundary;
import tidemark.runner.engine.OnEarlier;

/** A run dies, and its checkpoint is lost as well: its targets still hold each row once. */
class LostCheckpointTest {
  private static final List<String> ROWS =
      List.of("{\"k\":\"a\"}", "{\"k\":\"b\"}", "{\"k\":\"c\"}");

  @TempDir private Path folder;

  private LocalPipeline pipeline(String source, String sink) throws IOException {
    Path yaml =
        Files.writeString(
            folder.resolve("p.yaml"),
            """
            format: 1
            pipeline: copy
            sources:
              events: {%s, columns: {k: string}}
            sinks:
              out: {from: events, %s}
            checkpoint: checkpoint
            """
                .formatted(source, sink));
    return new LocalPipeline(yaml, System.nanoTime());
  }

  private void dieAndLoseTheCheckpoint(LocalPipeline pipeline, Boundary where) throws IOException {
    assertThat(pipeline.dies(1, new Moment(1, where).dies())).isTrue();
    Results.delete(folder.resolve("checkpoint"));
    assertThatThrownBy(() -> pipeline.run(1))
        .isInstanceOf(Failure.class)
        .hasMessageContaining("and this checkpoint is new");
  }

  private List<String> lines() throws IOException {
    List<String> lines = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder.resolve("out"))) {
      for (Path file : files.filter(f -> f.toString().endsWith(".ndjson")).toList()) {
        lines.addAll(Files.readAllLines(file));
      }
    }
    return lines.stream().sorted().toList();
  }

  @ParameterizedTest
  @CsvSource({
    "PLANNED, ADOPT", "READ, ADOPT", "STATE_SEALED, ADOPT", "SINK_PREPARED, ADOPT",
    "SINK_COMMITTED, ADOPT", "COMMITTED, ADOPT", "SINK_PREPARED, REPLAY", "SINK_COMMITTED, REPLAY"
  })
  void folderHoldsEachRowOnce(Boundary where, OnEarlier choice) throws IOException {
    Path in = Files.createDirectories(folder.resolve("in"));
    for (int i = 0; i < ROWS.size(); i++) {
      Files.writeString(in.resolve(i + ".ndjson"), ROWS.get(i) + "\n");
    }
    LocalPipeline pipeline =
        pipeline(
            "file: {path: in, format: ndjson, max_files_per_batch: 1}",
            "file: {path: out, format: ndjson}");
    dieAndLoseTheCheckpoint(pipeline, where);
    pipeline.run(1, choice);
    assertThat(lines()).isEqualTo(ROWS);
    pipeline.run(1);
    assertThat(lines()).isEqualTo(ROWS);
  }

  /** What the dead run left open in the topic is settled by the adoption, and does not show. */
  @ParameterizedTest
  @EnumSource(Boundary.class)
  void topicHoldsEachRowOnce(Boundary where) throws IOException {
    String from = Broker.topic(1);
    String to = Broker.topic(1);
    Broker.send(from, 0, ROWS.toArray(String[]::new));
    String topic = "kafka: {servers: \"" + Broker.servers() + "\", topic: %s%s}";
    LocalPipeline pipeline =
        pipeline(topic.formatted(from, ", max_rows_per_batch: 1"), topic.formatted(to, ""));
    dieAndLoseTheCheckpoint(pipeline, where);
    pipeline.run(1, OnEarlier.ADOPT);
    pipeline.run(1);
    assertThat(Broker.values(to, 1)).isEqualTo(ROWS);
  }
}
