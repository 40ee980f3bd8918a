package tidemark.statestore.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static tidemark.statestore.Rows.all;
import static tidemark.statestore.checkpoint.CountingPipeline.ROWS;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tidemark.statestore.IdSource;
import tidemark.statestore.MemoryFolders;
import tidemark.statestore.Rows;
import tidemark.statestore.StateFailure;
import tidemark.statestore.StateFailure.Kind;
import tidemark.statestore.StateRef;
import tidemark.statestore.checkpoint.OutcomeEntry.Word;
import tidemark.statestore.files.LocalFiles;
import tidemark.statestore.rocksdb.StateFiles;

final class CheckpointTest {
  private static final long MEMORY = 64 << 20;

  @TempDir(factory = MemoryFolders.class)
  private Path folder;

  private final IdSource ids = Rows.countingIds(1);
  private final CheckpointOptions options = CountingPipeline.options(ids, MEMORY);
  private final CountingPipeline pipeline = new CountingPipeline(12, 24, 40);

  private static StateFailure failure(Runnable action) {
    StateFailure failure = catchThrowableOfType(StateFailure.class, action::run);
    assertThat(failure).isNotNull();
    assertThat(failure.wayOut()).isNotBlank();
    return failure;
  }

  @Test
  void aNewCheckpointIsFreshAndKeepsItsIdentity() {
    String queryId;
    try (Checkpoint checkpoint = Checkpoint.open(folder.resolve("a/b"), options)) {
      queryId = checkpoint.queryId();
      assertThat(checkpoint.isFresh()).isTrue();
      assertThat(checkpoint.epoch()).isEqualTo(1);
      assertThat(checkpoint.recovery()).isEqualTo(new Recovery.Fresh());
    }
    try (Checkpoint checkpoint = Checkpoint.open(folder.resolve("a/b"), options)) {
      assertThat(checkpoint.queryId()).isEqualTo(queryId);
      assertThat(checkpoint.pipelineName()).isEqualTo(CountingPipeline.NAME);
      assertThat(checkpoint.epoch()).isEqualTo(2);
    }
  }

  @Test
  void entriesAreReadAsTheyWereWritten() {
    OffsetEntry planned = CountingPipeline.planned(0, 1);
    StateRef ref =
        new StateRef(
            0,
            java.util.Optional.of(new StateRef.Snapshot("0-a.rows", 0, 77)),
            List.of(new StateRef.Segment("0-b", 10, 20, false)),
            List.of(new StateRef.Size(ROWS, 3, 4)));
    CommitEntry done = CountingPipeline.done(0, 1, ref);
    try (Checkpoint checkpoint = Checkpoint.open(folder, options)) {
      assertThat(checkpoint.offsets().append(0, planned)).isTrue();
      assertThat(checkpoint.commits().append(0, done)).isTrue();
      assertThat(checkpoint.offsets().append(0, planned)).isFalse();
    }
    try (Checkpoint checkpoint = Checkpoint.open(folder, options)) {
      assertThat(checkpoint.recovery()).isEqualTo(new Recovery.Next(planned, done));
      assertThat(checkpoint.offsets().latest()).hasValue(planned);
      assertThat(checkpoint.commits().read(0)).hasValue(done);
      assertThat(checkpoint.commits().read(1)).isEmpty();
    }
  }

  @Test
  void aBatchThatIsTakenBackIsPlannedAnew() {
    try (Checkpoint checkpoint = Checkpoint.open(folder, options)) {
      checkpoint.offsets().append(0, CountingPipeline.planned(0, 1));
      assertThatThrownBy(() -> checkpoint.offsets().withdraw(1))
          .isInstanceOf(IllegalArgumentException.class);
      checkpoint.offsets().withdraw(0);
      assertThat(checkpoint.offsets().latest()).isEmpty();
    }
    try (Checkpoint checkpoint = Checkpoint.open(folder, options)) {
      assertThat(checkpoint.recovery()).isEqualTo(new Recovery.Fresh());
      assertThat(checkpoint.offsets().append(0, CountingPipeline.planned(0, 2))).isTrue();
    }
  }

  @Test
  void plansAndOutcomesAreKeptAsTheyAre() {
    OutcomeEntry decided =
        CountingPipeline.outcome(4, Word.UNKNOWN).decided(Word.REJECTED, 1_700_000_000_000L);
    try (Checkpoint checkpoint = Checkpoint.open(folder, options)) {
      assertThat(checkpoint.plans().latest()).isEmpty();
      assertThat(checkpoint.plans().append("{\"a\": [1, 2.5e3]}")).isEqualTo(1);
      assertThat(checkpoint.plans().append("{ }")).isEqualTo(2);
      checkpoint.outcomes().put("b", CountingPipeline.outcome(2, Word.BEGUN));
      checkpoint.outcomes().clear();
      checkpoint.outcomes().put("jdbc/x %", CountingPipeline.outcome(4, Word.BEGUN));
      checkpoint.outcomes().put("jdbc/x %", decided);
    }
    CheckpointView view = Checkpoint.read(folder);
    assertThat(view.plans().read(1)).hasValue("{\"a\": [1, 2.5e3]}");
    assertThat(view.plans().latest()).hasValue("{ }");
    assertThat(view.outcomes().sinks()).containsExactly("jdbc/x %");
    assertThat(view.outcomes().read("jdbc/x %")).hasValue(decided);
    assertThat(view.outcomes().read("b")).isEmpty();
  }

