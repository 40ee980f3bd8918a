package tidemark.runner.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static tidemark.runner.faults.Site.events;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tidemark.runner.cli.ExitCode;
import tidemark.runner.faults.Site.Ran;

/** What goes wrong with state that is kept: growth nobody asked for, sizes nobody sees. */
class StateFaultsTest {
  @TempDir private Path folder;
  private Site site;

  @BeforeEach
  void open() {
    site = new Site(folder);
  }

  @Test
  void groupsThatNothingClosesAreRefusedInAppendMode() throws IOException {
    site.write(
        Site.COUNTS
            .replace("    watermark: {column: ts, delay: 5 minutes}\n", "")
            .replace("{tumbling: 10 minutes}", "{tumbling: 10 minutes, column: ts}"));
    site.give("a.ndjson", events("a@00:01"));
    Ran run = site.run();
    assertThat(run.end()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run.err()).contains("error TM401", "watermark");
    assertThat(site.path("checkpoint")).doesNotExist();
  }

  @Test
  void groupsThatNothingClosesAreWarnedOfInUpdateMode() throws IOException {
    site.write(
        Site.COUNTS.replace("      window: {tumbling: 10 minutes}\n", "")
            + "output_mode: update\n");
    site.give("a.ndjson", events("a@00:01"));
    assertThat(site.lint().out() + site.lint().err()).contains("warning TM701");
  }

  @Test
  void openGroupsAreShownPerStepInEveryBatchAndAtTheEnd() throws IOException {
    site.write(Site.COUNTS);
    site.give("a.ndjson", events("a@00:01", "b@00:02", "c@00:12"));
    Ran run = site.run();
    assertThat(run.err()).contains("state 3 rows", "open       3  (per_key: 3)");
    site.give("b.ndjson", events("a@01:00"));
    Ran second = site.counted();
    assertThat(second.err()).contains("\"state\":{\"per_key\":{\"rows\":1,");
  }

  @Test
  void memoryBudgetOfTheFileIsKeptToAndResultsDoNotDependOnIt() throws IOException {
    StringBuilder rows = new StringBuilder();
    for (int i = 0; i < 60_000; i++) {
      rows.append("{\"k\":\"key-%d\",\"ts\":\"2024-01-01T00:01:00Z\"}\n".formatted(i));
    }
    for (String memory : new String[] {"16MB", "256MB"}) {
      Site one = new Site(folder.resolve(memory));
      one.write(Site.COUNTS + "memory: {state: " + memory + "}\n");
      one.give("a.ndjson", rows.toString());
      one.run();
      one.give("b.ndjson", rows + events("z@01:00"));
      assertThat(one.run().end()).isEqualTo(ExitCode.DONE);
      assertThat(one.rows()).hasSize(60_000).allMatch(row -> row.endsWith("\"n\":2}"));
    }
  }

  @Test
  void memoryBudgetThatIsNoSizeIsRefused() throws IOException {
    site.write(Site.COUNTS + "memory: {state: plenty}\n");
    Ran run = site.run();
    assertThat(run.end()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run.err()).contains("error TM107");
  }
}
