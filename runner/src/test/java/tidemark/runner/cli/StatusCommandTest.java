package tidemark.runner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tidemark.statestore.IdSource;
import tidemark.statestore.checkpoint.Checkpoint;
import tidemark.statestore.checkpoint.CheckpointOptions;
import tidemark.statestore.checkpoint.CommitEntry;
import tidemark.statestore.checkpoint.OffsetEntry;

class StatusCommandTest {
  private static final Path ROOT =
      Path.of(System.getProperty("tidemark.root", "..")).toAbsolutePath().normalize();

  /** Two sources, each with a watermark of its own; `right` waits five minutes longer. */
  private static final String TWO =
      """
      format: 1
      pipeline: two
      sources:
        left:
          file: {path: left, format: ndjson}
          columns: {ts: timestamp, k: string}
          watermark: {column: ts, delay: 5 minutes}
        right:
          file: {path: right, format: ndjson}
          columns: {ts: timestamp, k: string}
          watermark: {column: ts, delay: 10 minutes}
      steps:
        all: {union: [left, right]}
        n: {from: all, aggregate: {window: {tumbling: 10 minutes}, by: [k], compute: {n: count(*)}}}
      sinks:
        out: {from: n, file: {path: out, format: ndjson}}
      checkpoint: checkpoint
      """;

  @TempDir private Path folder;

  private Path checkpoint() {
    return folder.resolve("checkpoint");
  }

  private CliRun status(String... options) {
    return CliRun.of(
        Stream.concat(Stream.of("status", checkpoint().toString()), Stream.of(options))
            .toArray(String[]::new));
  }

  private void runExample() throws IOException {
    Path example = Files.createDirectories(folder.resolve("pipelines/site-traffic"));
    Files.createDirectories(example.resolve("data"));
    Path schemas = Files.createDirectories(folder.resolve("schemas"));
    copy("schemas/access-log.yaml", schemas.resolve("access-log.yaml"));
    copy("pipelines/site-traffic/pipeline.yaml", example.resolve("pipeline.yaml"));
    for (int i = 1; i <= 3; i++) {
      String file = "data/access-" + i + ".ndjson";
      copy("pipelines/site-traffic/" + file, example.resolve(file));
    }
    CliRun run =
        CliRun.of(
            "run",
            example.resolve("pipeline.yaml").toString(),
            "--checkpoint",
            checkpoint().toString());
    assertThat(run.end()).as(run.err()).isEqualTo(ExitCode.DONE);
  }

  private static void copy(String file, Path to) throws IOException {
    Files.copy(ROOT.resolve(file), to);
  }

  private CliRun runTwo(String pipeline, String... options) throws IOException {
    Path file = Files.writeString(folder.resolve("two.yaml"), pipeline);
    return CliRun.of(
        Stream.concat(Stream.of("run", file.toString()), Stream.of(options))
            .toArray(String[]::new));
  }

  private void give(String source, String file, String... times) throws IOException {
    StringBuilder rows = new StringBuilder();
    for (String time : times) {
      rows.append("{\"ts\":\"2026-01-01T").append(time).append("Z\",\"k\":\"a\"}\n");
    }
    Files.createDirectories(folder.resolve(source));
    Files.writeString(folder.resolve(source).resolve(file), rows);
  }

  private Checkpoint open(String pipeline, String owner) {
    CheckpointOptions options =
        CheckpointOptions.of(pipeline, Clock.systemUTC(), IdSource.random(new Random(1)));
    return Checkpoint.open(checkpoint(), options.withOwner(owner));
  }

