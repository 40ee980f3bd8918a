package tidemark.runner.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static tidemark.runner.faults.Site.events;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tidemark.runner.cli.ExitCode;
import tidemark.runner.faults.Site.Ran;

/** What goes wrong with files and folders of input, from the pipeline file to the result. */
class FileFaultsTest {
  private static final String NDJSON = Site.copy("format: ndjson", "v: bigint", "");

  @TempDir private Path folder;
  private Site site;

  @BeforeEach
  void open() {
    site = new Site(folder);
  }

  private static String with(String option) {
    return NDJSON.replace(
        "format: ndjson}\n    columns", "format: ndjson, " + option + "}\n    columns");
  }

  @Test
  void fileThatGrowsAfterItWasReadIsNamedCountedAndHalfItsLastLineIsABadRecord()
      throws IOException {
    site.write(Site.COUNTS.replace("    watermark:", "    on_bad_record: drop\n    watermark:"));
    Path file = site.give("a.ndjson", events("a@00:01") + "{\"k\":\"a\",\"ts\":\"2024-01-01T00:0");
    Ran first = site.run();
    assertThat(first.end()).isEqualTo(ExitCode.DONE);
    assertThat(first.err()).contains("1 bad", "bad        1  (events: 1)");

    Files.writeString(file, "2:00Z\"}\n", StandardOpenOption.APPEND);
    site.give("b.ndjson", events("a@00:03"));
    Ran second = site.run();
    assertThat(second.end()).isEqualTo(ExitCode.DONE);
    assertThat(second.err())
        .contains("warning TM602: source `events`: `a.ndjson` changed after it was read")
        .contains("rows in    1")
        .contains("noticed    1 × TM602: A file changed");
    assertThat(site.counted().count("TM602")).isEqualTo(1);
  }

  @Test
  void linkToNothingIsLeftOutAndSaidSo() throws IOException {
    site.write(NDJSON);
    Path file = site.give("a.ndjson", "{\"v\":1}\n");
    Files.createSymbolicLink(file.resolveSibling("b.ndjson"), file.resolveSibling("nothing"));
    Ran run = site.run();
    assertThat(run.end()).isEqualTo(ExitCode.DONE);
    assertThat(run.err())
        .contains("`b.ndjson` is a link to nothing and is left out")
        .contains("noticed    1 × TM603: Input was gone before it was read, and is left out");
    assertThat(site.rows()).containsExactly("{\"v\":1}");
  }

  @Test
  void fileThatGrowsIsReportedEvenIfThereIsNothingElseToDo() throws IOException {
    site.write(NDJSON);
    Path file = site.give("a.ndjson", "{\"v\":1}\n");
    site.run();
    Files.writeString(file, "{\"v\":2}\n", StandardOpenOption.APPEND);
    Ran run = site.run();
    assertThat(run.err())
        .contains("`a.ndjson` changed after it was read", "noticed    1 × TM602: A file changed");
    assertThat(site.rows()).containsExactly("{\"v\":1}");
  }

  @Test
  void fileThatChangesFailsTheRunIfAsked() throws IOException {
    site.write(with("changed_files: fail"));
    Path file = site.give("a.ndjson", "{\"v\":1}\n");
    site.run();
    Files.writeString(file, "{\"v\":2}\n", StandardOpenOption.APPEND);
    Ran run = site.run();
    assertThat(run.end()).isEqualTo(ExitCode.FAILED);
    assertThat(run.err()).contains("error TM602", "a.ndjson");
  }

  @Test
  void unterminatedLastLineOfAFileIsARecord() throws IOException {
    site.write(NDJSON).give("a.ndjson", "{\"v\":1}\n{\"v\":2}");
    site.run();
    assertThat(site.rows()).containsExactly("{\"v\":1}", "{\"v\":2}");
  }

  @Test
  void fileThatChangedAMomentAgoWaitsForALaterRun() throws IOException {
    site.write(with("settle: 1 hour"));
    Path file = site.give("a.ndjson", "{\"v\":1}\n");
    site.give("old.ndjson", "{\"v\":0}\n", Instant.parse("2024-01-01T00:00:00Z"));
    assertThat(site.run().err()).contains("rows in    1");
    assertThat(site.rows()).containsExactly("{\"v\":0}");
    Files.setLastModifiedTime(
        file, java.nio.file.attribute.FileTime.from(Instant.parse("2024-01-02T00:00:00Z")));
    site.run();
    assertThat(site.rows()).containsExactly("{\"v\":0}", "{\"v\":1}");
  }

