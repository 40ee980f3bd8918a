package tidemark.runner.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How the process ends: by signals between two micro-batches, and its exit codes. */
class StopTest {
  private static final int FILES = 25;

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"TERM", "INT"})
  void signalFinishesTheBatchAndTheNextRunGoesOn(String signal) throws IOException {
    Path pipeline = KillCase.TUMBLING.write(folder, FILES, new SplittableRandom(1));
    List<SortedMap<String, List<String>>> undisturbed = new ArrayList<>();
    LocalPipeline reference = new LocalPipeline(pipeline, 1);
    reference.run(2, progress -> undisturbed.add(Results.below(folder)));
    Results.sinks(folder).forEach(Results::delete);
    Results.delete(reference.checkpoint());

    try (RealProcess process = RealProcess.run(pipeline)) {
      assertThat(process.awaitBatches(3)).as(process::printed).isTrue();
      process.signal(signal);
      assertThat(process.end()).as(process::printed).isZero();
      assertThat(process.printed()).contains("\"event\":\"summary\"", "\"end\":\"stopped\"");
    }
    int done = committed();
    assertThat(done).isBetween(3, undisturbed.size() - 1);
    assertThat(folder.resolve("checkpoint/offsets").toFile().list()).hasSize(done);
    assertThat(Results.below(folder)).isEqualTo(undisturbed.get(done - 1));
    assertThat(Results.staged(folder)).isEmpty();

    try (RealProcess process = RealProcess.run(pipeline)) {
      assertThat(process.end()).as(process::printed).isZero();
      assertThat(process.printed()).contains("\"end\":\"done\"");
    }
    assertThat(committed()).isEqualTo(undisturbed.size());
    assertThat(Results.below(folder)).isEqualTo(undisturbed.get(undisturbed.size() - 1));
  }

  @Test
  void signalEndsARunThatWaitsForItsTriggerAtOnce() throws IOException {
    Path pipeline = KillCase.LIMIT.write(folder, 2, new SplittableRandom(2));
    try (RealProcess process = RealProcess.run(pipeline, "--trigger", "every:1h")) {
      assertThat(process.awaitBatches(1)).as(process::printed).isTrue();
      process.signal("TERM");
      assertThat(process.awaitEnd(TimeUnit.SECONDS.toNanos(25))).isTrue();
      assertThat(process.end()).as(process::printed).isZero();
    }
    assertThat(committed()).isEqualTo(1);
    KillCase.writeData(folder, 2, new SplittableRandom(3));
    try (RealProcess process = RealProcess.run(pipeline)) {
      assertThat(process.end()).as(process::printed).isZero();
    }
    SortedMap<String, List<String>> results = Results.below(folder);
    assertThat(results.get("all").size() + results.get("bad").size()).isEqualTo(3 * 20);
  }

  @Test
  void signalLetsTheProgramOfASinkFinishItsBatch() throws IOException {
    Files.createDirectories(folder.resolve("in"));
    Files.writeString(folder.resolve("in/a.ndjson"), "{\"k\":\"a\"}\n");
    Path pipeline =
        Files.writeString(
            folder.resolve("p.yaml"),
            """
            format: 1
            pipeline: slow
            sources:
              events: {file: {path: in, format: ndjson}, columns: {k: string}}
            sinks:
              program:
                from: events
                exec: {command: [sh, -c, "touch begun; sleep 2; cat > taken"], idempotent: true}
            checkpoint: checkpoint
            """);
    try (RealProcess process = RealProcess.run(pipeline, "--trigger", "every:1h")) {
      while (!Files.exists(folder.resolve("begun"))) {
        assertThat(process.awaitEnd(TimeUnit.MILLISECONDS.toNanos(20))).isFalse();
      }
      process.signal("TERM");
      assertThat(process.end()).as(process::printed).isZero();
    }
    assertThat(folder.resolve("taken")).hasContent("{\"k\":\"a\"}");
    assertThat(committed()).isEqualTo(1);
  }

  @Test
  void inputThatIsMissingIsAFailedRun() throws IOException {
    Path pipeline = KillCase.LIMIT.write(folder, 1, new SplittableRandom(4));
    Results.delete(folder.resolve("in"));
    assertEnds(1, "error TM604", pipeline);
  }

  @Test
  void sinkThatCannotBeWrittenIsAFailedRun() throws IOException {
    Path pipeline = KillCase.LIMIT.write(folder, 1, new SplittableRandom(5));
    Files.writeString(folder.resolve("all"), "a file where the sink's folder should be");
    assertEnds(1, "error TM605", pipeline);
  }

  @Test
  void pipelineFileWithErrorsIsBadInput() throws IOException {
    Path pipeline = KillCase.LIMIT.write(folder, 1, new SplittableRandom(6));
    Files.writeString(pipeline, Files.readString(pipeline).replace("limit: 60", "limmit: 60"));
    assertEnds(2, "error TM1", pipeline);
  }

  @Test
  void otherPipelineOnTheCheckpointIsIncompatible() throws IOException {
    Path pipeline = KillCase.LIMIT.write(folder, 1, new SplittableRandom(7));
    try (RealProcess process = RealProcess.run(pipeline)) {
      assertThat(process.end()).as(process::printed).isZero();
    }
    Files.writeString(
        pipeline, Files.readString(pipeline).replace("pipeline: killed", "pipeline: other"));
    assertEnds(3, "error TM501", pipeline);
  }

  @Test
  void heapThatIsTooSmallEndsTheProcessWithAFailureAndLosesNothing() throws IOException {
    Path pipeline = KillCase.COMPLETE.write(folder, 1, new SplittableRandom(8));
    String row = "{\"ts\":\"2024-01-01T00:00:00Z\",\"k\":\"%s\",\"n\":1}\n";
    Path large = folder.resolve("in/large.ndjson");
    Files.writeString(large, row.formatted("x".repeat(60 << 20)));
    try (RealProcess process =
        RealProcess.start(List.of("-Xmx40m"), "run", "--progress", "json", pipeline.toString())) {
      assertThat(process.end()).as(process::printed).isEqualTo(1);
      assertThat(process.printed()).contains("the heap is too small").doesNotContain("\tat ");
    }
    assertThat(committed()).isEqualTo(1);
  }

  private void assertEnds(int code, String said, Path pipeline) {
    try (RealProcess process = RealProcess.run(pipeline)) {
      assertThat(process.end()).as(process::printed).isEqualTo(code);
      assertThat(process.printed()).contains(said).doesNotContain("\tat ");
    }
  }

  private int committed() throws IOException {
    try (Stream<Path> commits = Files.list(folder.resolve("checkpoint/commits"))) {
      return (int) commits.count();
    }
  }
}
