package tidemark.runner.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;
import tidemark.runner.engine.Boundary;
import tidemark.runner.engine.CrashPoint;
import tidemark.statestore.IdSource;
import tidemark.statestore.checkpoint.Checkpoint;
import tidemark.statestore.checkpoint.CheckpointOptions;
import tidemark.statestore.checkpoint.OutcomeEntry.Word;

/** Pipelines that end at a real server and in real processes, and die wherever they can. */
class HttpPipelineTest {
  private static final String KEYED = "format: ndjson, idempotent: true, retry_for: 1 second";
  private static final String ASKED = "format: ndjson, outcome_url: \"%s\"";
  private static final String ONCE = "format: ndjson";

  @TempDir private Path folder;
  private Hook hook;

  @BeforeEach
  void start() throws IOException {
    hook = new Hook();
  }

  @AfterEach
  void stop() {
    hook.close();
  }

  /** Three files, a batch each, which go to a folder and to what the sink says. */
  private LocalPipeline pipeline(String sink) throws IOException {
    Path in = Files.createDirectories(folder.resolve("in"));
    for (int file = 0; file < 3; file++) {
      Files.writeString(in.resolve(file + ".ndjson"), row(file) + "\n");
    }
    Path yaml =
        Files.writeString(
            folder.resolve("p.yaml"),
            """
            format: 1
            pipeline: hooks
            sources:
              events:
                file: {path: in, format: ndjson, max_files_per_batch: 1}
                columns: {k: string}
            sinks:
              files: {from: events, file: {path: out, format: ndjson}}
              hook: {from: events, %s}
            checkpoint: checkpoint
            """
                .formatted(sink));
    return new LocalPipeline(yaml, 1);
  }

  private LocalPipeline http(String path, String options) throws IOException {
    String rest = options.formatted(hook.url("/outcome"));
    return pipeline("http: {url: \"%s\", %s}".formatted(hook.url(path), rest));
  }

  private static String row(int file) {
    return "{\"k\":\"" + file + "\"}";
  }

  private static List<String> rows(int files) {
    return IntStream.range(0, files).mapToObj(HttpPipelineTest::row).toList();
  }

  private List<String> files() {
    return Results.of(folder.resolve("out"));
  }

  private void reconcile(long batch, Word as) {
    IdSource ids = IdSource.random(new SplittableRandom(7));
    CheckpointOptions options = CheckpointOptions.of("hooks", LocalPipeline.CLOCK, ids);
    Checkpoint.reconcile(folder.resolve("checkpoint"), options, "hook", batch, as);
  }

  private static CrashPoint at(Boundary where, long dies) {
    return (boundary, batch) -> {
      if (boundary == where && batch == dies) {
        throw new Died(boundary, batch);
      }
    };
  }

  /** The server or process has the batch, and nobody here knows. */
  private static CrashPoint afterTheSinkHas(long dies) {
    return new CrashPoint() {
      @Override
      public void reached(Boundary boundary, long batch) {}

      @Override
      public void tookEffect(String sink, long batch) {
        if (sink.equals("hook") && batch == dies) {
          throw new Died(Boundary.SINK_COMMITTED, batch);
        }
      }
    };
  }

  private static void assertUnknown(LocalPipeline pipeline, long batch) {
    assertThatThrownBy(() -> pipeline.run(1))
        .isInstanceOfSatisfying(Failure.class, e -> assertThat(e.code()).isEqualTo(Code.TM607))
        .hasMessageContaining("sink `hook` took batch " + batch);
  }

  @ParameterizedTest
  @EnumSource(Boundary.class)
  void aServerThatKnowsKeysHasEachRowOnceWhereverRunsDie(Boundary where) throws IOException {
    LocalPipeline pipeline = http("/keyed", KEYED);
    for (long batch = 0; batch < 3; batch++) {
      assertThat(pipeline.dies(2, at(where, batch))).isTrue();
    }
    pipeline.run(1);
    assertThat(hook.rows("/keyed")).isEqualTo(rows(3));
    assertThat(files()).isEqualTo(rows(3));
  }

