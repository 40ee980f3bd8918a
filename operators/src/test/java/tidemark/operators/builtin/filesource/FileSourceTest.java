package tidemark.operators.builtin.filesource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
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

class FileSourceTest {
  @TempDir Path temp;
  private SourceBench bench;

  @BeforeEach
  void makeFolder() throws IOException {
    bench = new SourceBench(Files.createDirectory(temp.resolve("in")));
  }

  private static List<String> ids(List<String> rows) {
    return rows.stream().map(r -> r.replaceAll("\\{\"id\":(\\d+),.*", "$1")).toList();
  }

  @Test
  void filesAreReadOldestFirstAndEachOnce() throws IOException {
    bench.file("b.ndjson", SourceBench.row(1));
    bench.file("a.ndjson", SourceBench.row(2));
    assertThat(ids(bench.runAll())).containsExactly("1", "2");
    assertThat(bench.runAll()).isEmpty();
    bench.file("c.ndjson", SourceBench.row(3));
    assertThat(ids(bench.runAll())).containsExactly("3");
  }

  @Test
  void filesOfOneTimeAreReadByName() throws IOException {
    Path b = bench.file("b", SourceBench.row(2));
    Path a = bench.file("a", SourceBench.row(1));
    Files.setLastModifiedTime(a, Files.getLastModifiedTime(b));
    assertThat(ids(bench.runAll())).containsExactly("1", "2");
  }

  @Test
  void aMicroBatchTakesAtMostTheFilesAskedFor() {
    for (int i = 0; i < 5; i++) {
      bench.file("f" + i, SourceBench.row(i));
    }
    bench.limits = new BatchLimits(2, Long.MAX_VALUE, Long.MAX_VALUE);
    assertThat(bench.run())
        .extracting(FileSourceTest::ids)
        .containsExactly(List.of("0", "1"), List.of("2", "3"), List.of("4"));
  }

  @Test
  void aRunThatAsksForEverythingIsNotLimited() {
    for (int i = 0; i < 3; i++) {
      bench.file("f" + i, SourceBench.row(i));
    }
    bench.limits = new BatchLimits(1, Long.MAX_VALUE, Long.MAX_VALUE);
    FileSource source = bench.open();
    Range all = source.plan(bench.state, BatchLimits.NONE).orElseThrow();
    assertThat(bench.rows(source, all)).hasSize(3);
  }

  @Test
  void aMicroBatchTakesAtMostTheBytesAskedForButOneFile() {
    bench.file("large", SourceBench.row(0).repeat(10));
    bench.file("small1", SourceBench.row(1));
    bench.file("small2", SourceBench.row(2));
    bench.limits =
        new BatchLimits(Long.MAX_VALUE, Long.MAX_VALUE, SourceBench.row(1).length() * 2L);
    assertThat(bench.run()).extracting(List::size).containsExactly(10, 2);
  }

  @Test
  void aMicroBatchTakesAtMostTheRowsAskedForByWholeFiles() {
    bench.file("two", SourceBench.row(0) + SourceBench.row(1));
    bench.file("unterminated", SourceBench.row(2).trim());
    bench.file("five", SourceBench.row(3).repeat(5));
    bench.file("one", SourceBench.row(4));
    bench.limits = new BatchLimits(Long.MAX_VALUE, 3, Long.MAX_VALUE);
    assertThat(bench.run()).extracting(List::size).containsExactly(3, 5, 1);
  }

  @Test
  void noOrderOrLimitLosesAnOldFile() throws IOException {
    bench.limits = new BatchLimits(2, Long.MAX_VALUE, Long.MAX_VALUE);
    for (int i = 0; i < 5; i++) {
      Path file = bench.file("f" + i, SourceBench.row(i));
      Files.setLastModifiedTime(
          file,
          java.nio.file.attribute.FileTime.from(
              SourceBench.NOW.minus(java.time.Duration.ofDays(20L * i))));
    }
    assertThat(ids(bench.runAll())).containsExactly("4", "3", "2", "1", "0");
  }

  @Test
  void hiddenAndTemporaryNamesAreNotRead() throws IOException {
    bench.with("recursive", true);
    bench.file("a.ndjson", SourceBench.row(1));
    bench.file("sub/f.ndjson", SourceBench.row(2));
    for (String name :
        List.of(
            "_b.ndjson",
            ".c.ndjson",
            "d.ndjson.tmp",
            "_temporary/0/e.ndjson",
            ".hidden/e.ndjson",
            "x.crdownload",
            "y.part")) {
      bench.file(name, "not json\n");
    }
    assertThat(ids(bench.runAll())).containsExactly("1", "2");
    Files.move(bench.folder.resolve("d.ndjson.tmp"), bench.folder.resolve("d.ndjson"));
    Files.writeString(bench.folder.resolve("d.ndjson"), SourceBench.row(3));
    assertThat(ids(bench.runAll())).containsExactly("3");
    assertThat(bench.runAll()).isEmpty();
  }

