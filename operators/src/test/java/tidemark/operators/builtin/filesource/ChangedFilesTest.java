package tidemark.operators.builtin.filesource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tidemark.operators.connector.BadRecordPolicy;
import tidemark.operators.connector.BatchLimits;
import tidemark.operators.connector.Range;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;

/**
 * Files that change, go or come while batches are planned and read, and ranges that are read again.
 */
class ChangedFilesTest {
  @TempDir Path temp;
  private SourceBench bench;

  @BeforeEach
  void makeFolder() throws IOException {
    bench = new SourceBench(Files.createDirectory(temp.resolve("in")));
  }

  @Test
  void aFileThatGrewAfterItWasReadIsReportedOnceARunAndNotReadAgain() throws IOException {
    bench.policy = BadRecordPolicy.DROP;
    Path file = bench.file("a.ndjson", SourceBench.row(1) + "{\"id\":2,\"na");
    assertThat(SourceBench.ids(bench.runAll())).containsExactly("1");
    assertThat(bench.bad).containsExactly("a.ndjson:2");
    Files.writeString(file, "me\":\"x\"}\n", StandardOpenOption.APPEND);
    FileSource source = bench.open();
    assertThat(bench.plan(source)).isEmpty();
    assertThat(bench.plan(source)).isEmpty();
    assertThat(bench.noticed(Code.TM602)).isEqualTo(1);
    assertThat(bench.notices.get(0).message()).contains("`a.ndjson` changed after it was read");
  }

