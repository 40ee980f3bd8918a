package tidemark.runner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tidemark.statestore.IdSource;
import tidemark.statestore.checkpoint.Checkpoint;
import tidemark.statestore.checkpoint.CheckpointOptions;

class StateCommandTest {
  private static final String COUNTS =
      """
      format: 1
      pipeline: counts
      sources:
        events:
          file: {path: in, format: ndjson, max_files_per_batch: 1}
          columns: {k: string, ts: timestamp, v: bigint}
          watermark: {column: ts, delay: 5 minutes}
      steps:
        per_key:
          from: events
          aggregate:
            window: {tumbling: 10 minutes}
            by: [k]
            compute: {n: count(*), mean: avg(v), share: sum(v) / count(*)}
        visits:
          from: events
          aggregate:
            window: {session: 2 minutes}
            by: [k]
            compute: {n: count(*)}
      sinks:
        out: {from: per_key, file: {path: out, format: ndjson}}
        sessions: {from: visits, file: {path: sessions, format: ndjson}}
      checkpoint: checkpoint
      retain_batches: 3
      """;

  @TempDir private Path folder;

  /**
   * Three batches, and one without input as the watermark reaches 12:05: it closes two of the
   * visits and none of the groups.
   */
  @BeforeEach
  void runFourBatches() throws IOException {
    Files.createDirectories(folder.resolve("in"));
    Files.writeString(folder.resolve("p.yaml"), COUNTS);
    give("1.ndjson", row("a", "12:00:00", 1), row("a", "12:01:00", 2), row("b", "12:00:00", 5));
    give("2.ndjson", row("a", "12:02:30", 6));
    give("3.ndjson", row("c", "12:10:00", 7), row("b", "12:04:00", 7));
    run();
  }

  private void run() {
    CliRun run = CliRun.of("run", folder.resolve("p.yaml").toString());
    assertThat(run.end()).as(run.err()).isEqualTo(ExitCode.DONE);
  }

  private static String row(String key, String time, int value) {
    return "{\"k\":\"%s\",\"ts\":\"2026-01-01T%sZ\",\"v\":%d}\n".formatted(key, time, value);
  }

  private void give(String name, String... rows) throws IOException {
    Files.writeString(folder.resolve("in").resolve(name), String.join("", rows));
  }

  private CliRun state(String command, String... rest) {
    return CliRun.of(
        Stream.concat(
                Stream.of("state", command, folder.resolve("checkpoint").toString()),
                Arrays.stream(rest))
            .toArray(String[]::new));
  }

  private static String group(String key, String start, String end, String values) {
    return "{\"window_start\":\"2026-01-01T%s:00.000Z\",\"window_end\":\"2026-01-01T%s:00.000Z\",\"k\":\"%s\",%s}"
        .formatted(start, end, key, values);
  }

  private static List<String> lines(CliRun run) {
    assertThat(run.end()).as(run.err()).isEqualTo(ExitCode.DONE);
    return run.out().lines().sorted().toList();
  }

  @Test
  void listNamesStepsStoresRowsAndColumns() {
    CliRun run = state("ls");
    assertThat(run.end()).as(run.err()).isEqualTo(ExitCode.DONE);
    assertThat(run.out())
        .containsPattern("^batch 3, plan generation 1\n")
        .containsPattern("\nevents +progress +3 +.* source\n")
        .containsPattern("\nper_key +groups +3 +.* aggregate\n")
        .containsPattern("\nvisits +sessions +2 +.* aggregate\n")
        .containsPattern("\nvisits +session_ends +2 +.* aggregate, index\n")
        .contains("\n  mean: double\n", "\n  n: bigint not null\n");
    assertThat(state("ls", "--format", "json").out())
        .contains("\"step\" : \"per_key\"", "\"role\" : \"index\"", "\"rows\" : 3");
  }

  @Test
  void groupsAreShownWithTheAnswersOfTheirAggregates() {
    assertThat(lines(state("show", "per_key", "--format", "json")))
        .containsExactlyInAnyOrder(
            group("a", "12:00", "12:10", "\"n\":3,\"mean\":3.0,\"sum(v)\":9"),
            group("b", "12:00", "12:10", "\"n\":2,\"mean\":6.0,\"sum(v)\":12"),
            group("c", "12:10", "12:20", "\"n\":1,\"mean\":7.0,\"sum(v)\":7"));
  }

  @Test
  void batchBeforeIsShownAsItWas() {
    assertThat(lines(state("show", "per_key", "--format", "json", "--batch", "1")))
        .containsExactlyInAnyOrder(
            group("a", "12:00", "12:10", "\"n\":3,\"mean\":3.0,\"sum(v)\":9"),
            group("b", "12:00", "12:10", "\"n\":1,\"mean\":5.0,\"sum(v)\":5"));
  }

