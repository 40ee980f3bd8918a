package tidemark.operators.builtin.filesink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tidemark.operators.connector.Delivery;
import tidemark.operators.connector.Outcome;
import tidemark.operators.connector.OutputMode;
import tidemark.operators.connector.SinkBatch;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;

class FileSinkTest {
  @TempDir Path temp;
  private SinkBench bench;

  @BeforeEach
  void chooseFolder() {
    bench = new SinkBench(temp.resolve("out"));
  }

  @Test
  void rowsAreVisibleAfterTheCommitAndNotBefore() {
    FileSink sink = bench.open();
    assertThat(sink.delivery()).isEqualTo(Delivery.STAGED);
    SinkBatch batch = bench.write(sink, 0, 1, 2);
    assertThat(bench.visible()).isEmpty();
    batch.prepare();
    assertThat(bench.visible()).isEmpty();
    assertThat(sink.outcome(bench.key(0))).isEqualTo(Outcome.ABSENT);
    batch.commit();
    assertThat(bench.ids()).containsExactly(1L, 2L);
    assertThat(bench.visible())
        .containsExactly("part-000000000-000.ndjson", "part-000000000-001.ndjson");
    assertThat(sink.outcome(bench.key(0))).isEqualTo(Outcome.COMMITTED);
  }

  @Test
  void committingTwiceChangesNothing() {
    FileSink sink = bench.open();
    SinkBatch batch = bench.write(sink, 0, 1);
    batch.prepare();
    batch.commit();
    batch.commit();
    batch.close();
    assertThat(bench.ids()).containsExactly(1L);
  }

  @Test
  void aBatchThatIsClosedWithoutCommitLeavesNothing() throws IOException {
    FileSink sink = bench.open();
    try (SinkBatch batch = bench.write(sink, 0, 1)) {
      batch.prepare();
    }
    assertThat(bench.visible()).isEmpty();
    assertThat(staged()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"ndjson", "parquet"})
  void aWholeResultThatCannotBeWrittenLeavesNoFileOpen(String format) throws IOException {
    SinkBench whole = new SinkBench(temp.resolve("whole"));
    whole.options.put("format", format);
    whole.mode = OutputMode.COMPLETE;
    SinkBatch batch = whole.write(whole.open(), 0, 1, 2);
    try (Stream<Path> pieces = Files.list(whole.own("staging"))) {
      Files.delete(pieces.findFirst().orElseThrow());
    }
    assertThatThrownBy(batch::prepare).isInstanceOf(Failure.class);
    batch.close();
    assertThat(open(whole.folder)).isEmpty();
  }

  /** The files below a folder that this process holds open, where the system tells. */
  private static List<String> open(Path folder) throws IOException {
    Path own = Path.of("/proc/self/fd");
    List<String> found = new java.util.ArrayList<>();
    if (Files.isDirectory(own)) {
      for (String number : own.toFile().list()) {
        Path link = own.resolve(number);
        String target = Files.isSymbolicLink(link) ? Files.readSymbolicLink(link).toString() : "";
        if (target.startsWith(folder + "/")) {
          found.add(target);
        }
      }
    }
    return found;
  }

