package tidemark.statestore.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static tidemark.statestore.Rows.all;
import static tidemark.statestore.checkpoint.CountingPipeline.INDEX;
import static tidemark.statestore.checkpoint.CountingPipeline.ROWS;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tidemark.statestore.IdSource;
import tidemark.statestore.MemoryFolders;
import tidemark.statestore.Rows;
import tidemark.statestore.files.FaultyFiles;
import tidemark.statestore.files.FaultyFiles.Mode;
import tidemark.statestore.files.FaultyFiles.Plan;
import tidemark.statestore.files.LocalFiles;

/**
 * The process dies at each change of a file in turn; the next run finds the last committed version
 * and goes on.
 */
final class CrashTest {
  private static final long LAST = 10;

  @TempDir(factory = MemoryFolders.class)
  private Path folder;

  private final IdSource ids = Rows.countingIds(1);

  @ParameterizedTest
  @CsvSource({"BEFORE, 60000", "TORN, 60000", "AFTER, 60000", "BEFORE, 2000", "AFTER, 2000"})
  void everyChangeOfAFileMayBeTheLast(Mode mode, long memory) throws IOException {
    CountingPipeline pipeline = new CountingPipeline(12, 3, 40);
    int fatal = 0;
    boolean died = true;
    for (; died; fatal++) {
      Path before = folder.resolve("before-" + fatal);
      Path after = folder.resolve("after-" + fatal);
      died = die(pipeline, before, after, new Plan(fatal, mode), memory);
      if (died) {
        goOn(pipeline, after, memory);
      }
      LocalFiles.deleteTree(before);
      LocalFiles.deleteTree(after);
    }
    assertThat(fatal).isGreaterThan(30);
  }

  /**
   * Runs into the planned death and keeps the folder as it was at that moment; false when it
   * survived.
   */
  private boolean die(CountingPipeline pipeline, Path folder, Path kept, Plan plan, long memory)
      throws IOException {
    CheckpointOptions options =
        CountingPipeline.options(ids, memory)
            .withRetainBatches(2)
            .withFiles(root -> new FaultyFiles(LocalFiles.withoutSync(root), root, plan));
    try (Checkpoint checkpoint = Checkpoint.open(folder, options)) {
      try {
        pipeline.run(checkpoint, LAST);
      } catch (FaultyFiles.Death e) {
        copy(folder, kept);
      }
    } catch (FaultyFiles.Death e) {
      if (!Files.exists(kept)) {
        copy(folder, kept);
      }
    }
    return plan.isDead();
  }

  private void goOn(CountingPipeline pipeline, Path folder, long memory) {
    CheckpointOptions options =
        CountingPipeline.options(ids, memory)
            .withRetainBatches(2)
            .withFiles(LocalFiles::withoutSync);
    try (Checkpoint checkpoint = Checkpoint.open(folder, options)) {
      expectState(pipeline, checkpoint, CountingPipeline.lastCommitted(checkpoint));
      pipeline.run(checkpoint, LAST);
      expectState(pipeline, checkpoint, LAST);
    }
    try (Checkpoint checkpoint = Checkpoint.open(folder, options)) {
      expectState(pipeline, checkpoint, LAST);
    }
  }

  private static void expectState(CountingPipeline pipeline, Checkpoint checkpoint, long batch) {
    assertThat(all(checkpoint.state().store(ROWS))).isEqualTo(all(pipeline.expected(ROWS, batch)));
    assertThat(all(checkpoint.state().store(INDEX)))
        .isEqualTo(all(pipeline.expected(INDEX, batch)));
  }

  /** RocksDB may delete files of its own while they are copied; those are left out. */
  static void copy(Path from, Path to) throws IOException {
    Files.walkFileTree(
        from,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path dir, BasicFileAttributes attributes)
              throws IOException {
            Files.createDirectories(to.resolve(from.relativize(dir).toString()));
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            try {
              Files.copy(file, to.resolve(from.relativize(file).toString()));
            } catch (NoSuchFileException e) {
              return visitFileFailed(file, e);
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
            if (!from.relativize(file).startsWith("work")) {
              throw e;
            }
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