  @Test
  void overwrittenFileIsReportedAndNotReadAgain() throws IOException {
    site.write(NDJSON);
    site.give("day.ndjson", "{\"v\":1}\n{\"v\":2}\n", Instant.parse("2024-01-01T00:00:00Z"));
    site.run();
    site.give("day.ndjson", "{\"v\":3}\n{\"v\":4}\n", Instant.parse("2024-01-02T00:00:00Z"));
    Ran run = site.counted();
    assertThat(run.err()).contains("TM602", "day.ndjson");
    assertThat(run.count("input_rows")).isZero();
    assertThat(run.count("TM602")).isEqualTo(1);
    assertThat(site.rows()).containsExactly("{\"v\":1}", "{\"v\":2}");
  }

  @Test
  void overwrittenFileIsReadAgainIfAsked() throws IOException {
    site.write(with("changed_files: read_again"));
    site.give("day.ndjson", "{\"v\":1}\n{\"v\":2}\n");
    site.run();
    site.give("day.ndjson", "{\"v\":3}\n{\"v\":4}\n{\"v\":5}\n");
    Ran run = site.counted();
    assertThat(run.err()).contains("TM602", "day.ndjson");
    assertThat(run.count("input_rows")).isEqualTo(3);
    assertThat(site.rows()).hasSize(5);
    assertThat(site.counted().count("input_rows")).isZero();
  }

  @Test
  void oldFilesAreReadWhateverTheLimitOfABatch() throws IOException {
    site.write(with("max_files_per_batch: 2"));
    Instant first = Instant.parse("2023-01-01T00:00:00Z");
    for (int i = 0; i < 5; i++) {
      site.give("f" + i + ".ndjson", "{\"v\":" + i + "}\n", first.plusSeconds(i * 20 * 86_400L));
    }
    Ran run = site.counted();
    assertThat(run.count("batches")).isEqualTo(3);
    assertThat(site.rows()).hasSize(5);
    site.give("older.ndjson", "{\"v\":9}\n", first.minusSeconds(400 * 86_400L));
    site.run();
    assertThat(site.rows()).hasSize(6).contains("{\"v\":9}");
  }

  @Test
  void hiddenAndTemporaryFilesAreLeftUntilTheyHaveTheirName() throws IOException {
    site.write(with("glob: '*.ndjson*', recursive: true"));
    for (String name :
        new String[] {
          "a.ndjson",
          "_b.ndjson",
          ".c.ndjson",
          "d.ndjson.tmp",
          "_temporary/0/e.ndjson",
          ".staging/x.ndjson",
          "sub/f.ndjson"
        }) {
      site.give(name, "{\"v\":" + (int) name.charAt(name.lastIndexOf('/') + 1) + "}\n");
    }
    site.run();
    assertThat(site.rows())
        .containsExactlyInAnyOrder("{\"v\":" + (int) 'a' + "}", "{\"v\":" + (int) 'f' + "}");
    Files.move(site.path("in/d.ndjson.tmp"), site.path("in/d.ndjson"));
    assertThat(site.counted().count("input_rows")).isEqualTo(1);
    assertThat(site.counted().count("input_rows")).isZero();
  }

  @Test
  void anyNameOfAFileIsReadOnceAndNamedAsItIs() throws IOException {
    site.write(NDJSON);
    for (String name :
        new String[] {"my day 100%25 #1.ndjson", "a+b.ndjson", "ü'\"[x]{y}*.ndjson"}) {
      site.give(name, "{\"v\":1}\n");
    }
    assertThat(site.counted().count("input_rows")).isEqualTo(3);
    assertThat(site.counted().count("input_rows")).isZero();
    site.give("z 100%25 #2.ndjson", "{\"v\":\"x\"}\n");
    assertThat(site.run().err()).contains("in/z 100%25 #2.ndjson:1: ");
  }