  @ParameterizedTest
  @ValueSource(strings = {"begun", "written", "prepared", "committed"})
  void aCrashAtAnyStepLeavesEveryRowOnceAfterTheRepetition(String step) throws IOException {
    FileSink crashing = bench.open();
    bench.commit(crashing, 0, 1, 2);
    SinkBatch batch = crashing.begin(bench.key(1));
    if (!step.equals("begun")) {
      batch.writer(0).write(SinkBench.rows(3, 4));
      batch.writer(1).write(SinkBench.rows(5));
      batch.writer(2).write(SinkBench.rows(6));
    }
    if (step.equals("prepared") || step.equals("committed")) {
      batch.prepare();
    }
    if (step.equals("committed")) {
      batch.commit();
    }
    assertThat(bench.ids())
        .isEqualTo(step.equals("committed") ? List.of(1L, 2L, 3L, 4L, 5L, 6L) : List.of(1L, 2L));

    FileSink next = bench.open();
    Outcome outcome = next.outcome(bench.key(1));
    assertThat(outcome == Outcome.COMMITTED).isEqualTo(step.equals("committed"));
    if (outcome == Outcome.ABSENT) {
      // The repetition has other partitions; nothing of the first attempt may stay.
      SinkBatch again = next.begin(bench.key(1));
      again.writer(0).write(SinkBench.rows(3, 4, 5, 6));
      again.prepare();
      again.commit();
    }
    assertThat(bench.ids()).containsExactly(1L, 2L, 3L, 4L, 5L, 6L);
    assertThat(staged()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void aCommitWhoseRenamesWereCutOffIsFinishedWhenTheFolderIsOpened(int missing)
      throws IOException {
    bench.commit(bench.open(), 7, 1, 2, 3);
    // The state of the disk between the manifest and the last renames.
    for (int i = 3 - missing; i < 3; i++) {
      String name = String.format("part-000000007-%03d.ndjson", i);
      Files.move(bench.folder.resolve(name), bench.own("staging/000000007." + name));
    }
    assertThat(bench.ids()).hasSize(3 - missing);
    FileSink next = bench.open();
    assertThat(next.outcome(bench.key(7))).isEqualTo(Outcome.COMMITTED);
    assertThat(bench.ids()).containsExactly(1L, 2L, 3L);
    assertThat(staged()).isEmpty();
  }

  @Test
  void aManifestThatWasNotRenamedIsNoCommit() throws IOException {
    FileSink sink = bench.open();
    SinkBatch batch = bench.write(sink, 0, 1);
    batch.prepare();
    Files.writeString(bench.own("manifests/.000000000.json.tmp"), "{\"format\":1,\"bat");
    FileSink next = bench.open();
    assertThat(next.outcome(bench.key(0))).isEqualTo(Outcome.ABSENT);
    bench.commit(next, 0, 1);
    assertThat(bench.ids()).containsExactly(1L);
  }

  @Test
  void aBatchThatIsWrittenAgainAfterItsCommitChangesNothing() {
    FileSink sink = bench.open();
    for (long n = 0; n < 3; n++) {
      bench.commit(sink, n, n);
    }
    FileSink again = bench.open();
    bench.commit(again, 2, 2, 99);
    assertThat(bench.ids()).containsExactly(0L, 1L, 2L);
  }

  @Test
  void aPublishedFileThatAReaderTookAwayDoesNotComeBackAndDoesNotHurt() throws IOException {
    bench.commit(bench.open(), 0, 1);
    Files.delete(bench.folder.resolve("part-000000000-000.ndjson"));
    FileSink next = bench.open();
    assertThat(next.outcome(bench.key(0))).isEqualTo(Outcome.COMMITTED);
    bench.commit(next, 1, 2);
    assertThat(bench.ids()).containsExactly(2L);
  }

  @Test
  void aBatchWithoutRowsWritesNothing() {
    FileSink sink = bench.open();
    bench.commit(sink, 0);
    try (SinkBatch batch = sink.begin(bench.key(1))) {
      batch.writer(0).write(SinkBench.rows());
      batch.prepare();
      batch.commit();
    }
    assertThat(bench.visible()).isEmpty();
    bench.commit(sink, 2, 5);
    assertThat(bench.ids()).containsExactly(5L);
  }

  @Test
  void metadataStaysBoundedAndOldBatchesStayCommitted() throws IOException {
    bench.keptManifests = 5;
    FileSink sink = bench.open();
    for (long n = 0; n < 60; n++) {
      bench.commit(sink, n, n);
      try (Stream<Path> manifests = Files.list(bench.own("manifests"))) {
        assertThat(manifests.count()).isLessThanOrEqualTo(10);
      }
    }
    FileSink next = bench.open();
    for (long n = 0; n < 60; n++) {
      assertThat(next.outcome(bench.key(n))).isEqualTo(Outcome.COMMITTED);
    }
    assertThat(next.outcome(bench.key(60))).isEqualTo(Outcome.ABSENT);
    assertThat(bench.ids()).hasSize(60);
  }

  @Test
  void aFolderOfAnotherPipelineIsRefusedAndBothAreNamed() {
    bench.commit(bench.open(), 0, 1);
    bench.query = "q2";
    bench.pipeline = "other";
    assertRefused(bench::open, "pipeline `p`", "pipeline `other`");
    bench.query = "q1";
    bench.open();
    assertThat(bench.ids()).containsExactly(1L);
  }

  @Test
  void aFolderOfAnotherCheckpointIsNotWrittenUntilItIsHandedOver() {
    bench.commit(bench.open(), 0, 1);
    bench.query = "q2";
    FileSink sink = bench.open();
    assertRefused(() -> bench.commit(sink, 1, 2), "q1", "q2");
    assertThat(bench.ids()).containsExactly(1L);
    bench.query = "q1";
    bench.commit(bench.open(), 1, 2);
    assertThat(bench.ids()).containsExactly(1L, 2L);
  }

  private static void assertRefused(ThrowingCallable attempt, String... words) {
    assertThatThrownBy(attempt)
        .isInstanceOfSatisfying(Failure.class, f -> assertThat(f.code()).isEqualTo(Code.TM606))
        .hasMessageContainingAll(words);
  }

  @Test
  void aFolderWithForeignFilesIsRefusedAndLeftAsItIs() throws IOException {
    Files.createDirectories(bench.folder);
    Files.writeString(bench.folder.resolve("report.csv"), "a,b\n");
    assertThatThrownBy(bench::open)
        .isInstanceOfSatisfying(Failure.class, f -> assertThat(f.code()).isEqualTo(Code.TM606))
        .hasMessageContaining("report.csv");
    assertThat(bench.folder.resolve("_tidemark")).doesNotExist();
    assertThat(bench.visible()).containsExactly("report.csv");
  }

  @Test
  void hiddenFilesAreNoReasonToRefuse() throws IOException {
    Files.createDirectories(bench.folder);
    Files.writeString(bench.folder.resolve(".gitkeep"), "");
    bench.commit(bench.open(), 0, 1);
    assertThat(bench.ids()).containsExactly(1L);
  }

  @Test
  void aPathThatIsAFileFailsBeforeAnythingIsWritten() throws IOException {
    Files.writeString(bench.folder, "");
    assertThatThrownBy(bench::open)
        .isInstanceOfSatisfying(
            Failure.class,
            f -> {
              assertThat(f.code()).isEqualTo(Code.TM605);
              assertThat(f.wayOut()).startsWith("move it away").doesNotContain("room");
            })
        .hasMessageContaining(bench.folder.toString())
        .hasMessageEndingWith("it is a file, not a folder");
  }

  @Test
  void aPathBelowAFileNamesTheFile() throws IOException {
    Path file = Files.writeString(bench.folder, "");
    Path below = file.resolve("far/below");
    assertThatThrownBy(() -> WriteFailure.attempt(below, () -> Files.createDirectories(below)))
        .isInstanceOfSatisfying(
            Failure.class,
            f -> assertThat(f.wayOut()).startsWith("move it away").doesNotContain("room"))
        .hasMessageContaining(file + "` is a file, not a folder")
        .hasMessageNotContaining("irectory");
  }

  @Test
  void aFolderThatVanishesDuringTheRunFailsAndNamesThePath() throws IOException {
    FileSink sink = bench.open();
    SinkBatch batch = sink.begin(bench.key(0));
    tidemark.operators.builtin.files.DurableFolder.deleteTree(bench.folder);
    assertThatThrownBy(() -> batch.writer(0).write(SinkBench.rows(1)))
        .isInstanceOfSatisfying(Failure.class, f -> assertThat(f.code()).isEqualTo(Code.TM605))
        .hasMessageContaining(bench.folder.toString());
  }

  @Test
  void completeModeReplacesTheResultInOneStep() throws IOException {
    bench.mode = OutputMode.COMPLETE;
    FileSink sink = bench.open();
    bench.commit(sink, 0, 1, 2);
    assertThat(bench.visible()).containsExactly("result.ndjson");
    SinkBatch batch = bench.write(sink, 1, 3, 4, 5);
    assertThat(bench.ids()).containsExactly(1L, 2L);
    batch.prepare();
    assertThat(bench.ids()).containsExactly(1L, 2L);
    batch.commit();
    assertThat(bench.ids()).containsExactly(3L, 4L, 5L);
    assertThat(bench.visible()).containsExactly("result.ndjson");
    bench.commit(sink, 2);
    assertThat(bench.visible()).containsExactly("result.ndjson");
    assertThat(bench.ids()).isEmpty();
  }

  @Test
  void completeModeFinishesAReplacementThatWasCutOff() throws IOException {
    bench.mode = OutputMode.COMPLETE;
    FileSink sink = bench.open();
    bench.commit(sink, 0, 1);
    Path old = Files.copy(bench.folder.resolve("result.ndjson"), temp.resolve("old"));
    bench.commit(sink, 1, 2, 3);
    Files.move(bench.folder.resolve("result.ndjson"), bench.own("staging/000000001.result.ndjson"));
    Files.move(old, bench.folder.resolve("result.ndjson"), StandardCopyOption.ATOMIC_MOVE);
    assertThat(bench.ids()).containsExactly(1L);
    bench.open();
    assertThat(bench.ids()).containsExactly(2L, 3L);
  }

  @Test
  void completeModeLeavesNoResultInAnotherFormatBehind() {
    bench.mode = OutputMode.COMPLETE;
    bench.commit(bench.open(), 0, 1);
    bench.options.put("compression", "gz");
    bench.commit(bench.open(), 1, 2, 3);
    assertThat(bench.visible()).containsExactly("result.ndjson.gz");
    assertThat(bench.ids()).containsExactly(2L, 3L);
  }

  @Test
  void updateModeAddsTheChangedRows() {
    bench.mode = OutputMode.UPDATE;
    FileSink sink = bench.open();
    bench.commit(sink, 0, 1);
    bench.commit(sink, 1, 1, 2);
    assertThat(bench.ids()).containsExactly(1L, 1L, 2L);
  }

  @ParameterizedTest
  @ValueSource(strings = {"gz", "zst"})
  void filesMayBePacked(String kind) {
    bench.options.put("compression", kind);
    FileSink sink = bench.open();
    bench.commit(sink, 0, 1, 2);
    assertThat(bench.visible().get(0)).isEqualTo("part-000000000-000.ndjson." + kind);
    assertThat(bench.ids()).containsExactly(1L, 2L);
    SinkBench whole = new SinkBench(temp.resolve("whole"));
    whole.mode = OutputMode.COMPLETE;
    whole.options.put("compression", kind);
    FileSink complete = whole.open();
    whole.commit(complete, 0, 1, 2, 3);
    assertThat(whole.ids()).containsExactly(1L, 2L, 3L);
    whole.commit(complete, 1);
    assertThat(whole.ids()).isEmpty();
  }

  @Test
  void anyPathMayBeWrittenTo() {
    SinkBench odd = new SinkBench(temp.resolve("my out 100% #1 é\n+"));
    odd.commit(odd.open(), 0, 1);
    odd.commit(odd.open(), 1, 2);
    assertThat(odd.ids()).containsExactly(1L, 2L);
  }

  private List<String> staged() throws IOException {
    try (Stream<Path> all = Files.list(bench.own("staging"))) {
      return all.map(p -> p.getFileName().toString()).toList();
    }
  }
}