  @Test
  void aPipelineFileIsNotTakenForItsCheckpoint() throws IOException {
    Path example = Files.createDirectories(folder.resolve("pipelines/site-traffic"));
    Path file = example.resolve("pipeline.yaml");
    copy("pipelines/site-traffic/pipeline.yaml", file);
    for (String[] command :
        new String[][] {{"status"}, {"state", "ls"}, {"checkpoint", "verify"}, {"outcomes"}}) {
      String[] words =
          Stream.concat(Stream.of(command), Stream.of(file.toString())).toArray(String[]::new);
      CliRun run = CliRun.of(words);
      assertThat(run.end()).as(run.err()).isEqualTo(ExitCode.INCOMPATIBLE);
      assertThat(run.err())
          .contains("TM506", file + " is a pipeline file", "give its checkpoint: " + example);
    }
    Path other = Files.writeString(folder.resolve("notes.txt"), "x");
    assertThat(CliRun.of("status", other.toString()).err())
        .contains("TM506", "notes.txt is a file, not a folder");
    CliRun run = runTwo(TWO, "--checkpoint", other.resolve("below").toString());
    assertThat(run.end()).isEqualTo(ExitCode.INCOMPATIBLE);
    assertThat(run.err())
        .contains(
            "TM506", "below cannot be a folder: " + other + " is a file", "move the file away")
        .doesNotContain("directory");
  }

  @Test
  void exampleThatCaughtUpIsShownWithItsOpenWindows() throws IOException {
    // 360 requests, 35 of them errors. The latest lies at 12:29:45, so the watermark at 12:19:45:
    // 57 of 89 groups end at or before it.
    runExample();
    CliRun run = status();
    assertThat(run.end()).isEqualTo(ExitCode.DONE);
    assertThat(run.err()).isEmpty();
    assertThat(run.out())
        .contains(
            "pipeline      site-traffic\n",
            "lease         free; the last run was pid ",
            "plan          generation 1\n",
            "last batch    1, planned ",
            "\n              0 rows in, 57 out, 0 late, 0 bad\n",
            "next          a batch when there is new input\n",
            "watermark     2026-01-01T12:19:45Z\n",
            "  access      2026-01-01T12:19:45Z holds the watermark back, last rows ",
            "  traffic     32 rows, ",
            ", tumbling 1 minute, -57.0 rows and -",
            "windows that end at or before 2026-01-01T12:19:00Z are closed; 32 groups wait\n",
            "the earliest window that can be open ends at 2026-01-01T12:20:00Z and waits for"
                + " `access` to reach 2026-01-01T12:30:00Z\n",
            "retained      2 batches, 0 to 1, together\n"
                + "              325 rows in, 57 out, 0 late, 0 bad\n");
  }

  @Test
  void rowsAreShownOfEachSinkWhereThereAreSeveral() throws IOException {
    give("left", "1.ndjson", "12:00:00", "12:01:00", "12:59:00");
    give("right", "1.ndjson", "12:59:00");
    CliRun run =
        runTwo(
            TWO.replace("sinks:", "sinks:\n  raw: {from: all, file: {path: raw, format: ndjson}}"));
    assertThat(run.end()).as(run.err()).isEqualTo(ExitCode.DONE);
    assertThat(run.err()).contains("  rows out   5  (out: 1, raw: 4)\n");
    assertThat(status().out())
        .contains(
            "\n              0 rows in, 1 out (out: 1, raw: 0), 0 late, 0 bad\n",
            "\n              4 rows in, 5 out (out: 1, raw: 4), 0 late, 0 bad\n");
  }

  @Test
  void programsReadTheSame() throws IOException {
    runExample();
    CliRun run = status("--format", "json");
    assertThat(run.end()).isEqualTo(ExitCode.DONE);
    assertThat(run.out())
        .contains(
            "\"pipeline\" : \"site-traffic\"",
            "\"held\" : false",
            "\"pending_no_data_batch\" : false",
            "\"batch\" : 1",
            "\"watermark\" : \"2026-01-01T12:19:45Z\"",
            "\"role\" : \"holds_back\"",
            "\"windows_closed_to\" : \"2026-01-01T12:19:00Z\"",
            "\"access\" : \"2026-01-01T12:30:00Z\"",
            "\"input_rows\" : 325");
  }