  @Test
  void allMembersOfAPackedFileAreRead() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.write(gzip("{\"v\":1}\n{\"v\":2}\n"));
    bytes.write(gzip("{\"v\":3}\n{\"v\":4}\n{\"v\":5}\n"));
    site.write(NDJSON).give("x.ndjson.gz", bytes.toByteArray());
    assertThat(site.counted().count("input_rows")).isEqualTo(5);
  }

  @Test
  void packedFileThatIsCutOffFailsTheRunAndIsNamed() throws IOException {
    byte[] whole = gzip("{\"v\":1}\n".repeat(1000));
    site.write(NDJSON).give("x.ndjson.gz", java.util.Arrays.copyOf(whole, whole.length - 5));
    Ran run = site.run();
    assertThat(run.end()).isEqualTo(ExitCode.FAILED);
    assertThat(run.err()).contains("x.ndjson.gz");
    assertThat(site.rows()).isEmpty();
  }

  @Test
  void packedFileThatIsCutOffMayBeTakenAwayOrReplaced() throws IOException {
    byte[] whole = gzip("{\"v\":1}\n");
    site.write(NDJSON).give("x.ndjson.gz", java.util.Arrays.copyOf(whole, whole.length - 5));
    assertThat(site.run().end()).isEqualTo(ExitCode.FAILED);
    site.give("x.ndjson.gz", whole);
    assertThat(site.run().end()).isEqualTo(ExitCode.DONE);
    assertThat(site.rows()).hasSize(1);
  }

  private static byte[] gzip(String text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
      gzip.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return bytes.toByteArray();
  }

  @Test
  void whatABatchLeavesInTheCheckpointDoesNotGrowWithTheFilesRead() throws IOException {
    site.write(
        Site.COUNTS.replace(
                "format: ndjson}\n    columns",
                "format: ndjson, max_files_per_batch: 5}\n    columns")
            + "retain_batches: 4\n");
    for (int i = 0; i < 400; i++) {
      site.give("f%03d.ndjson".formatted(i), events("a@0%d:%02d".formatted(i / 60, i % 60)));
    }
    assertThat(site.counted().count("batches")).isGreaterThanOrEqualTo(80);
    assertThat(filesBelow("checkpoint/offsets")).isLessThan(12);
    assertThat(filesBelow("checkpoint/commits")).isLessThan(12);
    assertThat(filesBelow("checkpoint")).isLessThan(80);
  }

  private long filesBelow(String name) throws IOException {
    try (Stream<Path> files = Files.walk(site.path(name))) {
      return files.filter(Files::isRegularFile).count();
    }
  }

  @Test
  void longBacklogIsReadInSeveralBatchesThoughNoLimitIsSet() throws IOException {
    site.write(NDJSON);
    for (int i = 0; i < 2_050; i++) {
      site.give("f%04d.ndjson".formatted(i), "{\"v\":1}\n");
    }
    Ran run = site.counted();
    assertThat(run.count("batches")).isEqualTo(3);
    assertThat(run.count("input_rows")).isEqualTo(2_050);
  }

  @Test
  void oneBatchWithEverythingIsStillToBeHad() throws IOException {
    site.write(NDJSON);
    for (int i = 0; i < 1_010; i++) {
      site.give("f%04d.ndjson".formatted(i), "{\"v\":1}\n");
    }
    String once = site.run("--progress", "json", "--trigger", "once").err();
    assertThat(once).contains("\"batches\":1,").contains("\"input_rows\":1010");
  }

  @ParameterizedTest
  @ValueSource(strings = {"ndjson, compression: gz", "parquet", "avro"})
  void damagedFileIsToBeReplacedOrMovedAway(String format) throws IOException {
    site.write(NDJSON.replace("ndjson}\n    columns", format + "}\n    columns"));
    site.give("x.data", "neither packed nor with a head");
    Ran run = site.run();
    assertThat(run.end()).isEqualTo(ExitCode.FAILED);
    assertThat(run.err()).contains("error TM604", "x.data", "put a whole copy in its place");
    Files.delete(site.path("in/x.data"));
    assertThat(site.run().end()).isEqualTo(ExitCode.DONE);
  }

  @Test
  void folderThatDoesNotExistFailsAndOneThatIsEmptyWarns() throws IOException {
    site.write(NDJSON);
    assertThat(site.run().err()).contains("warning TM617");
    Files.delete(site.path("in"));
    Ran run = site.run();
    assertThat(run.end()).isEqualTo(ExitCode.FAILED);
    assertThat(run.err()).contains("error TM604").contains(site.path("in").toString());
  }
}
