package tidemark.runner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UpgradeCommandTest {
  private static final String SUMS =
      """
      format: 1
      pipeline: sums
      sources:
        events:
          file: {path: in, format: ndjson, max_files_per_batch: 1}
          columns: {k: string, v: bigint}
      steps:
        per_key: {from: events, aggregate: {by: [k], compute: {total: sum(v)}}}
      sinks:
        out: {from: per_key, file: {path: out, format: ndjson}}
      output_mode: update
      checkpoint: checkpoint
      """;

  @TempDir private Path folder;

  @BeforeEach
  void runTwoBatches() throws IOException {
    Files.createDirectories(folder.resolve("in"));
    write("old.yaml", SUMS);
    give("1", "{\"k\":\"a\",\"v\":1}");
    give("2", "{\"k\":\"b\",\"v\":10}");
    assertThat(CliRun.of("run", file("old.yaml")).end()).isEqualTo(ExitCode.DONE);
    write("new.yaml", SUMS.replace("{total: sum(v)}", "{n: count(*), total: sum(v)}"));
  }

  private String file(String name) {
    return folder.resolve(name).toString();
  }

  private void write(String name, String text) throws IOException {
    Files.writeString(folder.resolve(name), text);
  }

  private void give(String name, String rows) throws IOException {
    Files.writeString(folder.resolve("in").resolve(name + ".ndjson"), rows + "\n");
  }

  private CliRun upgrade(String name, String... options) {
    List<String> arguments = new ArrayList<>(List.of("upgrade", file(name)));
    arguments.addAll(List.of(options));
    return CliRun.of(arguments.toArray(String[]::new));
  }

  /** Every file below the folder but the inputs, with its size and time. */
  private SortedMap<String, String> everything() throws IOException {
    SortedMap<String, String> all = new TreeMap<>();
    for (String part : List.of("checkpoint", "out")) {
      try (Stream<Path> files = Files.walk(folder.resolve(part))) {
        for (Path path : files.filter(Files::isRegularFile).toList()) {
          all.put(path.toString(), Files.size(path) + " " + Files.getLastModifiedTime(path));
        }
      }
    }
    return all;
  }

  @Test
  void whatWouldMigrateIsSaidWithItsSize() throws IOException {
    SortedMap<String, String> before = everything();
    CliRun run = upgrade("new.yaml");
    assertThat(run.end()).as(run.err()).isEqualTo(ExitCode.DONE);
    assertThat(run.out())
        .contains(
            "after batch 1, plan 1",
            "migrates        steps.per_key.n.added",
            "steps.per_key   migrates    2 rows,",
            "rows are brought to layout 2 as they are read",
            "sources.events  goes on     2 rows,");
    assertThat(everything()).as("nothing is touched").isEqualTo(before);
  }

  @Test
  void aChangeThatIsRefusedIsShownAsLintShowsIt() throws IOException {
    write("new.yaml", SUMS.replace("sum(v)", "max(v)"));
    CliRun run = upgrade("new.yaml");
    assertThat(run.end()).isEqualTo(ExitCode.INCOMPATIBLE);
    assertThat(run.err()).contains("refused TM503", "steps.per_key.total");
  }

  @Test
  void theRehearsalShowsTheRowsOfTheNextBatches() throws IOException {
    give("3", "{\"k\":\"a\",\"v\":5}");
    SortedMap<String, String> before = everything();
    CliRun run = upgrade("new.yaml", "--rehearse");
    assertThat(run.end()).as(run.err()).isEqualTo(ExitCode.DONE);
    assertThat(run.out())
        .contains(
            "rehearsed now: 1 batch, 1 row read",
            "sink out: 1 row\n  {\"k\":\"a\",\"n\":1,\"total\":6}\n",
            "give that with --against FILE");
    assertThat(everything()).as("nothing is touched").isEqualTo(before);
  }

  @Test
  void theRehearsalComparesWithThePipelineAsItWas() throws IOException {
    write(
        "new.yaml",
        SUMS.replace("{from: events, aggregate", "{from: large, aggregate")
            .replace("steps:\n", "steps:\n  large: {from: events, filter: v > 3}\n"));
    give("3", "{\"k\":\"a\",\"v\":5}\n{\"k\":\"b\",\"v\":2}\n{\"k\":\"c\",\"v\":9}");
    CliRun refused = upgrade("new.yaml", "--rehearse", "--against", file("old.yaml"));
    assertThat(refused.end()).as("rehearsed, not accepted").isEqualTo(ExitCode.INCOMPATIBLE);
    assertThat(refused.out())
        .contains("sink out: 2 the same, 1 only before", "until what shifts results is accepted");
    String id = refused.err().replaceAll("(?s).*--accept ([a-z_.]+).*", "$1");
    CliRun run = upgrade("new.yaml", "--accept", id, "--rehearse", "--against", file("old.yaml"));
    assertThat(run.end()).as(run.err()).isEqualTo(ExitCode.DONE);
    assertThat(run.out())
        .contains(
            "rehearsed now: 1 batch",
            "rehearsed before: 1 batch, 3 rows read",
            "sink out: 2 the same, 1 only before, 0 only now\n- {\"k\":\"b\",\"total\":12}\n");
  }

  @Test
  void noMoreBatchesThanAskedForAreRehearsed() throws IOException {
    give("3", "{\"k\":\"a\",\"v\":5}");
    give("4", "{\"k\":\"a\",\"v\":6}");
    give("5", "{\"k\":\"a\",\"v\":7}");
    assertThat(upgrade("new.yaml", "--rehearse", "--batches", "2").out())
        .contains("rehearsed now: 2 batches, 2 rows read");
    for (String wrong : List.of("none", "0")) {
      CliRun refused = upgrade("new.yaml", "--rehearse", "--batches", wrong);
      assertThat(refused.end()).isEqualTo(ExitCode.BAD_INPUT);
      assertThat(refused.out()).isEmpty();
      assertThat(refused.err()).contains("--batches").doesNotContain("rehearse now");
    }
  }

  @Test
  void anUpgradeIsTakenBackByGoingBackToABatchBeforeIt() throws IOException {
    give("3", "{\"k\":\"a\",\"v\":5}");
    assertThat(CliRun.of("run", file("new.yaml")).end()).isEqualTo(ExitCode.DONE);
    CliRun back = CliRun.of("checkpoint", "rollback", file("checkpoint"), "--to-batch", "1");
    assertThat(back.end()).as(back.err()).isEqualTo(ExitCode.DONE);
    write("old.yaml", SUMS.replace("path: out", "path: out2"));
    CliRun again = CliRun.of("run", file("old.yaml"));
    assertThat(again.end()).as(again.err()).isEqualTo(ExitCode.DONE);
    try (Stream<Path> parts = Files.list(folder.resolve("out2"))) {
      Path part = parts.filter(p -> p.toString().endsWith(".ndjson")).findFirst().orElseThrow();
      assertThat(Files.readString(part)).isEqualTo("{\"k\":\"a\",\"total\":6}\n");
    }
  }
}
