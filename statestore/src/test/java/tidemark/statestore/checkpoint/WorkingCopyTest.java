package tidemark.statestore.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static tidemark.statestore.Rows.all;
import static tidemark.statestore.checkpoint.CountingPipeline.ROWS;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tidemark.statestore.IdSource;
import tidemark.statestore.KeyRange;
import tidemark.statestore.MemoryFolders;
import tidemark.statestore.Rows;
import tidemark.statestore.StateBackend;
import tidemark.statestore.StateCursor;
import tidemark.statestore.StateFailure;
import tidemark.statestore.StateRef;
import tidemark.statestore.StateStore;
import tidemark.statestore.files.LocalFiles;

/**
 * The working copy saves time, never more: with it, without it and with a damaged one the state is
 * the same.
 */
final class WorkingCopyTest {
  private static final long LITTLE = 2000;

  @TempDir(factory = MemoryFolders.class)
  private Path folder;

  private final IdSource ids = Rows.countingIds(1);
  private final CountingPipeline pipeline = new CountingPipeline(20, 40, 60);
  private final CheckpointOptions options =
      CountingPipeline.options(ids, LITTLE).withRetainBatches(3);

  private final CheckpointOptions roomy =
      CountingPipeline.options(ids, 64L << 20).withRetainBatches(3);

  private void runTo(long batch) {
    try (Checkpoint checkpoint = Checkpoint.open(folder, options)) {
      pipeline.run(checkpoint, batch);
    }
  }

  /** The working copy of the last run. */
  private Path work() throws IOException {
    try (Stream<Path> runs = Files.list(folder.resolve("work"))) {
      List<Path> all = runs.toList();
      assertThat(all).hasSize(1);
      return all.get(0);
    }
  }

  private void expectStateAt(long batch) {
    try (Checkpoint checkpoint = Checkpoint.open(folder, options)) {
      assertThat(all(checkpoint.state().store(ROWS)))
          .isEqualTo(all(pipeline.expected(ROWS, batch)));
    }
  }

  @Test
  void aCleanCloseLeavesAWorkingCopyThatIsUsedAgain() throws IOException {
    runTo(20);
    assertThat(work().resolve("intact.json")).exists();
    Path state = folder.resolve("state");
    Path away = folder.resolve("state-away");
    Files.move(state, away);
    expectStateAt(20);
    Files.move(away, state);
    expectStateAt(20);
    runTo(24);
    expectStateAt(24);
  }

  @Test
  void withoutAWorkingCopyTheStateComesFromTheCheckpoint() throws IOException {
    runTo(20);
    LocalFiles.deleteTree(folder.resolve("work"));
    expectStateAt(20);
  }

  @Test
  void aWorkingCopyOfAnotherVersionIsNotUsed() throws IOException {
    runTo(20);
    Path kept = folder.resolveSibling(folder.getFileName() + "-kept");
    CrashTest.copy(folder.resolve("work"), kept);
    runTo(22);
    LocalFiles.deleteTree(folder.resolve("work"));
    CrashTest.copy(kept, folder.resolve("work"));
    expectStateAt(22);
    LocalFiles.deleteTree(kept);
  }

  @Test
  void aWorkingCopyThatDoesNotOpenIsMadeAnewAndSaidSo() throws IOException {
    runTo(20);
    try (Stream<Path> files = Files.list(work().resolve("db"))) {
      for (Path file : files.filter(f -> f.toString().endsWith(".sst")).toList()) {
        Files.write(file, new byte[3]);
      }
    }
    LocalFiles.deleteTree(work().resolve("db/CURRENT"));
    Files.writeString(work().resolve("db/CURRENT"), "MANIFEST-nonsense\n");
    try (Checkpoint checkpoint = Checkpoint.open(folder, options)) {
      assertThat(all(checkpoint.state().store(ROWS))).isEqualTo(all(pipeline.expected(ROWS, 20)));
      assertThat(checkpoint.notices()).hasSize(1);
    }
  }

  /** A run with room for all rows leaves them behind in tables. */
  private Path tables() throws IOException {
    try (Checkpoint checkpoint = Checkpoint.open(folder, roomy)) {
      pipeline.run(checkpoint, 20);
    }
    try (Stream<Path> files = Files.list(work())) {
      return files.filter(f -> f.getFileName().toString().startsWith("tables-")).findFirst().get();
    }
  }

  /** The state is whole after the next start, which has something to say. */
  private void expectMadeAnew(String said) {
    try (Checkpoint checkpoint = Checkpoint.open(folder, roomy)) {
      assertThat(all(checkpoint.state().store(ROWS))).isEqualTo(all(pipeline.expected(ROWS, 20)));
      assertThat(checkpoint.notices()).singleElement().asString().contains(said);
    }
  }

  @Test
  void anyBitOfTheTablesThatIsWrongIsFoundAtTheStartAndTheyAreMadeAnew() throws IOException {
    Path tables = tables();
    byte[] whole = Files.readAllBytes(tables);
    Path kept = folder.resolveSibling(folder.getFileName() + "-kept");
    CrashTest.copy(folder, kept);
    for (int at = 0; at < whole.length; at += Math.max(1, whole.length / 40)) {
      byte[] damaged = whole.clone();
      damaged[at] ^= (byte) (1 << at % 8);
      Files.write(tables, damaged);
      expectMadeAnew("is damaged");
      LocalFiles.deleteTree(folder);
      CrashTest.copy(kept, folder);
    }
    LocalFiles.deleteTree(kept);
  }