  @Test
  void aServerThatKnowsKeysIsSentABatchAgainThatItHas() throws IOException {
    LocalPipeline pipeline = http("/keyed", KEYED);
    for (long batch = 0; batch < 3; batch++) {
      assertThat(pipeline.dies(1, afterTheSinkHas(batch))).isTrue();
    }
    pipeline.run(1);
    assertThat(hook.rows("/keyed")).isEqualTo(rows(3));
  }

  @Test
  void theSamePromiseOfAServerThatDoesNotKeepItDoubles() throws IOException {
    LocalPipeline pipeline = http("/forgetful", KEYED);
    assertThat(pipeline.dies(1, afterTheSinkHas(1))).isTrue();
    pipeline.run(1);
    assertThat(hook.rows("/forgetful")).containsExactly(row(0), row(1), row(1), row(2));
  }

  @ParameterizedTest
  @EnumSource(Boundary.class)
  void aServerThatKnowsNothingHasEachRowOnceWhereNothingWasUnderWay(Boundary where)
      throws IOException {
    LocalPipeline pipeline = http("/once", ONCE);
    for (long batch = 0; batch < 3; batch++) {
      assertThat(pipeline.dies(2, at(where, batch))).isTrue();
    }
    pipeline.run(1);
    assertThat(hook.rows("/once")).isEqualTo(rows(3));
  }

  @Test
  void aServerThatKnowsNothingLeavesItToAPerson() throws IOException {
    LocalPipeline pipeline = http("/once", ONCE);
    assertThat(pipeline.dies(1, afterTheSinkHas(0))).isTrue();
    assertUnknown(pipeline, 0);
    reconcile(0, Word.COMMITTED);
    hook.cut(1);
    assertUnknown(pipeline, 1);
    assertUnknown(pipeline, 1);
    reconcile(1, Word.COMMITTED);
    pipeline.run(1);
    assertThat(hook.rows("/once")).isEqualTo(rows(3));
    assertThat(files()).isEqualTo(rows(3));
  }

  @Test
  void aServerThatCanBeAskedNeedsNobody() throws IOException {
    LocalPipeline pipeline = http("/asked", ASKED);
    assertThat(pipeline.dies(1, afterTheSinkHas(0))).isTrue();
    hook.cut(2);
    pipeline.run(1);
    assertThat(hook.rows("/asked")).isEqualTo(rows(3));
  }

  @Test
  void aRefusedBatchIsSentAgainByTheNextRunAndOtherSinksDoNotGetItTwice() throws IOException {
    LocalPipeline pipeline = http("/once", ONCE);
    hook.refuse(1);
    assertThatThrownBy(() -> pipeline.run(1))
        .isInstanceOfSatisfying(Failure.class, e -> assertThat(e.code()).isEqualTo(Code.TM605))
        .hasMessageContaining("refused batch 0: it answered with status 422");
    assertThat(files()).containsExactly(row(0));
    assertThat(hook.rows("/once")).isEmpty();
    pipeline.run(1);
    assertThat(hook.rows("/once")).isEqualTo(rows(3));
    assertThat(files()).isEqualTo(rows(3));
  }

  /** What a server has certainly not taken may go to another one. */
  @Test
  void aWrongAddressIsCorrectedBetweenTwoRuns() throws IOException {
    Hook gone = new Hook();
    String url = gone.url("/once");
    gone.close();
    LocalPipeline wrong =
        pipeline("http: {url: \"%s\", format: ndjson, retry_for: 0 seconds}".formatted(url));
    assertThatThrownBy(() -> wrong.run(1))
        .isInstanceOfSatisfying(Failure.class, e -> assertThat(e.code()).isEqualTo(Code.TM615));
    http("/once", ONCE).run(1);
    assertThat(hook.rows("/once")).isEqualTo(rows(3));
    assertThat(files()).isEqualTo(rows(3));
  }

  @Test
  void whatAServerMayHaveDoesNotGoToAnotherOne() throws IOException {
    assertThat(http("/keyed", KEYED).dies(1, afterTheSinkHas(0))).isTrue();
    assertThatThrownBy(() -> http("/other", KEYED).run(1))
        .isInstanceOfSatisfying(Failure.class, e -> assertThat(e.code()).isEqualTo(Code.TM514));
  }

