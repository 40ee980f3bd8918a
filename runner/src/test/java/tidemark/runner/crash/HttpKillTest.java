package tidemark.runner.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tidemark.statestore.IdSource;
import tidemark.statestore.checkpoint.Checkpoint;
import tidemark.statestore.checkpoint.CheckpointOptions;
import tidemark.statestore.checkpoint.OutcomeEntry;
import tidemark.statestore.checkpoint.OutcomeEntry.Word;

/**
 * Kills the real process again and again while it sends to a real server and to real programs.
 * Where nobody can tell what became of a batch, a person looks at the receiver and says so.
 */
class HttpKillTest {
  private static final int KILLS = Integer.getInteger("tidemark.sending.kills", 8);
  private static final long SEED = Long.getLong("tidemark.seed", System.nanoTime());
  private static final int FILES = 40;
  private static final int OUTCOME_UNKNOWN = 4;

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

  @ParameterizedTest
  @ValueSource(strings = {"/keyed", "/once"})
  void eachRowIsThereOnceHoweverOftenTheProcessIsKilled(String path) throws IOException {
    Path pipeline = write(path);
    SplittableRandom random = new SplittableRandom(SEED);
    for (int kill = 0; kill < KILLS; kill++) {
      try (RealProcess process = RealProcess.run(pipeline)) {
        if (process.awaitBatches(1 + random.nextInt(3))) {
          LockSupport.parkNanos(random.nextLong(60_000_000));
        }
        settle(process.kill());
      }
    }
    int end = -1;
    for (int tries = 0; end != 0 && tries < KILLS; tries++) {
      try (RealProcess process = RealProcess.run(pipeline)) {
        end = process.end();
        assertThat(end).as(process::printed).isIn(0, OUTCOME_UNKNOWN);
        settle(end);
      }
    }
    List<String> all = IntStream.range(0, FILES).mapToObj(HttpKillTest::row).sorted().toList();
    assertThat(hook.rows(path)).as("seed %d", SEED).isEqualTo(all);
    List<String> taken = Files.readAllLines(folder.resolve("taken"));
    assertThat(taken.stream().sorted().toList()).as("seed %d", SEED).isEqualTo(all);
  }

  private void settle(int end) {
    if (end != OUTCOME_UNKNOWN) {
      return;
    }
    Path checkpoint = folder.resolve("checkpoint");
    OutcomeEntry open = Checkpoint.read(checkpoint).outcomes().read("hook").orElseThrow();
    IdSource ids = IdSource.random(new SplittableRandom(SEED));
    CheckpointOptions options = CheckpointOptions.of("sent", LocalPipeline.CLOCK, ids);
    Word word = hook.has(open.key()) ? Word.COMMITTED : Word.REJECTED;
    OutcomeEntry unused = Checkpoint.reconcile(checkpoint, options, "hook", open.batch(), word);
  }

  private static String row(int file) {
    return "{\"k\":\"" + file + "\"}";
  }

  /** The program notes a key and its rows in one step; a killed run may leave one at work. */
  private Path write(String path) throws IOException {
    Path in = Files.createDirectories(folder.resolve("in"));
    for (int file = 0; file < FILES; file++) {
      Files.writeString(in.resolve(file + ".ndjson"), row(file) + "\n");
    }
    Files.writeString(
        folder.resolve("take.sh"),
        """
        mkdir keys 2>/dev/null
        mkdir "keys/$TIDEMARK_BATCH" 2>/dev/null || exit 0
        cat >> taken
        """);
    return Files.writeString(
        folder.resolve("p.yaml"),
        """
        format: 1
        pipeline: sent
        sources:
          events:
            file: {path: in, format: ndjson, max_files_per_batch: 1}
            columns: {k: string}
        sinks:
          hook: {from: events, http: {url: "%s", format: ndjson, idempotent: %s}}
          program: {from: events, exec: {command: [sh, take.sh], idempotent: true}}
        checkpoint: checkpoint
        """
            .formatted(hook.url(path), path.equals("/keyed")));
  }
}