  @Test
  void checkpointIsReadWhileARunHoldsIt() throws IOException {
    runExample();
    String owner = "pid " + ProcessHandle.current().pid();
    try (Checkpoint held = open("site-traffic", owner)) {
      assertThat(held.isFresh()).isFalse();
      assertThat(status().out()).contains("lease         held by " + owner + " since ");
      assertThat(status("--format", "json").out()).contains("\"held\" : true");
    }
    assertThat(status().out()).contains("lease         free; the last run was " + owner);
  }

  @Test
  void batchOfARunThatDiedIsUnfinished() throws IOException {
    runExample();
    Checkpoint died = open("site-traffic", "pid 999999999999999");
    CommitEntry last = died.commits().latest().orElseThrow();
    OffsetEntry planned =
        new OffsetEntry(2, 1, died.epoch(), 1, 0, last.next(), Map.of("access", "{}"), Map.of());
    assertThat(died.offsets().append(2, planned)).isTrue();
    died.abandon();
    CliRun run = status();
    assertThat(run.end()).isEqualTo(ExitCode.DONE);
    assertThat(run.out())
        .contains(
            "lease         not given back by pid 999999999999999 since ",
            "which is not running on this machine: the next run takes over\n",
            "next          batch 2 is unfinished and will be run again over the same input,"
                + " planned 1970-01-01T00:00:00Z, reads access\n",
            "last batch    1, ");
    assertThat(status("--format", "json").out()).contains("\"next\" : \"rerun\"");
  }

  @Test
  void slowerSourceHoldsTheWatermarkBack() throws IOException {
    give("left", "1.ndjson", "12:00:00", "13:00:00");
    give("right", "1.ndjson", "12:00:00", "12:23:00");
    assertThat(runTwo(TWO).end()).isEqualTo(ExitCode.DONE);
    // left: 12:55; right: 12:13. Closed: the window that ends at 12:10. The next needs both to
    // pass 12:20, and left has.
    assertThat(status().out())
        .contains(
            "watermark     2026-01-01T12:13:00Z\n",
            "  left        2026-01-01T12:55:00Z ahead of the watermark",
            "  right       2026-01-01T12:13:00Z holds the watermark back",
            "windows that end at or before 2026-01-01T12:10:00Z are closed; 2 groups wait\n",
            "the earliest window that can be open ends at 2026-01-01T12:20:00Z and waits for"
                + " `right` to reach 2026-01-01T12:30:00Z\n");
  }

  @Test
  void sourceWithoutRowsHoldsEverythingBack() throws IOException {
    give("left", "1.ndjson", "12:00:00", "13:00:00");
    Files.createDirectories(folder.resolve("right"));
    assertThat(runTwo(TWO).end()).isEqualTo(ExitCode.DONE);
    assertThat(status().out())
        .contains(
            "watermark     none\n",
            "  left        2026-01-01T12:55:00Z ahead of the watermark",
            "  right       no row with event time yet, holds the watermark back\n",
            "no watermark has been in force yet, so nothing is closed; 2 groups wait\n");
  }

  @Test
  void largestWatermarkDecidesWhereThePolicySaysSo() throws IOException {
    give("left", "1.ndjson", "13:00:00");
    give("right", "1.ndjson", "12:23:00");
    assertThat(runTwo(TWO + "watermark_policy: max\n").end()).isEqualTo(ExitCode.DONE);
    assertThat(status().out())
        .contains(
            "watermark     2026-01-01T12:55:00Z\n",
            "  left        2026-01-01T12:55:00Z decides: the largest one counts",
            "  right       2026-01-01T12:13:00Z does not count: the largest one does");
  }

  @Test
  void batchWithoutInputThatIsDueIsShown() throws IOException {
    give("left", "1.ndjson", "12:00:00", "13:00:00");
    give("right", "1.ndjson", "12:23:00");
    assertThat(runTwo(TWO, "--trigger", "once").end()).isEqualTo(ExitCode.DONE);
    assertThat(status().out())
        .contains(
            "next          a batch without input: it closes what ends at or before"
                + " 2026-01-01T12:13:00Z (not with the trigger `once`)\n");
    assertThat(status("--format", "json").out()).contains("\"pending_no_data_batch\" : true");
  }

