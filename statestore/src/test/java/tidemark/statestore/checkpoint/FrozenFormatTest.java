package tidemark.statestore.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static tidemark.statestore.Rows.all;
import static tidemark.statestore.checkpoint.CountingPipeline.INDEX;
import static tidemark.statestore.checkpoint.CountingPipeline.ROWS;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tidemark.statestore.MemoryFolders;
import tidemark.statestore.Rows;
import tidemark.statestore.checkpoint.OutcomeEntry.Word;
import tidemark.statestore.files.LocalFiles;

/**
 * Checkpoints that an earlier release wrote are opened by this one: {@code formats/v1/rows} (state
 * in memory) and {@code formats/v1/files} (state in RocksDB). They are never written again; a new
 * format gets new ones ({@link #main}).
 */
final class FrozenFormatTest {
  @TempDir(factory = MemoryFolders.class)
  private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"v1/rows", "v1/files"})
  void anOldCheckpointOpens(String name) throws IOException, URISyntaxException {
    Path frozen =
        Path.of(
            Optional.ofNullable(getClass().getResource("/formats/" + name)).orElseThrow().toURI());
    CrashTest.copy(frozen, folder.resolve("copy"));
    CheckpointOptions options = CountingPipeline.options(Rows.countingIds(1 << 20), 4000);
    try (Checkpoint checkpoint = Checkpoint.open(folder.resolve("copy"), options)) {
      assertThat(checkpoint.queryId()).isEqualTo("0000000000000001");
      assertThat(checkpoint.epoch()).isEqualTo(2);
      assertThat(checkpoint.plans().latest()).hasValue("{\"steps\":[\"count\"]}");
      assertThat(checkpoint.outcomes().sinks()).containsExactly("out/1");
      assertThat(checkpoint.outcomes().read("out/1").orElseThrow().batch()).isNegative();
      assertThat(checkpoint.recovery()).isInstanceOf(Recovery.Rerun.class);
      Recovery.Rerun rerun = (Recovery.Rerun) checkpoint.recovery();
      assertThat(rerun.planned()).isEqualTo(CountingPipeline.planned(rerun.planned().batch(), 1));
      CommitEntry done = rerun.previousCommit().orElseThrow();
      assertThat(done).isEqualTo(CountingPipeline.done(done.batch(), 1, done.state()));
      assertThat(rows(checkpoint))
          .isEqualTo(Files.readAllLines(frozen.resolve("../" + frozen.getFileName() + ".txt")));
      assertThat(checkpoint.notices()).isEmpty();
    }
  }

  private static List<String> rows(Checkpoint checkpoint) {
    List<String> rows = new ArrayList<>(all(checkpoint.state().store(ROWS)));
    rows.addAll(all(checkpoint.state().store(INDEX)));
    return rows;
  }

  /** Writes the checkpoints of this release into a folder, for a new format number. */
  public static void main(String[] args) throws IOException {
    write(Path.of(args[0]), "rows", 60_000);
    write(Path.of(args[0]), "files", 3000);
  }

  private static void write(Path target, String name, long memory) throws IOException {
    Path checkpointFolder = target.resolve(name);
    LocalFiles.deleteTree(checkpointFolder);
    CheckpointOptions options =
        CountingPipeline.options(Rows.countingIds(1), memory).withRetainBatches(2);
    try (Checkpoint checkpoint = Checkpoint.open(checkpointFolder, options)) {
      long last = new CountingPipeline(12, 3, 40).runUntilAllIsUsed(checkpoint);
      checkpoint.outcomes().put("out/1", CountingPipeline.outcome(last, Word.UNKNOWN));
      long open = last + 2;
      if (!checkpoint.offsets().append(open, CountingPipeline.planned(open, 1))) {
        throw new IllegalStateException("the folder was in use");
      }
      Files.write(target.resolve(name + ".txt"), rows(checkpoint));
    }
    LocalFiles.deleteTree(checkpointFolder.resolve("work"));
    LocalFiles.deleteTree(checkpointFolder.resolve("staging"));
    LocalFiles.deleteTree(checkpointFolder.resolve("LOCK"));
  }
}