  @Test
  void theEndsOfTemporaryNamesCanBeChosen() {
    bench.with("skip_suffixes", ".half, .lock");
    bench.file("a.half", "not json\n");
    bench.file("a.lock", "not json\n");
    bench.file("a.tmp", SourceBench.row(1));
    assertThat(ids(bench.runAll())).containsExactly("1");
  }

  @Test
  void foldersBelowAreReadOnlyIfAsked() {
    bench.file("a", SourceBench.row(1));
    bench.file("sub/deep/b", SourceBench.row(2));
    assertThat(ids(bench.runAll())).containsExactly("1");
    bench.with("recursive", true);
    assertThat(ids(bench.runAll())).containsExactly("2");
  }

  @Test
  void aGlobChoosesAmongTheNames() {
    bench.with("glob", "*.{ndjson,json}");
    bench.file("a.ndjson", SourceBench.row(1));
    bench.file("b.json", SourceBench.row(2));
    bench.file("c.txt", "not json\n");
    assertThat(ids(bench.runAll())).containsExactly("1", "2");
  }

  @Test
  void aPatternInThePathChoosesFilesAndFolders() {
    bench.file("day=1/a.ndjson", SourceBench.row(1));
    bench.file("day=2/b.ndjson", SourceBench.row(2));
    bench.file("other/c.ndjson", SourceBench.row(3));
    bench.file("day=1/deep/d.ndjson", SourceBench.row(4));
    bench.with("path", bench.folder.resolve("day=*"));
    assertThat(ids(bench.runAll())).containsExactly("1", "2");
    bench.with("path", bench.folder.resolve("*/c.nd*"));
    assertThat(ids(bench.runAll())).containsExactly("3");
    bench.with("path", bench.folder.resolve("**/*.ndjson"));
    assertThat(ids(bench.runAll())).containsExactly("4");
  }

  @Test
  void aNameWithPatternCharactersThatExistsIsThatFile() {
    Path file = bench.file("a[1]*.ndjson", SourceBench.row(1));
    bench.file("a1x.ndjson", SourceBench.row(2));
    bench.with("path", file);
    assertThat(ids(bench.runAll())).containsExactly("1");
  }

  @Test
  void aSingleFileMayHaveAHiddenName() {
    bench.with("path", bench.file("_one", SourceBench.row(7)));
    assertThat(ids(bench.runAll())).containsExactly("7");
    assertThat(bench.runAll()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "my day 100%25 #1.ndjson",
        "a+b.ndjson",
        "ünï çödé 日本 😀.ndjson",
        "line\nbreak\ttab.ndjson",
        "quote\"back\\slash'.ndjson",
        "a?b&c=d;e.ndjson",
        "%00%2F..ndjson"
      })
  void anyNameWorksAlsoAfterARestart(String name) {
    bench.file(name, SourceBench.row(1));
    FileSource source = bench.open();
    Range range = bench.plan(source).orElseThrow();
    assertThat(range.json()).doesNotContain("\n");
    FileSource restarted = bench.open();
    assertThat(ids(bench.rows(restarted, range))).containsExactly("1");
    restarted.advance(range, bench.state);
    assertThat(bench.runAll()).isEmpty();
  }

  @Test
  void aNameThatIsNoTextWorksToo() throws IOException {
    Path odd = Path.of(URI.create("file://" + bench.folder.toUri().getRawPath() + "caf%E9.ndjson"));
    Files.writeString(odd, SourceBench.row(1));
    FileSource source = bench.open();
    Range range = bench.plan(source).orElseThrow();
    assertThat(ids(bench.rows(bench.open(), range))).containsExactly("1");
    source.advance(range, bench.state);
    assertThat(bench.runAll()).isEmpty();
  }

  @Test
  void aBadRecordInAnOddlyNamedFileIsReportedUnderItsName() {
    bench.policy = BadRecordPolicy.DROP;
    bench.file("my day 100% #1", SourceBench.row(1) + "x\n");
    bench.runAll();
    assertThat(bench.bad).containsExactly("my day 100% #1:2");
  }

