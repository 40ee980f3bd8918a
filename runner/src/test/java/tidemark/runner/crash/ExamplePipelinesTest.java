package tidemark.runner.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tidemark.runner.binary.BinaryFile;
import tidemark.runner.engine.Boundary;
import tidemark.runner.scenario.SuiteReport;
import tidemark.runner.scenario.SuiteRunner;
import tidemark.runner.scenario.TestResult;

/** The example pipelines, over their data, uncrashed and crashed wherever a batch can be cut. */
class ExamplePipelinesTest {
  private static final int[] PARALLELISM = {1, 2, 4};

  @TempDir private Path temp;
  private int turn;
  private Optional<ExampleReceiver> receiver = Optional.empty();

  static List<Path> all() throws IOException {
    return ExampleCopy.all();
  }

  static List<Path> examples() throws IOException {
    return ExampleCopy.examples();
  }

  @BeforeEach
  void startWithOneThread() {
    turn = 0;
  }

  @AfterEach
  void stopReceiver() {
    receiver.ifPresent(ExampleReceiver::close);
    receiver = Optional.empty();
  }

  private ExampleCopy copy(Path folder) throws IOException {
    ExampleCopy example = ExampleCopy.of(folder, temp);
    if (!example.hasReceiver()) {
      return example;
    }
    receiver = Optional.of(ExampleReceiver.start(example.folder()));
    return example.sendingTo(receiver.get());
  }

  /** Cycles, so that a restart nearly always changes the parallelism. */
  private int parallelism() {
    return PARALLELISM[turn++ % PARALLELISM.length];
  }

  /**
   * What an uncrashed run shows after each of its micro-batches.
   *
   * @param shown by batch; before batch 0 nothing
   */
  private record Undisturbed(List<SortedMap<String, List<String>>> shown) {
    Undisturbed {
      shown = List.copyOf(shown);
    }

    static Undisturbed of(ExampleCopy example, LocalPipeline pipeline, int parallelism) {
      List<SortedMap<String, List<String>>> shown = new ArrayList<>();
      pipeline.run(parallelism, progress -> shown.add(Results.below(example.folder())));
      assertThat(Results.staged(example.folder())).isEmpty();
      return new Undisturbed(shown);
    }

    int batches() {
      return shown.size();
    }

    SortedMap<String, List<String>> last() {
      return shown.get(shown.size() - 1);
    }

    /** What is to be seen when runs died at these moments, one after the other. */
    SortedMap<String, List<String>> after(Moment... deaths) {
      int newest = -1;
      for (Moment death : deaths) {
        newest = Math.max(newest, (int) death.batch() - (death.showsItsRows() ? 0 : 1));
      }
      return newest < 0 ? Collections.emptySortedMap() : shown.get(newest);
    }

    List<Moment> moments() {
      List<Moment> moments = new ArrayList<>();
      for (int batch = 0; batch < batches(); batch++) {
        for (Boundary boundary : Boundary.values()) {
          moments.add(new Moment(batch, boundary));
        }
      }
      return moments;
    }
  }

  @ParameterizedTest
  @MethodSource("examples")
  void everyExampleRunsAsItStandsAndShowsNoRowTwice(Path folder) throws IOException {
    ExampleCopy example = copy(folder);
    Files.copy(
        folder.resolve("pipeline.yaml"),
        example.folder().resolve("pipeline.yaml"),
        StandardCopyOption.REPLACE_EXISTING);
    example.pipeline().run(2);
    SortedMap<String, List<String>> results = Results.below(example.folder());
    assertThat(results).isNotEmpty();
    if (!Files.readString(folder.resolve("pipeline.yaml")).contains("output_mode: update")) {
      assertThat(results.values()).allMatch(rows -> new HashSet<>(rows).size() == rows.size());
    }
  }

  @ParameterizedTest
  @MethodSource("all")
  void everyTestSuiteOfAnExamplePasses(Path folder) throws IOException {
    SuiteRunner runner =
        new SuiteRunner(
            name -> Optional.empty(),
            LocalPipeline.CONNECTORS,
            LocalPipeline.CLOCK,
            name -> true,
            String::valueOf);
    List<Path> suites = SuiteRunner.suites(folder);
    assertThat(suites).isNotEmpty();
    for (Path suite : suites) {
      List<TestResult> results = runner.run(suite, result -> {});
      assertThat(results)
          .isNotEmpty()
          .allSatisfy(r -> assertThat(r.failure()).as(SuiteReport.text(r)).isEmpty());
    }
  }

  @ParameterizedTest
  @MethodSource("examples")
  void crashAtAnyBoundaryOfAnyBatchChangesNothing(Path folder) throws IOException {
    ExampleCopy example = copy(folder);
    LocalPipeline pipeline = example.pipeline();
    Undisturbed undisturbed = Undisturbed.of(example, pipeline, parallelism());
    assertThat(undisturbed.batches()).isGreaterThan(2);
    for (Moment moment : undisturbed.moments()) {
      example.reset(pipeline);
      die(pipeline, moment);
      assertSeen(example, undisturbed.after(moment), moment);
      finish(example, pipeline, undisturbed, moment.toString());
    }
  }