  @Test
  void aFileThatWasOverwrittenIsReportedEvenIfItsSizeIsTheSame() throws IOException {
    Path file = bench.file("day", SourceBench.row(1));
    bench.runAll();
    Files.writeString(file, SourceBench.row(2));
    assertThat(bench.runAll()).isEmpty();
    assertThat(bench.noticed(Code.TM602)).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"report", "fail", "read_again"})
  void aFileThatOnlyHasAnotherTimeDidNotChange(String policy) throws IOException {
    bench.with("changed_files", policy);
    Path small = bench.file("small", SourceBench.row(1));
    Path large = bench.file("large", SourceBench.row(2).repeat(1_000));
    Path empty = bench.file("empty", "");
    assertThat(bench.runAll()).hasSize(1_001);
    for (Path file : List.of(small, large, empty)) {
      Files.setLastModifiedTime(file, FileTime.from(SourceBench.NOW.minusSeconds(7)));
    }
    FileSource source = bench.open();
    assertThat(bench.plan(source)).isEmpty();
    assertThat(bench.plan(source)).isEmpty();
    assertThat(bench.noticed(Code.TM602)).isZero();
  }

  @Test
  void aFileThatChangesAfterItWasTouchedIsReadAgain() throws IOException {
    bench.with("changed_files", "read_again");
    Path file = bench.file("day", SourceBench.row(1));
    bench.runAll();
    Files.setLastModifiedTime(file, FileTime.from(SourceBench.NOW.minusSeconds(7)));
    FileSource source = bench.open();
    assertThat(bench.plan(source)).isEmpty();
    Files.writeString(file, SourceBench.row(2));
    Range range = bench.plan(source).orElseThrow();
    assertThat(SourceBench.ids(bench.rows(source, range))).containsExactly("2");
  }

  @Test
  void aChangedFileFailsTheRunIfAsked() throws IOException {
    bench.with("changed_files", "fail");
    Path file = bench.file("day", SourceBench.row(1));
    bench.runAll();
    Files.writeString(file, SourceBench.row(2), StandardOpenOption.APPEND);
    assertThatThrownBy(bench::run).isInstanceOf(Failure.class).hasMessageContaining("day");
  }

  @Test
  void aChangedFileIsReadAgainIfAsked() throws IOException {
    bench.with("changed_files", "read_again");
    Path file = bench.file("day", SourceBench.row(1) + SourceBench.row(2));
    bench.runAll();
    Files.writeString(file, SourceBench.row(3) + SourceBench.row(4) + SourceBench.row(5));
    assertThat(SourceBench.ids(bench.runAll())).containsExactly("3", "4", "5");
    assertThat(bench.noticed(Code.TM602)).isEqualTo(1);
    assertThat(bench.runAll()).isEmpty();
  }

  @Test
  void filesThatChangedAMomentAgoAreLeftForLater() throws IOException {
    bench.with("settle", 5_000L);
    Path young = bench.file("young", SourceBench.row(1));
    Files.setLastModifiedTime(young, FileTime.from(SourceBench.NOW.minusMillis(4_999)));
    bench.file("old", SourceBench.row(2));
    assertThat(SourceBench.ids(bench.runAll())).containsExactly("2");
    assertThat(bench.noticed(Code.TM621)).isEqualTo(1);
    Files.setLastModifiedTime(young, FileTime.from(SourceBench.NOW.minusMillis(5_000)));
    assertThat(SourceBench.ids(bench.runAll())).containsExactly("1");
  }

  @Test
  void aFileThatGrowsWhileItWaitsForItsMicroBatchIsReadAsItIsThen() throws IOException {
    bench.limits = new BatchLimits(1, Long.MAX_VALUE, Long.MAX_VALUE);
    bench.file("a", SourceBench.row(1));
    Path next = bench.file("b", SourceBench.row(2));
    FileSource source = bench.open();
    source.advance(bench.plan(source).orElseThrow(), bench.state);
    Files.writeString(next, SourceBench.row(3), StandardOpenOption.APPEND);
    Range range = bench.plan(source).orElseThrow();
    assertThat(SourceBench.ids(bench.rows(source, range))).containsExactly("2", "3");
  }

  @Test
  void aFileThatGoesWhileItWaitsForItsMicroBatchIsReported() throws IOException {
    bench.limits = new BatchLimits(1, Long.MAX_VALUE, Long.MAX_VALUE);
    bench.file("a", SourceBench.row(1));
    Path next = bench.file("b", SourceBench.row(2));
    FileSource source = bench.open();
    source.advance(bench.plan(source).orElseThrow(), bench.state);
    Files.delete(next);
    assertThat(bench.plan(source)).isEmpty();
    assertThat(bench.noticed(Code.TM603)).isEqualTo(1);
  }

  @Test
  void aRangeGivesTheSameRowsAfterARestart() {
    bench.file("a", SourceBench.row(1).repeat(100));
    bench.file("b", SourceBench.row(2).repeat(100));
    FileSource source = bench.open();
    Range range = bench.plan(source).orElseThrow();
    List<String> rows = bench.rows(source, range);
    bench.file("c", SourceBench.row(3));
    assertThat(bench.rows(bench.open(), range)).isEqualTo(rows);
  }

  @Test
  void aRangeSurvivesThatItsFolderMoves() throws IOException {
    bench.file("a", SourceBench.row(1));
    Range range = bench.plan(bench.open()).orElseThrow();
    Path moved = temp.resolve("elsewhere");
    Files.move(bench.folder, moved);
    bench.with("path", moved);
    assertThat(SourceBench.ids(bench.rows(bench.open(), range))).containsExactly("1");
  }

  @Test
  void onlyTheRecordedBytesOfAFileThatGrewAreReadAgain() throws IOException {
    Path file = bench.file("a", SourceBench.row(1) + "{\"id\":2,\"name\":\"n2\"}");
    Range range = bench.plan(bench.open()).orElseThrow();
    Files.writeString(file, "\n" + SourceBench.row(3), StandardOpenOption.APPEND);
    assertThat(SourceBench.ids(bench.rows(bench.open(), range))).containsExactly("1", "2");
  }

  @Test
  void aFileOfAnOpenBatchThatIsGoneFailsAndIsNamed() throws IOException {
    Path file = bench.file("a.ndjson", SourceBench.row(1));
    FileSource source = bench.open();
    Range range = bench.plan(source).orElseThrow();
    Files.delete(file);
    assertThatThrownBy(() -> source.split(range, 1))
        .isInstanceOfSatisfying(Failure.class, f -> assertThat(f.code()).isEqualTo(Code.TM603))
        .hasMessageContaining(file.toString());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "{}\n", "{\"id\":2,\"name\":\"n2\"}\n", "{\"id\":2,\"name\":\"n22\"}\n"})
  void aFileOfAnOpenBatchThatChangedFailsAndIsNamed(String content) throws IOException {
    Path file = bench.file("a.ndjson", SourceBench.row(1));
    FileSource source = bench.open();
    Range range = bench.plan(source).orElseThrow();
    Files.writeString(file, content);
    assertThatThrownBy(() -> source.split(range, 1))
        .isInstanceOfSatisfying(Failure.class, f -> assertThat(f.code()).isEqualTo(Code.TM602))
        .hasMessageContaining(file.toString());
  }

  @Test
  void aFileThatChangesBetweenSplittingAndReadingFails() throws IOException {
    Path file = bench.file("a", SourceBench.row(1));
    FileSource source = bench.open();
    Range range = bench.plan(source).orElseThrow();
    var splits = source.split(range, 1);
    Files.writeString(file, SourceBench.row(2));
    assertThatThrownBy(() -> bench.rows(source, splits.get(0))).isInstanceOf(Failure.class);
  }

  @Test
  void aFileThatVanishesBeforeItWasPlannedIsReported() throws IOException {
    bench.file("a", SourceBench.row(1));
    Path gone = bench.file("b", SourceBench.row(2));
    FileSource source = bench.open();
    source.freeze();
    Files.delete(gone);
    Range range = bench.plan(source).orElseThrow();
    assertThat(SourceBench.ids(bench.rows(source, range))).containsExactly("1");
    assertThat(bench.noticed(Code.TM603)).isEqualTo(1);
    source.advance(range, bench.state);
    assertThat(bench.plan(source)).isEmpty();
  }

  @Test
  void aFrozenSourceDoesNotSeeLaterFiles() {
    bench.file("a", SourceBench.row(1));
    FileSource source = bench.open();
    source.freeze();
    bench.file("b", SourceBench.row(2));
    Range range = bench.plan(source).orElseThrow();
    assertThat(SourceBench.ids(bench.rows(source, range))).containsExactly("1");
    source.advance(range, bench.state);
    assertThat(bench.plan(source)).isEmpty();
  }

  @Test
  void anOpenSourceSeesLaterFilesAndLosesNoneOfABacklog() {
    bench.limits = new BatchLimits(2, Long.MAX_VALUE, Long.MAX_VALUE);
    FileSource source = bench.open();
    List<String> read = new ArrayList<>();
    for (int i = 0; i < 9; i++) {
      bench.file("f" + i, SourceBench.row(i));
      if (i % 4 == 3) {
        Optional<Range> range = bench.plan(source);
        read.addAll(SourceBench.ids(bench.rows(source, range.orElseThrow())));
        source.advance(range.orElseThrow(), bench.state);
      }
    }
    for (Optional<Range> r = bench.plan(source); r.isPresent(); r = bench.plan(source)) {
      read.addAll(SourceBench.ids(bench.rows(source, r.get())));
      source.advance(r.get(), bench.state);
    }
    assertThat(read).containsExactly("0", "1", "2", "3", "4", "5", "6", "7", "8");
  }

  @Test
  void aPlanThatDidNotHappenIsPlannedAgain() {
    bench.file("a", SourceBench.row(1));
    FileSource source = bench.open();
    source.freeze();
    Optional<Range> first = bench.plan(source);
    assertThat(bench.plan(source)).isEqualTo(first);
  }

  @Test
  void theBacklogIsWhatIsLeftAfterThePlannedRange() {
    for (int i = 0; i < 5; i++) {
      bench.file("f" + i, SourceBench.row(i));
    }
    bench.limits = new BatchLimits(2, Long.MAX_VALUE, Long.MAX_VALUE);
    FileSource source = bench.open();
    source.freeze();
    bench.plan(source);
    assertThat(source.backlog().units()).isEqualTo(3);
    assertThat(source.backlog().bytes()).isEqualTo(3L * SourceBench.row(0).length());
  }
}