  @Test
  void tablesThatAreCutOffOrGoneAreMadeAnew() throws IOException {
    Path tables = tables();
    byte[] whole = Files.readAllBytes(tables);
    Files.write(tables, java.util.Arrays.copyOf(whole, whole.length - 1));
    expectMadeAnew("is damaged");
    try (Stream<Path> files = Files.list(work())) {
      for (Path file : files.filter(f -> f.toString().contains("tables-")).toList()) {
        Files.delete(file);
      }
    }
    expectMadeAnew("no such file");
  }

  @Test
  void damageBelowTheTablesEndsTheRunAndTheNextOneMakesTheCopyAnew() throws IOException {
    runTo(20);
    try (Stream<Path> files = Files.list(work().resolve("db"))) {
      for (Path file : files.filter(f -> f.toString().endsWith(".sst")).toList()) {
        byte[] content = Files.readAllBytes(file);
        content[20] ^= 4;
        Files.write(file, content);
      }
    }
    try (Checkpoint checkpoint = Checkpoint.open(folder, options)) {
      assertThatThrownBy(() -> all(checkpoint.state().store(ROWS)))
          .isInstanceOfSatisfying(
              StateFailure.class,
              e -> {
                StateFailure told = checkpoint.withWayBack(e);
                assertThat(told.kind()).isEqualTo(StateFailure.Kind.WORKING_COPY);
                assertThat(told.wayOut()).isEqualTo("Run again; the working copy is made anew.");
              });
    }
    expectStateAt(20);
  }

  @Test
  void nativeObjectsDoNotAddUpOverManyBatches() {
    try (Checkpoint checkpoint = Checkpoint.open(folder, options)) {
      pipeline.run(checkpoint, 20);
      StateBackend state = checkpoint.state();
      int before = state.stats().nativeHandles();
      StateStore store = state.store(ROWS);
      for (int i = 0; i < 300; i++) {
        try (StateCursor stoppedEarly = store.scan(KeyRange.all())) {
          assertThat(stoppedEarly.next()).isTrue();
        }
        assertThat(all(store)).hasSize((int) store.rows());
        store.insert(Rows.key(i % 256, "soak " + i), Rows.value("x".repeat(200)));
        StateRef ref = state.seal(100 + i);
        assertThat(ref.version()).isEqualTo(100 + i);
      }
      assertThat(before).isPositive();
      assertThat(state.stats().nativeHandles()).isEqualTo(before);
    }
  }

  @Test
  void aCursorThatOutlivesTheStateFailsInJava() {
    List<StateCursor> cursors = new ArrayList<>();
    try (Checkpoint checkpoint = Checkpoint.open(folder, options)) {
      pipeline.run(checkpoint, 20);
      cursors.add(checkpoint.state().store(ROWS).scan(KeyRange.all()));
      assertThat(cursors.get(0).next()).isTrue();
    }
    try {
      while (cursors.get(0).next()) {
        assertThat(cursors.get(0).key()).isNotEmpty();
      }
    } catch (IllegalStateException closed) {
      assertThat(closed).hasMessageContaining("closed");
    }
    cursors.get(0).close();
  }

  @Test
  void closingWhileAnotherThreadReadsIsSafe() throws InterruptedException {
    for (int round = 0; round < 20; round++) {
      Path own = folder.resolve("round-" + round);
      Checkpoint checkpoint = Checkpoint.open(own, options);
      pipeline.run(checkpoint, 6);
      StateStore store = checkpoint.state().store(ROWS);
      Thread reader = new Thread(() -> readUntilClosed(store));
      reader.start();
      checkpoint.close();
      reader.join();
    }
  }

  /** Reads until it is told that the state is closed, or finds the emptied tables. */
  private static void readUntilClosed(StateStore store) {
    try {
      for (int i = 0; i < 10_000; i++) {
        try (StateCursor cursor = store.scan(KeyRange.all())) {
          boolean more = true;
          while (more) {
            more = cursor.next();
          }
        }
      }
    } catch (IllegalStateException | NullPointerException | IndexOutOfBoundsException closed) {
      return;
    }
  }

  @Test
  void aCommitCostsWhatItsBatchChangedNotWhatIsStored() throws IOException {
    CheckpointOptions large = CountingPipeline.options(ids, 256L << 20).withRetainBatches(5);
    try (Checkpoint checkpoint = Checkpoint.open(folder, large)) {
      StateBackend state = checkpoint.state();
      StateStore store = state.store(ROWS);
      for (int i = 0; i < 100_000; i++) {
        store.insert(Rows.key(i % 256, "row " + i), Rows.value("some value " + i));
      }
      commit(checkpoint, 0);
      commit(checkpoint, 2);
      long start = totalBytes();
      for (long batch = 4; batch < 200; batch += 2) {
        long before = totalBytes();
        for (int i = 0; i < 10; i++) {
          store.replace(Rows.key(i, "row " + i), Rows.value("other " + batch));
        }
        commit(checkpoint, batch);
        assertThat(totalBytes() - before).as("batch " + batch).isLessThan(40_000);
        assertThat(checkpoint.commits().latest().orElseThrow().state().segments())
            .hasSizeLessThan(16);
      }
      assertThat(totalBytes() - start).isLessThan(100_000);
    }
  }

  private static void commit(Checkpoint checkpoint, long batch) {
    assertThat(checkpoint.offsets().append(batch, CountingPipeline.planned(batch, 1))).isTrue();
    StateRef ref = checkpoint.state().seal(batch);
    assertThat(checkpoint.commits().append(batch, CountingPipeline.done(batch, 1, ref))).isTrue();
    checkpoint.retain();
  }

  private long totalBytes() throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum();
    }
  }
}