  @Test
  void whatIsNoJsonIsNeverWritten() {
    try (Checkpoint checkpoint = Checkpoint.open(folder, options)) {
      assertThatThrownBy(() -> checkpoint.plans().append("{\"a\":}"))
          .isInstanceOf(IllegalArgumentException.class);
      assertThat(checkpoint.plans().latestGeneration()).isZero();
    }
  }

  @Test
  void aSecondRunIsRefusedAndTheFirstGoesOn() {
    try (Checkpoint first = Checkpoint.open(folder, options)) {
      pipeline.run(first, 2);
      StateFailure refused = failure(() -> Checkpoint.open(folder, options).close());
      assertThat(refused.kind()).isEqualTo(Kind.IN_USE);
      assertThat(refused)
          .hasMessageContaining("pid 1 on host test since 2024-01-01T00:00:00Z")
          .hasMessageContaining(folder.toString());
      assertThat(first.offsets().append(4, CountingPipeline.planned(4, 1))).isTrue();
    }
    assertThat(Checkpoint.read(folder).lease().orElseThrow().held()).isFalse();
  }

  @Test
  void aRunThatWasTakenOverCanWriteNothing() throws IOException {
    try (Checkpoint old = Checkpoint.open(folder, options)) {
      pipeline.run(old, 2);
      old.state().store(ROWS).insert(Rows.key(1, "zombie"), Rows.value("x"));
      Files.delete(folder.resolve("LOCK"));
      try (Checkpoint young = Checkpoint.open(folder, options)) {
        assertThat(young.epoch()).isGreaterThan(old.epoch());
        List<Runnable> writes =
            List.of(
                () -> old.offsets().append(4, CountingPipeline.planned(4, 1)),
                () -> old.commits().append(4, CountingPipeline.done(4, 1, StateRef.empty())),
                () -> old.state().seal(4),
                () ->
                    old.offsets()
                        .withdraw(old.offsets().batches().get(old.offsets().batches().size() - 1)),
                () -> old.plans().append("{}"),
                () -> old.outcomes().put("a", CountingPipeline.outcome(4, Word.BEGUN)),
                () -> old.offsets().dropBefore(2));
        for (Runnable write : writes) {
          assertThat(failure(write).kind()).isEqualTo(Kind.FENCED);
        }
        pipeline.run(young, 6);
      }
      assertThat(failure(old::close).kind()).isEqualTo(Kind.FENCED);
    }
    try (Checkpoint checkpoint = Checkpoint.open(folder, options)) {
      assertThat(all(checkpoint.state().store(ROWS))).isEqualTo(all(pipeline.expected(ROWS, 6)));
    }
  }

  @Test
  void theCheckpointOfAnotherPipelineIsRefused() {
    Checkpoint.open(folder, options).close();
    CheckpointOptions other =
        CheckpointOptions.of("other", options.clock(), ids).withMemoryBudget(MEMORY);
    StateFailure refused = failure(() -> Checkpoint.open(folder, other).close());
    assertThat(refused.kind()).isEqualTo(Kind.NOT_OURS);
    assertThat(refused).hasMessageContaining("counting").hasMessageContaining("other");
    assertThat(Checkpoint.read(folder).lease().orElseThrow().epoch()).isEqualTo(1);
  }

  @Test
  void aFolderWithSomethingElseInItIsRefusedAndLeftAlone() throws IOException {
    Files.writeString(folder.resolve("notes.txt"), "mine");
    StateFailure refused = failure(() -> Checkpoint.open(folder, options).close());
    assertThat(refused.kind()).isEqualTo(Kind.NOT_OURS);
    assertThat(refused).hasMessageContaining("notes.txt");
    assertThat(folder.toFile().list()).containsExactly("notes.txt");
    assertThat(failure(() -> Checkpoint.read(folder)).kind()).isEqualTo(Kind.NOT_OURS);
  }

