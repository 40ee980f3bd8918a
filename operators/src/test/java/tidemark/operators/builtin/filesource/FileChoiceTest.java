package tidemark.operators.builtin.filesource;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tidemark.operators.connector.BadRecordPolicy;
import tidemark.operators.connector.Range;

/** Which files a file source reads, and that every name works. */
class FileChoiceTest {
  @TempDir Path temp;
  private SourceBench bench;

  @BeforeEach
  void makeFolder() throws IOException {
    bench = new SourceBench(Files.createDirectory(temp.resolve("in")));
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
    assertThat(SourceBench.ids(bench.runAll())).containsExactly("1", "2");
    Files.move(bench.folder.resolve("d.ndjson.tmp"), bench.folder.resolve("d.ndjson"));
    Files.writeString(bench.folder.resolve("d.ndjson"), SourceBench.row(3));
    assertThat(SourceBench.ids(bench.runAll())).containsExactly("3");
    assertThat(bench.runAll()).isEmpty();
  }

  @Test
  void theEndsOfTemporaryNamesCanBeChosen() {
    bench.with("skip_suffixes", ".half, .lock");
    bench.file("a.half", "not json\n");
    bench.file("a.lock", "not json\n");
    bench.file("a.tmp", SourceBench.row(1));
    assertThat(SourceBench.ids(bench.runAll())).containsExactly("1");
  }

  @Test
  void foldersBelowAreReadOnlyIfAsked() {
    bench.file("a", SourceBench.row(1));
    bench.file("sub/deep/b", SourceBench.row(2));
    assertThat(SourceBench.ids(bench.runAll())).containsExactly("1");
    bench.with("recursive", true);
    assertThat(SourceBench.ids(bench.runAll())).containsExactly("2");
  }

  @Test
  void aGlobChoosesAmongTheNames() {
    bench.with("glob", "*.{ndjson,json}");
    bench.file("a.ndjson", SourceBench.row(1));
    bench.file("b.json", SourceBench.row(2));
    bench.file("c.txt", "not json\n");
    assertThat(SourceBench.ids(bench.runAll())).containsExactly("1", "2");
  }

  @Test
  void aPatternInThePathChoosesFilesAndFolders() {
    bench.file("day=1/a.ndjson", SourceBench.row(1));
    bench.file("day=2/b.ndjson", SourceBench.row(2));
    bench.file("other/c.ndjson", SourceBench.row(3));
    bench.file("day=1/deep/d.ndjson", SourceBench.row(4));
    bench.with("path", bench.folder.resolve("day=*"));
    assertThat(SourceBench.ids(bench.runAll())).containsExactly("1", "2");
    bench.with("path", bench.folder.resolve("*/c.nd*"));
    assertThat(SourceBench.ids(bench.runAll())).containsExactly("3");
    bench.with("path", bench.folder.resolve("**/*.ndjson"));
    assertThat(SourceBench.ids(bench.runAll())).containsExactly("4");
  }

  @Test
  void aNameWithPatternCharactersThatExistsIsThatFile() {
    Path file = bench.file("a[1]*.ndjson", SourceBench.row(1));
    bench.file("a1x.ndjson", SourceBench.row(2));
    bench.with("path", file);
    assertThat(SourceBench.ids(bench.runAll())).containsExactly("1");
  }

  @Test
  void aSingleFileMayHaveAHiddenName() {
    bench.with("path", bench.file("_one", SourceBench.row(7)));
    assertThat(SourceBench.ids(bench.runAll())).containsExactly("7");
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
    assertThat(SourceBench.ids(bench.rows(restarted, range))).containsExactly("1");
    restarted.advance(range, bench.state);
    assertThat(bench.runAll()).isEmpty();
  }

  @Test
  void aNameThatIsNoTextWorksToo() throws IOException {
    Path odd = Path.of(URI.create("file://" + bench.folder.toUri().getRawPath() + "caf%E9.ndjson"));
    Files.writeString(odd, SourceBench.row(1));
    FileSource source = bench.open();
    Range range = bench.plan(source).orElseThrow();
    assertThat(SourceBench.ids(bench.rows(bench.open(), range))).containsExactly("1");
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
}