  @ParameterizedTest
  @MethodSource("examples")
  void anyTwoCrashesOfAShortRunChangeNothing(Path folder) throws IOException {
    ExampleCopy example = copy(folder);
    List<Path> data = example.data();
    for (Path more : data.subList(1, data.size())) {
      Files.delete(more);
    }
    LocalPipeline pipeline = example.pipeline();
    Undisturbed undisturbed = Undisturbed.of(example, pipeline, parallelism());
    for (Moment first : undisturbed.moments()) {
      for (Moment second : undisturbed.moments()) {
        if (mayFollow(first, second)) {
          example.reset(pipeline);
          die(pipeline, first);
          assertSeen(example, undisturbed.after(first), first);
          die(pipeline, second);
          assertSeen(example, undisturbed.after(first, second), first, second);
          finish(example, pipeline, undisturbed, first + ", " + second);
        }
      }
    }
  }

  /** Whether a run that goes on after the first death passes the second moment. */
  private static boolean mayFollow(Moment first, Moment second) {
    return second.batch() > first.batch()
        || (second.batch() == first.batch() && first.boundary() != Boundary.COMMITTED);
  }

  @ParameterizedTest
  @MethodSource("examples")
  void restartAfterEveryBatchWithOtherParallelismChangesNothing(Path folder) throws IOException {
    ExampleCopy example = copy(folder);
    LocalPipeline pipeline = example.pipeline();
    Undisturbed undisturbed = Undisturbed.of(example, pipeline, parallelism());
    example.reset(pipeline);
    int batch = 0;
    while (pipeline.runOneBatch(parallelism())) {
      assertThat(Results.below(example.folder()))
          .as("after batch %d", batch)
          .isEqualTo(undisturbed.shown().get(batch));
      batch++;
    }
    assertThat(batch).isEqualTo(undisturbed.batches());
    finish(example, pipeline, undisturbed, "a run with nothing to do");
  }

  /** Input large enough to be shared out among threads, several files a batch. */
  @ParameterizedTest
  @MethodSource("examples")
  void numberOfThreadsChangesNothing(Path folder) throws IOException {
    ExampleCopy example = copy(folder);
    Path file = example.folder().resolve("pipeline.yaml");
    Files.writeString(
        file, Files.readString(file).replace("max_files_per_batch: 1", "max_files_per_batch: 8"));
    multiply(example, 4, 60);
    LocalPipeline pipeline = example.pipeline();
    Undisturbed undisturbed = Undisturbed.of(example, pipeline, 1);
    for (int parallelism : new int[] {2, 4}) {
      example.reset(pipeline);
      pipeline.run(parallelism);
      assertThat(Results.below(example.folder())).isEqualTo(undisturbed.last());
      example.reset(pipeline);
      die(pipeline, new Moment(1, Boundary.SINK_PREPARED));
      die(pipeline, new Moment(1, Boundary.SINK_COMMITTED));
      finish(example, pipeline, undisturbed, parallelism + " threads");
    }
  }

  private static void multiplyBinary(Path file, int files, int rows) throws IOException {
    for (int i = 0; i < files; i++) {
      Path copy = file.resolveSibling(i + "-" + file.getFileName());
      new BinaryFile(file).copy(copy, rows);
      Files.setLastModifiedTime(copy, Files.getLastModifiedTime(file));
    }
    Files.delete(file);
  }

  /** Writes each file several times, and each row of it several times. */
  private static void multiply(ExampleCopy example, int files, int rows) throws IOException {
    for (Path file : example.data()) {
      if (BinaryFile.is(file)) {
        multiplyBinary(file, files, rows);
        continue;
      }
      List<String> lines = Files.readAllLines(file);
      boolean header = file.toString().endsWith(".csv");
      StringBuilder text = new StringBuilder(header ? lines.get(0) + "\n" : "");
      for (String line : lines.subList(header ? 1 : 0, lines.size())) {
        text.append((line + "\n").repeat(rows));
      }
      for (int i = 0; i < files; i++) {
        Path copy = file.resolveSibling(i + "-" + file.getFileName());
        Files.writeString(copy, text);
        Files.setLastModifiedTime(copy, Files.getLastModifiedTime(file));
      }
      Files.delete(file);
    }
  }

  private void die(LocalPipeline pipeline, Moment moment) {
    assertThat(pipeline.dies(parallelism(), moment.dies())).as("dies: %s", moment).isTrue();
  }

  private static void assertSeen(
      ExampleCopy example, SortedMap<String, List<String>> expected, Moment... deaths) {
    assertThat(Results.below(example.folder()))
        .as("seen after: %s", List.of(deaths))
        .isEqualTo(expected);
  }

  private void finish(
      ExampleCopy example, LocalPipeline pipeline, Undisturbed undisturbed, String what) {
    pipeline.run(parallelism());
    assertThat(Results.below(example.folder())).as(what).isEqualTo(undisturbed.last());
    assertThat(Results.staged(example.folder())).as(what).isEmpty();
  }
}