  @Test
  void sessionsAreShownWithStartAndEnd() {
    // a: 12:00, 12:01 and 12:02:30 are one visit; b: two of one row each.
    assertThat(lines(state("show", "visits", "--format", "json", "--key", "k=a", "--batch", "2")))
        .containsExactly(
            "{\"window_start\":\"2026-01-01T12:00:00.000Z\",\"window_end\":\"2026-01-01T12:04:30.000Z\",\"k\":\"a\",\"n\":3}");
  }

  @Test
  void rowsAreFoundByKeyAndWindow() {
    assertThat(lines(state("show", "per_key", "--format", "json", "--key", "k=b")))
        .containsExactly(group("b", "12:00", "12:10", "\"n\":2,\"mean\":6.0,\"sum(v)\":12"));
    assertThat(
            lines(state("show", "per_key", "--format", "json", "--window", "2026-01-01T12:10:00Z")))
        .containsExactly(group("c", "12:10", "12:20", "\"n\":1,\"mean\":7.0,\"sum(v)\":7"));
    assertThat(lines(state("show", "per_key", "--format", "json", "--key", "n=4"))).isEmpty();
  }

  @Test
  void accumulatorsAreShownAsTheyAreStored() {
    assertThat(lines(state("show", "per_key", "--format", "json", "--raw", "--key", "k=a")))
        .singleElement()
        .asString()
        .contains("\"count(*).count\":3", "\"sum(v).sum\":9");
  }

  @Test
  void tableTellsOfRowsThatItDoesNotShow() {
    assertThat(state("show", "per_key", "--limit", "2").out())
        .startsWith("per_key after batch 3: the first 2 rows, there are more\nwindow_start ");
    assertThat(state("show", "per_key", "--limit", "1").out())
        .startsWith("per_key after batch 3: the first row, there are more\nwindow_start ");
    assertThat(state("show", "per_key").out()).startsWith("per_key after batch 3: 3 rows\n");
  }