  // Processes.

  private LocalPipeline exec(String script, String options) throws IOException {
    Files.writeString(folder.resolve("take.sh"), script);
    return pipeline("exec: {command: [sh, take.sh]%s}".formatted(options));
  }

  private List<String> taken() throws IOException {
    Path file = folder.resolve("taken");
    return Files.exists(file) ? Files.readAllLines(file) : new ArrayList<>();
  }

  @ParameterizedTest
  @EnumSource(Boundary.class)
  void aProgramHasEachRowOnceWhereverRunsDie(Boundary where) throws IOException {
    LocalPipeline pipeline = exec("cat >> taken", "");
    for (long batch = 0; batch < 3; batch++) {
      assertThat(pipeline.dies(1, at(where, batch))).isTrue();
    }
    pipeline.run(1);
    assertThat(taken()).isEqualTo(rows(3));
  }

  @Test
  void aProgramThatKnowsKeysIsRunAgain() throws IOException {
    LocalPipeline pipeline =
        exec(
            "grep -qxF \"$TIDEMARK_KEY\" keys 2>/dev/null && exit 0\n"
                + "cat >> taken && echo \"$TIDEMARK_KEY\" >> keys\n",
            ", idempotent: true");
    for (long batch = 0; batch < 3; batch++) {
      assertThat(pipeline.dies(1, afterTheSinkHas(batch))).isTrue();
    }
    pipeline.run(1);
    assertThat(taken()).isEqualTo(rows(3));
  }

  @Test
  void aProgramThatIsKilledLeavesItToAPerson() throws IOException {
    LocalPipeline pipeline = exec("cat >> taken; test $TIDEMARK_BATCH -ne 1 || kill -9 $$\n", "");
    assertUnknown(pipeline, 1);
    reconcile(1, Word.COMMITTED);
    pipeline.run(1);
    assertThat(taken()).isEqualTo(rows(3));
  }

  @Test
  void aProgramThatCanBeAskedNeedsNobody() throws IOException {
    String asks = "test -e done-$TIDEMARK_BATCH && echo committed || echo absent";
    LocalPipeline pipeline =
        exec(
            "cat >> taken; touch done-$TIDEMARK_BATCH; test $TIDEMARK_BATCH -ne 1 || kill -9 $$\n",
            ", outcome_command: [sh, -c, \"" + asks + "\"]");
    assertThat(pipeline.dies(1, afterTheSinkHas(0))).isTrue();
    pipeline.run(1);
    assertThat(taken()).isEqualTo(rows(3));
  }

  @Test
  void aProgramIsAskedOnceABatchAndOnceMoreWhenTheBatchIsRunAgain() throws IOException {
    String asks =
        "echo $TIDEMARK_BATCH >> asked; test -e done-$TIDEMARK_BATCH && echo committed || echo absent";
    LocalPipeline pipeline =
        exec(
            "cat >> taken; touch done-$TIDEMARK_BATCH\n",
            ", outcome_command: [sh, -c, \"" + asks + "\"]");
    assertThat(pipeline.dies(1, afterTheSinkHas(0))).isTrue();
    pipeline.run(1);
    assertThat(taken()).isEqualTo(rows(3));
    assertThat(Files.readAllLines(folder.resolve("asked"))).containsExactly("0", "0", "1", "2");
  }

  @Test
  void aProgramThatDeclinesIsRunAgainByTheNextRun() throws IOException {
    String script = "test -e ready || { echo not ready >&2; exit 75; }\ncat >> taken\n";
    LocalPipeline pipeline = exec(script, ", rejected: [75]");
    assertThatThrownBy(() -> pipeline.run(1))
        .isInstanceOfSatisfying(Failure.class, e -> assertThat(e.code()).isEqualTo(Code.TM605))
        .hasMessageContaining("exit code 75: `not ready`");
    Files.createFile(folder.resolve("ready"));
    pipeline.run(1);
    assertThat(taken()).isEqualTo(rows(3));
  }
}