  @Test
  void aFileInPlaceOfTheFolderOrOfOneAboveItIsSaidToBeOne() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "x");
    for (Path path : List.of(file, file.resolve("below"), file.resolve("far/below"))) {
      String message =
          path.equals(file)
              ? file + " is a file, not a folder"
              : path + " cannot be a folder: " + file + " is a file";
      StateFailure opened = failure(() -> Checkpoint.open(path, options).close());
      assertThat(opened.kind()).isEqualTo(Kind.NO_FOLDER);
      assertThat(opened).hasMessage(message);
      assertThat(opened.wayOut()).contains("move the file away");
      assertThat(failure(() -> Checkpoint.read(path))).hasMessage(message);
    }
    Path good = folder.resolve("good");
    Checkpoint.open(good, options).close();
    Path below = file.resolve("below");
    assertThat(failure(() -> Checkpoint.fork(good, 0, below, Fork.Sharing.COPIES, options)).kind())
        .isEqualTo(Kind.NO_FOLDER);
    assertThat(file).hasContent("x");
  }

  @Test
  void aNewerFormatIsRefusedByName() {
    Checkpoint.open(folder, options).close();
    new LocalFiles(folder).replace("plans/0001.json", newerPlan());
    try (Checkpoint checkpoint = Checkpoint.open(folder, options)) {
      StateFailure refused = failure(() -> checkpoint.plans().latest());
      assertThat(refused.kind()).isEqualTo(Kind.FORMAT_TOO_NEW);
      assertThat(refused).hasMessageContaining("plans/0001.json").hasMessageContaining("2");
    }
  }

  private static byte[] newerPlan() {
    String body = "{\"format\":2,\"generation\":1,\"plan\":{}";
    java.util.zip.CRC32C crc = new java.util.zip.CRC32C();
    crc.update(body.getBytes(java.nio.charset.StandardCharsets.UTF_8));
    return Rows.value(body + String.format(",\"crc32c\":\"%08x\"}\n", (int) crc.getValue()));
  }

  @Test
  void aViewWorksWhileTheRunGoesOn() {
    try (Checkpoint checkpoint = Checkpoint.open(folder, options)) {
      pipeline.run(checkpoint, 4);
      CheckpointView view = Checkpoint.read(folder);
      assertThat(view.queryId()).isEqualTo(checkpoint.queryId());
      assertThat(view.lease().orElseThrow().held()).isTrue();
      assertThat(view.offsets().batches()).containsExactly(0L, 2L, 4L);
      assertThat(view.commits().latest().orElseThrow().state().stores()).hasSize(2);
      assertThat(view.recovery()).isInstanceOf(Recovery.Next.class);
      assertThatThrownBy(() -> view.plans().append("{}"))
          .isInstanceOf(UnsupportedOperationException.class);
    }
  }

  @Test
  void stateThatFitsInMemoryNeverOpensRocksDb() {
    try (Checkpoint checkpoint = Checkpoint.open(folder, options)) {
      pipeline.run(checkpoint, 4);
      assertThat(checkpoint.state().stats().nativeHandles()).isZero();
    }
    assertThat(folder.resolve("work/db")).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(longs = {64 << 20, 2000})
  void onlyWhatRetainedCommitsNeedIsKept(long memory) throws IOException {
    CheckpointOptions few = CountingPipeline.options(ids, memory).withRetainBatches(3);
    for (long last = 10; last <= 60; last += 10) {
      try (Checkpoint checkpoint = Checkpoint.open(folder, few)) {
        pipeline.run(checkpoint, last);
        assertThat(checkpoint.commits().batches()).containsExactly(last - 4, last - 2, last);
        assertThat(checkpoint.offsets().batches()).containsExactly(last - 4, last - 2, last);
      }
      assertThat(filesIn("state")).isSubsetOf(named(true)).containsAll(named(false));
    }
  }

  /**
   * Files that the retained commits name; those that only the next commit will name are not known
   * here.
   */
  private Set<String> named(boolean withUnknown) throws IOException {
    StateFiles state = new StateFiles(new LocalFiles(folder));
    Set<String> named = new TreeSet<>();
    BatchLog<CommitEntry> commits = Checkpoint.read(folder).commits();
    for (long batch : commits.batches()) {
      named.addAll(state.namedBy(commits.read(batch).orElseThrow().state()));
    }
    if (withUnknown) {
      long last = commits.batches().get(commits.batches().size() - 1);
      for (String file : filesIn("state")) {
        if (file.contains("/" + last + "-")) {
          named.addAll(
              state.namedBy(
                  new StateRef(
                      0,
                      java.util.Optional.of(
                          new StateRef.Snapshot(file.substring(file.lastIndexOf('/') + 1), 0, 0)),
                      List.of(),
                      List.of())));
        }
      }
    }
    return named;
  }

  private Set<String> filesIn(String part) throws IOException {
    try (Stream<Path> files = Files.walk(folder.resolve(part))) {
      Set<String> names = new TreeSet<>();
      files
          .filter(Files::isRegularFile)
          .forEach(file -> names.add(folder.relativize(file).toString()));
      return names;
    }
  }

  @Test
  void orphansAreDeletedByTheNextRun() throws IOException {
    try (Checkpoint checkpoint = Checkpoint.open(folder, options)) {
      pipeline.run(checkpoint, 4);
    }
    Path orphan = folder.resolve("state/segments/6-00000000000000ff");
    Files.writeString(orphan, "left over");
    try (Checkpoint checkpoint = Checkpoint.open(folder, options)) {
      pipeline.run(checkpoint, 6);
    }
    assertThat(orphan).doesNotExist();
  }

  @Test
  void aBatchWithoutChangesCostsNoFileOfState() throws IOException {
    try (Checkpoint checkpoint = Checkpoint.open(folder, options)) {
      pipeline.run(checkpoint, 2);
      Set<String> before = filesIn("state");
      StateRef ref = checkpoint.state().seal(4);
      assertThat(ref).isEqualTo(checkpoint.commits().latest().orElseThrow().state());
      assertThat(filesIn("state")).isEqualTo(before);
    }
  }
}