  /** What follows the sources of two streams in a pipeline file. */
  private static String with(String step) {
    return TWO.substring(0, TWO.indexOf("steps:"))
        + "steps:\n  n:\n"
        + step.indent(4)
        + TWO.substring(TWO.indexOf("sinks:"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "true  | left.ts <= right.ts AND right.ts <= left.ts + INTERVAL 1 HOUR",
        "true  | right.ts <= left.ts + INTERVAL 1 HOUR",
        "false | left.k <> ''"
      })
  void joinThatForgetsRowsWaitsForTheWatermark(boolean waits, String condition) throws IOException {
    give("left", "1.ndjson", "12:00:00", "13:00:00");
    give("right", "1.ndjson", "12:23:00");
    String join =
        with(
            """
            join:
              left: left
              right: right
              match: left.k = right.k AND %s
              select: {lt: left.ts, rt: right.ts}
            """
                .formatted(condition));
    assertThat(runTwo(join, "--trigger", "once").end()).isEqualTo(ExitCode.DONE);
    assertThat(status("--format", "json").out()).contains("\"pending_no_data_batch\" : " + waits);
  }

  @ParameterizedTest
  @ValueSource(strings = {"event_time", "processing_time"})
  void stepWithRulesByEventTimeWaitsForTheWatermark(String time) throws IOException {
    give("left", "1.ndjson", "12:00:00", "13:00:00");
    give("right", "1.ndjson", "12:23:00");
    String rules =
        with(
            """
            from: left
            stateful:
              by: [k]
              time: %s
              state: {n: {type: int, initial: 0}}
              rules:
                - set: {n: state.n + 1}
                  timeout: 10 minutes
                  emit: {k: k, n: state.n}
            """
                .formatted(time));
    assertThat(runTwo(rules, "--trigger", "once").end()).isEqualTo(ExitCode.DONE);
    assertThat(status("--format", "json").out())
        .contains("\"pending_no_data_batch\" : " + time.equals("event_time"));
  }

  @Test
  void completeResultIsNeverClosed() throws IOException {
    give("left", "1.ndjson", "12:00:00", "13:00:00");
    give("right", "1.ndjson", "12:23:00");
    assertThat(runTwo(TWO + "output_mode: complete\n").end()).isEqualTo(ExitCode.DONE);
    assertThat(status().out())
        .contains("nothing is closed by the watermark; 3 groups are kept\n")
        .doesNotContain("without input");
  }

  @Test
  void checkpointBeforeItsFirstBatchIsShown() {
    open("p", "pid 1").close();
    assertThat(status().out())
        .contains(
            "plan          none stored\n",
            "last batch    none is committed\n",
            "next          the first batch\n",
            "watermark     none: nothing follows event time\n");
  }

  @Test
  void damagedCheckpointIsNamedAndEndsInItsCode() throws IOException {
    runExample();
    Path commit = checkpoint().resolve("commits/000000001");
    Files.writeString(commit, Files.readString(commit).replaceFirst("\\d{3}", "000"));
    for (List<String> options : List.of(List.<String>of(), List.of("--format", "json"))) {
      CliRun run = status(options.toArray(new String[0]));
      assertThat(run.end()).isEqualTo(ExitCode.CHECKPOINT);
      assertThat(run.out()).contains("site-traffic", "commits/000000001", "newest");
      assertThat(run.err())
          .contains("error TM504: the checkpoint is damaged: ", "newest intact batch is 0");
    }
  }

  @Test
  void folderThatIsNoCheckpointIsRefused() {
    CliRun run = CliRun.of("status", folder.toString());
    assertThat(run.end()).isEqualTo(ExitCode.INCOMPATIBLE);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).contains("error TM506: ", "is no checkpoint");
    assertThat(CliRun.of("status", folder.resolve("nowhere").toString()).end())
        .isEqualTo(ExitCode.INCOMPATIBLE);
  }
}