  @Test
  void anEmptyFileIsABatchAndNoFileIsNone() {
    bench.file("empty", "");
    assertThat(bench.run()).containsExactly(List.of());
    assertThat(bench.run()).isEmpty();
  }

  @Test
  void anEmptyFolderIsWorthAWarning() {
    assertThat(bench.run()).isEmpty();
    assertThat(bench.noticed(Code.TM617)).isEqualTo(1);
    assertThat(bench.notices.get(0).message()).contains(bench.folder.toString());
  }

  @Test
  void aPatternThatMatchesNothingIsWorthAWarning() {
    bench.with("path", bench.folder.resolve("*.ndjson"));
    assertThat(bench.run()).isEmpty();
    assertThat(bench.noticed(Code.TM617)).isEqualTo(1);
  }

  @Test
  void aFolderThatDoesNotExistFailsTheRun() {
    bench.with("path", bench.folder.resolve("nowhere"));
    assertThatThrownBy(bench::run)
        .isInstanceOfSatisfying(Failure.class, f -> assertThat(f.code()).isEqualTo(Code.TM604))
        .hasMessageContaining("nowhere");
    bench.with("path", bench.folder.resolve("nowhere/*.csv"));
    assertThatThrownBy(bench::run).isInstanceOf(Failure.class);
  }

  @Test
  void aSingleFileThatWasReadMayGo() throws IOException {
    Path file = bench.file("one", SourceBench.row(1));
    bench.with("path", file);
    bench.runAll();
    Files.delete(file);
    FileSource source = bench.open();
    assertThat(source.plan(bench.state, bench.limits)).isEmpty();
  }

  @Test
  void anUnterminatedLastLineIsARecord() {
    bench.file("a", SourceBench.row(1) + SourceBench.row(2).trim());
    assertThat(ids(bench.runAll())).containsExactly("1", "2");
  }

  @Test
  void aFileThatGrewAfterItWasReadIsReportedOnceARunAndNotReadAgain() throws IOException {
    bench.policy = BadRecordPolicy.DROP;
    Path file = bench.file("a.ndjson", SourceBench.row(1) + "{\"id\":2,\"na");
    assertThat(ids(bench.runAll())).containsExactly("1");
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
    assertThat(ids(bench.runAll())).containsExactly("3", "4", "5");
    assertThat(bench.noticed(Code.TM602)).isEqualTo(1);
    assertThat(bench.runAll()).isEmpty();
  }

  @Test
  void filesThatChangedAMomentAgoAreLeftForLater() throws IOException {
    bench.with("settle", 5_000L);
    Path young = bench.file("young", SourceBench.row(1));
    Files.setLastModifiedTime(
        young, java.nio.file.attribute.FileTime.from(SourceBench.NOW.minusMillis(4_999)));
    bench.file("old", SourceBench.row(2));
    assertThat(ids(bench.runAll())).containsExactly("2");
    assertThat(bench.noticed(Code.TM621)).isEqualTo(1);
    Files.setLastModifiedTime(
        young, java.nio.file.attribute.FileTime.from(SourceBench.NOW.minusMillis(5_000)));
    assertThat(ids(bench.runAll())).containsExactly("1");
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
    assertThat(ids(bench.rows(bench.open(), range))).containsExactly("1");
  }