  @Test
  void exportWritesEveryRowToTheFileOrThePipe() throws IOException {
    assertThat(lines(state("export", "per_key", "--batch", "1")))
        .containsExactlyInAnyOrder(
            group("a", "12:00", "12:10", "\"n\":3,\"mean\":3.0,\"sum(v)\":9"),
            group("b", "12:00", "12:10", "\"n\":1,\"mean\":5.0,\"sum(v)\":5"));
    Path file = folder.resolve("rows.csv");
    CliRun run = state("export", "per_key", "--format", "csv", "--out", file.toString());
    assertThat(run.end()).as(run.err()).isEqualTo(ExitCode.DONE);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).contains("3 rows written to");
    assertThat(Files.readAllLines(file))
        .startsWith("window_start,window_end,k,n,mean,sum(v)")
        .contains("2026-01-01T12:10:00.000Z,2026-01-01T12:20:00.000Z,c,1,7.0,7")
        .hasSize(4);
    CliRun refused = state("export", "per_key", "--out", folder + "/absent/rows.ndjson");
    assertThat(refused.end()).isEqualTo(ExitCode.FAILED);
    assertThat(refused.err())
        .contains(
            "TM605",
            "the export cannot be written: " + folder + "/absent/rows.ndjson",
            ": no such file or folder");
    Path empty = Files.createDirectory(folder.resolve("empty"));
    CliRun toFolder = state("export", "per_key", "--out", empty.toString());
    assertThat(toFolder.end()).isEqualTo(ExitCode.FAILED);
    assertThat(toFolder.err())
        .contains("TM605", empty + " is a folder", "name a file in it: --out " + empty + "/");
    assertThat(empty).isEmptyDirectory();
  }

  @Test
  void diffShowsWhatABatchAddedRemovedAndChanged() {
    String b = "\"n\":1,\"mean\":5.0,\"sum(v)\":5";
    String nowB = "\"n\":2,\"mean\":6.0,\"sum(v)\":12";
    String c = "\"n\":1,\"mean\":7.0,\"sum(v)\":7";
    CliRun run = state("diff", "per_key", "1", "2");
    assertThat(run.end()).as(run.err()).isEqualTo(ExitCode.DONE);
    assertThat(run.out())
        .contains("+ " + group("c", "12:10", "12:20", c) + "\n")
        .contains(
            "~ "
                + group("b", "12:00", "12:10", b)
                + "\n  "
                + group("b", "12:00", "12:10", nowB)
                + "\n")
        .endsWith("per_key, batch 1 to 2: 1 added, 0 removed, 1 changed, 1 the same\n");
    assertThat(lines(state("diff", "per_key", "2", "1", "--format", "json")))
        .contains("{\"change\":\"removed\",\"before\":" + group("c", "12:10", "12:20", c) + "}");
    assertThat(state("diff", "visits", "2", "3").out())
        .endsWith("visits, batch 2 to 3: 0 added, 2 removed, 0 changed, 2 the same\n");
  }

  @Test
  void statusCountsTheWindowsThatWaitInTheState() {
    // The watermark is five minutes behind the latest event, which was at 12:10.
    CliRun run = CliRun.of("status", folder.resolve("checkpoint").toString(), "--windows");
    assertThat(run.end()).as(run.err()).isEqualTo(ExitCode.DONE);
    assertThat(run.out())
        .contains(
            waiting("per_key", "12:00", "12:10", "2 groups", "12:15"),
            waiting("per_key", "12:10", "12:20", "1 group", "12:25"),
            waiting("visits", "12:04", "12:06", "1 group", "12:11"),
            waiting("visits", "12:10", "12:12", "1 group", "12:17"));
    assertThat(
            CliRun.of(
                    "status", folder.resolve("checkpoint").toString(), "--windows", "--format=json")
                .out())
        .contains("\"waiting_windows\" : [ {", "\"events\" : \"2026-01-01T12:15:00Z\"");
  }

  private static String waiting(
      String step, String start, String end, String groups, String needed) {
    return "  %-12s2026-01-01T%s:00Z to 2026-01-01T%s:00Z: %s, waits for `events` to reach 2026-01-01T%s:00Z\n"
        .formatted(step, start, end, groups, needed);
  }

  @Test
  void statisticsCountRowsBytesSpreadAndGrowth() {
    CliRun run = state("stats", "--format", "json");
    assertThat(run.end()).as(run.err()).isEqualTo(ExitCode.DONE);
    assertThat(run.out())
        .contains(
            "\"step\" : \"per_key\"", "\"rows\" : 3", "\"key_groups\" : ", "\"growth\" : [ {");
    // Groups: 2 after batch 1, 3 after batches 2 and 3.
    assertThat(state("stats").out()).containsPattern("per_key +groups +3 .* 3 of 256 .* \\+0\\.5 ");
  }

  @Test
  void wrongNamesAndValuesAreToldWithTheRightOnes() {
    CliRun step = state("show", "per_kay");
    assertThat(step.end()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(step.err()).contains("TM522", "no step `per_kay`", "did you mean `per_key`?");
    assertThat(state("show", "per_key", "--key", "kk=a").err()).contains("did you mean `k`?");
    assertThat(state("show", "per_key", "--key", "k").err())
        .contains("`k` is not NAME=VALUE", "the columns are window_start, ")
        .doesNotContain("did you mean");
    assertThat(state("show", "per_key", "--key", "n=many").err())
        .contains("TM522", "cannot be cast to bigint");
    CliRun batch = state("show", "per_key", "--batch", "0");
    assertThat(batch.end()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(batch.err()).contains("TM521", "batch 0 is not retained; there are 1 to 3");
  }

  @Test
  void checkpointIsReadWhileARunHoldsItAndIsNotChanged() throws IOException {
    CheckpointOptions options =
        CheckpointOptions.of("counts", Clock.systemUTC(), IdSource.random(new Random(1)));
    try (Checkpoint held = Checkpoint.open(folder.resolve("checkpoint"), options)) {
      List<Path> before = files();
      assertThat(lines(state("show", "per_key", "--format", "json"))).hasSize(3);
      assertThat(state("ls").end()).isEqualTo(ExitCode.DONE);
      assertThat(files()).isEqualTo(before);
    }
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> walk = Files.walk(folder.resolve("checkpoint"))) {
      return walk.sorted().toList();
    }
  }

  @Test
  void rowsOfEarlierLayoutsAndDefinitionsAreShownUnderTheirStep() {
    Path root = Path.of(System.getProperty("tidemark.root", "..")).toAbsolutePath().normalize();
    String frozen =
        root.resolve("runner/src/test/resources/formats/v1/three-generations/checkpoint")
            .toString();
    CliRun now = CliRun.of("state", "export", frozen, "visits");
    assertThat(now.out()).as(now.err()).contains("\"site\":\"a\",\"n\":1,\"slowest\":3}");
    CliRun draining = CliRun.of("state", "export", frozen, "visits.draining");
    assertThat(draining.out())
        .as(draining.err())
        .contains("\"site\":\"a\",\"n\":2,\"slowest\":null}")
        .contains("\"site\":\"b\",\"n\":1,\"slowest\":null}");
    CliRun second = CliRun.of("state", "export", frozen, "traffic", "--batch", "2");
    assertThat(second.out())
        .as(second.err())
        .contains("\"site\":\"a\",\"n\":2,\"slowest\":null}")
        .contains("\"site\":\"b\",\"n\":1,\"slowest\":null}");
    assertThat(CliRun.of("status", frozen).out()).contains("visits");
  }
}
