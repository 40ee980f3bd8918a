package tidemark.runner.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static tidemark.runner.faults.Site.events;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tidemark.runner.cli.ExitCode;
import tidemark.runner.faults.Site.Ran;

/** What goes wrong when a pipeline is edited and goes on with the checkpoint it had. */
class ChangeFaultsTest {
  @TempDir private Path folder;
  private Site site;

  @BeforeEach
  void runOnce() throws IOException {
    site = new Site(folder).write(Site.COUNTS);
    site.give("1.ndjson", events("a@00:01", "a@00:12"));
    assertThat(site.run().end()).isEqualTo(ExitCode.DONE);
  }

  static Stream<Arguments> changes() {
    return Stream.of(
        Arguments.of("another aggregate", "{n: count(*)}", "{n: sum(v)}", "n"),
        Arguments.of("another type", "v: bigint}", "v: int}", "v"),
        Arguments.of("a key more", "by: [k]", "by: [k, v]", "v"),
        Arguments.of("another window", "{tumbling: 10 minutes}", "{tumbling: 1 hour}", "window"),
        Arguments.of("a shorter delay", "delay: 5 minutes", "delay: 1 second", "delay"),
        Arguments.of("another step id", "per_key", "by_key", "by_key"),
        Arguments.of(
            "another mode", "checkpoint: ", "output_mode: update\ncheckpoint: ", "output_mode"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("changes")
  void changeOfMeaningIsRefusedWithItsPlaceAndTheOldFileStillRuns(
      String what, String from, String to, String named) throws IOException {
    List<String> before = content("checkpoint/commits");
    String changed = Site.COUNTS.replace(from, to);
    if (named.equals("v") && from.startsWith("v:")) {
      changed = changed.replace("{n: count(*)}", "{n: count(v)}");
    }
    site.write(changed);
    site.give("2.ndjson", events("a@00:13", "a@00:40"));
    Ran run = site.run();
    assertThat(run.end()).isEqualTo(ExitCode.INCOMPATIBLE);
    assertThat(run.err()).contains(named).containsPattern("refused TM503|shifts_results TM510");
    assertThat(content("checkpoint/commits")).isEqualTo(before);
    assertThat(content("checkpoint/plans")).hasSize(1);

    site.write(Site.COUNTS);
    assertThat(site.run().end()).isEqualTo(ExitCode.DONE);
    assertThat(site.rows()).hasSize(2).anyMatch(row -> row.endsWith("\"n\":2}"));
  }

  private List<String> content(String name) throws IOException {
    try (Stream<Path> files = Files.list(site.path(name))) {
      return files.map(f -> f.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void changeThatMeansTheSameGoesOn() throws IOException {
    site.write(
        Site.COUNTS
                .replace("count(*)", "COUNT( * )")
                .replace("delay: 5 minutes", "delay: 300s")
                .replace("format: 1\n", "format: 1\ndescription: other words\n")
            + "trigger: once\n");
    site.give("2.ndjson", events("a@00:13"));
    site.give("3.ndjson", events("a@00:40"));
    assertThat(site.run().end()).isEqualTo(ExitCode.DONE);
    site.write(Site.COUNTS);
    site.run();
    assertThat(site.rows()).hasSize(2).anyMatch(row -> row.endsWith("\"n\":2}"));
  }

  @Test
  void numberOfThreadsMayChangeAndCountsGoOn() throws IOException {
    site.give("2.ndjson", events("a@00:13", "b@00:14"));
    assertThat(site.run("--parallelism", "5").end()).isEqualTo(ExitCode.DONE);
    site.give("3.ndjson", events("a@00:15", "a@00:40"));
    assertThat(site.run("--parallelism", "1").end()).isEqualTo(ExitCode.DONE);
    assertThat(site.rows())
        .hasSize(3)
        .anyMatch(row -> row.endsWith("\"k\":\"a\",\"n\":3}"))
        .anyMatch(row -> row.endsWith("\"k\":\"b\",\"n\":1}"));
  }

  @Test
  void changeThatLosesNothingGoesOnUnderANewPlanWithItsFirstBatch() throws IOException {
    site.write(
        Site.COUNTS
            .replace("{n: count(*)}", "{s: sum(v), n: count(*)}")
            .replace("delay: 5 minutes", "delay: 6 minutes"));
    assertThat(site.run().end()).isEqualTo(ExitCode.DONE);
    assertThat(content("checkpoint/plans")).as("without a batch").hasSize(1);
    site.give("2.ndjson", events("a@00:13"));
    site.give("3.ndjson", events("a@00:40"));
    assertThat(site.run().end()).isEqualTo(ExitCode.DONE);
    assertThat(content("checkpoint/plans")).hasSize(2);
    assertThat(site.rows()).hasSize(2).anyMatch(row -> row.endsWith("\"n\":2}"));
  }

  @Test
  void sourceMoreThanTheCheckpointKnowsStartsAtItsBeginning() throws IOException {
    site.write(
        Site.COUNTS
            .replace(
                "steps:\n",
                "  extra:\n"
                    + "    file: {path: in2, format: ndjson}\n"
                    + "    columns: {k: string}\n"
                    + "steps:\n")
            .replace(
                "checkpoint:",
                "  other: {from: extra, file: {path: out2, format: ndjson}}\ncheckpoint:"));
    Files.createDirectories(site.path("in2"));
    Files.writeString(site.path("in2/1.ndjson"), "{\"k\":\"z\"}\n");
    assertThat(site.run().end()).isEqualTo(ExitCode.DONE);
    assertThat(site.rows("out2")).containsExactly("{\"k\":\"z\"}");
  }

  @Test
  void sourceThatTwoBranchesReadIsReadOnceAndRecordedOnce() throws IOException {
    Site two = new Site(folder.resolve("two"));
    two.write(
        Site.copy("format: ndjson", "v: bigint", "")
            .replace(
                "sinks:",
                """
                steps:
                  small: {from: events, filter: v < 2}
                  large: {from: events, filter: v >= 2}
                sinks:\
                """)
            .replace("{from: events, file: {path: out", "{from: small, file: {path: out")
            .replace(
                "checkpoint:", "  b: {from: large, file: {path: b, format: ndjson}}\ncheckpoint:"));
    two.give("a.ndjson", "{\"v\":1}\n{\"v\":2}\n{\"v\":3}\n");
    Ran run = two.counted();
    assertThat(run.end()).isEqualTo(ExitCode.DONE);
    assertThat(run.count("input_rows")).isEqualTo(3);
    assertThat(two.rows()).containsExactly("{\"v\":1}");
    assertThat(two.rows("b")).containsExactly("{\"v\":2}", "{\"v\":3}");
    String entry = Files.readString(two.path("checkpoint/offsets/000000000"));
    assertThat(entry.split("a\\.ndjson", -1)).hasSize(2);
    assertThat(two.counted().count("batches")).isZero();
  }
}