  @Test
  void onlyTheRecordedBytesOfAFileThatGrewAreReadAgain() throws IOException {
    Path file = bench.file("a", SourceBench.row(1) + "{\"id\":2,\"name\":\"n2\"}");
    Range range = bench.plan(bench.open()).orElseThrow();
    Files.writeString(file, "\n" + SourceBench.row(3), StandardOpenOption.APPEND);
    assertThat(ids(bench.rows(bench.open(), range))).containsExactly("1", "2");
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
    assertThat(ids(bench.rows(source, range))).containsExactly("1");
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
    assertThat(ids(bench.rows(source, range))).containsExactly("1");
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
        read.addAll(ids(bench.rows(source, range.orElseThrow())));
        source.advance(range.orElseThrow(), bench.state);
      }
    }
    for (Optional<Range> r = bench.plan(source); r.isPresent(); r = bench.plan(source)) {
      read.addAll(ids(bench.rows(source, r.get())));
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

  @Test
  void linksAreFollowedAndLoopsEnd() throws IOException {
    bench.with("recursive", true);
    bench.file("sub/a", SourceBench.row(1));
    Path outside = Files.writeString(temp.resolve("outside"), SourceBench.row(2));
    Files.createSymbolicLink(bench.folder.resolve("link"), outside);
    Files.createSymbolicLink(bench.folder.resolve("sub/loop"), bench.folder);
    Files.createSymbolicLink(bench.folder.resolve("self"), bench.folder.resolve("self"));
    Files.createSymbolicLink(bench.folder.resolve("dangling"), temp.resolve("nothing"));
    assertThat(ids(bench.runAll())).containsExactlyInAnyOrder("1", "2");
    assertThat(bench.noticed(Code.TM603)).isEqualTo(2);
  }

  @Test
  void planningCostsOneLookUpAFileWhateverWasRead() {
    for (int i = 0; i < 300; i++) {
      bench.file("f" + i, SourceBench.row(i));
    }
    bench.limits = new BatchLimits(10, Long.MAX_VALUE, Long.MAX_VALUE);
    assertThat(bench.run()).hasSize(30);
    assertThat(bench.state.lookUps()).isLessThanOrEqualTo(600);
  }

  @Test
  void twentyThousandKnownFilesArePlannedFast() {
    for (int i = 0; i < 20_000; i++) {
      bench.file("f" + i, SourceBench.row(i));
    }
    bench.limits = new BatchLimits(100, Long.MAX_VALUE, Long.MAX_VALUE);
    long start = System.nanoTime();
    FileSource source = bench.open();
    source.freeze();
    long rows = 0;
    long first = 0;
    long last = 0;
    for (Optional<Range> r = bench.plan(source); r.isPresent(); r = bench.plan(source)) {
      long begun = System.nanoTime();
      rows += bench.rows(source, r.get()).size();
      source.advance(r.get(), bench.state);
      last = System.nanoTime() - begun;
      first = first == 0 ? last : first;
    }
    long caughtUp = System.nanoTime();
    assertThat(rows).isEqualTo(20_000);
    bench.file("new", SourceBench.row(1));
    FileSource restarted = bench.open();
    long listed = System.nanoTime();
    assertThat(bench.rows(restarted, bench.plan(restarted).orElseThrow())).hasSize(1);
    System.out.printf(
        "20,000 files: catch-up %d ms, first batch %d ms, last %d ms; one new file: %d ms%n",
        (caughtUp - start) / 1_000_000,
        first / 1_000_000,
        last / 1_000_000,
        (System.nanoTime() - listed) / 1_000_000);
  }

  @Test
  void recordsAreCountedByLineInTheWholeFile() {
    bench.policy = BadRecordPolicy.DROP;
    StringBuilder text = new StringBuilder();
    for (int i = 1; i <= 200; i++) {
      text.append(i % 50 == 0 ? "bad\n" : SourceBench.row(i));
    }
    bench.file("a", text.toString());
    bench.sizes = new SplitSizes(100, 100, 64);
    bench.runAll();
    assertThat(bench.bad).containsExactly("a:50", "a:100", "a:150", "a:200");
  }

  @Test
  void aByteOrderMarkIsLeftOutOfEveryFile() {
    bench.with("format", "csv").with("header", true);
    bench.file("a.csv", "\uFEFFid,name\n1,north\n");
    bench.file("b.csv", "\uFEFFid,name\n2,south\n");
    assertThat(ids(bench.runAll())).containsExactly("1", "2");
  }

  @Test
  void raggedRowsAreBadAndCountedWithTheirLine() {
    bench.policy = BadRecordPolicy.DROP;
    bench.with("format", "csv").with("header", true);
    bench.file("a.csv", "id,name\n1,north\n2\n3,east,EXTRA\n");
    assertThat(ids(bench.runAll())).containsExactly("1");
    assertThat(bench.bad).containsExactly("a.csv:3", "a.csv:4");
  }

  @Test
  void aChunkGrowsForARecordThatIsLongerThanIt() {
    String large = "{\"id\":2,\"name\":\"" + "x".repeat(5_000) + "\"}\n";
    bench.file("a", SourceBench.row(1) + large + SourceBench.row(3));
    bench.sizes = new SplitSizes(1 << 20, 1 << 20, 64);
    assertThat(ids(bench.runAll())).containsExactly("1", "2", "3");
  }

  @Test
  void otherEncodingsAreRead() {
    bench.with("encoding", "UTF-16LE");
    bench.file("a", SourceBench.row(1).replace("n1", "ä€").getBytes(StandardCharsets.UTF_16LE));
    assertThat(bench.runAll()).containsExactly("{\"id\":1,\"name\":\"ä€\"}");
  }
}
