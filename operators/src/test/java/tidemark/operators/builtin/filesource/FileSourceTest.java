package tidemark.operators.builtin.filesource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tidemark.operators.connector.BadRecordPolicy;
import tidemark.operators.connector.BatchLimits;
import tidemark.operators.connector.Range;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;

/** What a file source hands out: in which order, in which batches, and how records become rows. */
class FileSourceTest {
  @TempDir Path temp;
  private SourceBench bench;

  @BeforeEach
  void makeFolder() throws IOException {
    bench = new SourceBench(Files.createDirectory(temp.resolve("in")));
  }

  @Test
  void filesAreReadOldestFirstAndEachOnce() throws IOException {
    bench.file("b.ndjson", SourceBench.row(1));
    bench.file("a.ndjson", SourceBench.row(2));
    assertThat(SourceBench.ids(bench.runAll())).containsExactly("1", "2");
    assertThat(bench.runAll()).isEmpty();
    bench.file("c.ndjson", SourceBench.row(3));
    assertThat(SourceBench.ids(bench.runAll())).containsExactly("3");
  }

  @Test
  void filesOfOneTimeAreReadByName() throws IOException {
    Path b = bench.file("b", SourceBench.row(2));
    Path a = bench.file("a", SourceBench.row(1));
    Files.setLastModifiedTime(a, Files.getLastModifiedTime(b));
    assertThat(SourceBench.ids(bench.runAll())).containsExactly("1", "2");
  }

  @Test
  void aMicroBatchTakesAtMostTheFilesAskedFor() {
    for (int i = 0; i < 5; i++) {
      bench.file("f" + i, SourceBench.row(i));
    }
    bench.limits = new BatchLimits(2, Long.MAX_VALUE, Long.MAX_VALUE);
    assertThat(bench.run())
        .extracting(SourceBench::ids)
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
    assertThat(SourceBench.ids(bench.runAll())).containsExactly("4", "3", "2", "1", "0");
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
    assertThat(SourceBench.ids(bench.runAll())).containsExactly("1", "2");
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
    assertThat(SourceBench.ids(bench.runAll())).containsExactlyInAnyOrder("1", "2");
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
  void manyFilesAreLookedAtTogether() throws IOException {
    for (int i = 0; i < 300; i++) {
      bench.file(String.format("f%03d", i), SourceBench.row(i));
    }
    FileSource source = bench.open();
    source.freeze();
    for (int i = 0; i < 300; i += 10) {
      Files.delete(bench.folder.resolve(String.format("f%03d", i)));
    }
    Range range = bench.plan(source).orElseThrow();
    assertThat(FileRange.of(range).files())
        .extracting(RecordedFile::name)
        .containsExactlyElementsOf(
            IntStream.range(0, 300)
                .filter(i -> i % 10 > 0)
                .mapToObj(i -> String.format("f%03d", i))
                .toList());
    assertThat(bench.noticed(Code.TM603)).isEqualTo(30);
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
    assertThat(SourceBench.ids(bench.runAll())).containsExactly("1", "2");
  }

  @Test
  void raggedRowsAreBadAndCountedWithTheirLine() {
    bench.policy = BadRecordPolicy.DROP;
    bench.with("format", "csv").with("header", true);
    bench.file("a.csv", "id,name\n1,north\n2\n3,east,EXTRA\n");
    assertThat(SourceBench.ids(bench.runAll())).containsExactly("1");
    assertThat(bench.bad).containsExactly("a.csv:3", "a.csv:4");
  }

  @Test
  void aChunkGrowsForARecordThatIsLongerThanIt() {
    String large = "{\"id\":2,\"name\":\"" + "x".repeat(5_000) + "\"}\n";
    bench.file("a", SourceBench.row(1) + large + SourceBench.row(3));
    bench.sizes = new SplitSizes(1 << 20, 1 << 20, 64);
    assertThat(SourceBench.ids(bench.runAll())).containsExactly("1", "2", "3");
  }

  @Test
  void otherEncodingsAreRead() {
    bench.with("encoding", "UTF-16LE");
    bench.file("a", SourceBench.row(1).replace("n1", "ä€").getBytes(StandardCharsets.UTF_16LE));
    assertThat(bench.runAll()).containsExactly("{\"id\":1,\"name\":\"ä€\"}");
  }
}
