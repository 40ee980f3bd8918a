package tidemark.runner.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static tidemark.runner.faults.Site.events;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tidemark.runner.cli.ExitCode;
import tidemark.runner.faults.Site.Ran;

/** What goes wrong with times: units, zones, times before 1970, chains of windows, sessions. */
class TimeFaultsTest {
  @TempDir private Path folder;
  private Site site;

  @BeforeEach
  void open() {
    site = new Site(folder);
  }

  private static String counts(String format) {
    return Site.COUNTS
        .replace("format: ndjson}\n    columns", "format: ndjson, " + format + "}\n    columns")
        .replace("    watermark:", "    on_bad_record: drop\n    watermark:");
  }

  @ParameterizedTest
  @CsvSource({
    "epoch_seconds,1704067260",
    "epoch_millis,1704067260000",
    "epoch_micros,1704067260000000"
  })
  void numberIsATimeInItsDeclaredUnit(String unit, String number) throws IOException {
    for (String format : new String[] {"ndjson", "csv"}) {
      Site one = new Site(folder.resolve(format + unit));
      one.write(
          Site.copy("format: " + format + ", timestamp_format: " + unit, "ts: timestamp", ""));
      one.give("a", format.equals("csv") ? number + "\n" : "{\"ts\":" + number + "}\n");
      assertThat(one.run().end()).isEqualTo(ExitCode.DONE);
      assertThat(one.rows()).containsExactly("{\"ts\":\"2024-01-01T00:01:00.000Z\"}");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "epoch_seconds,1704067260000",
    "epoch_millis,1704067260",
    "epoch_micros,1704067260000",
    "epoch_millis,1704067260000000",
    "epoch_seconds,-1",
    "epoch_millis,9223372036854775807"
  })
  void numberInAnotherUnitThanDeclaredIsABadRecordAndMovesNoWatermark(String unit, String number)
      throws IOException {
    site.write(counts("timestamp_format: " + unit));
    site.give("a.ndjson", "{\"k\":\"a\",\"ts\":" + number + "}\n");
    Ran run = site.run();
    assertThat(run.err()).contains("bad        1").doesNotContain("watermark ");
    assertThat(run.end()).isEqualTo(ExitCode.DONE);
  }

  @Test
  void millisecondsTakenForSecondsDoNotMoveTheWatermarkAndTheFileIsNamed() throws IOException {
    site.write(Site.COUNTS);
    site.give("1.ndjson", events("a@00:01"));
    site.give("2.ndjson", "{\"k\":\"a\",\"ts\":1704067260000}\n");
    Ran run = site.run();
    assertThat(run.err())
        .contains("warning TM612: source `events`: batch 0 has 1 event time too far in the future")
        .contains("2.ndjson`")
        .contains("future     1 too far ahead");
    site.give("3.ndjson", events("a@00:02", "a@00:16"));
    Ran second = site.run();
    assertThat(second.err()).contains("late       0");
    assertThat(site.rows()).hasSize(1).allMatch(row -> row.contains("\"n\":2"));
  }

  @Test
  void unitInPlaceOfADatePatternIsRefused() throws IOException {
    site.write(Site.copy("format: csv, date_format: epoch_millis", "d: date", ""));
    Ran run = site.run();
    assertThat(run.end()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run.err()).contains("error TM614");
  }

  @Test
  void daysBeginAtMidnightOfTheZoneAndAreShownAsInstants() throws IOException {
    site.write(
        Site.COUNTS.replace("{tumbling: 10 minutes}", "{tumbling: 1 day, offset: 23 hours}"));
    site.give("a.ndjson", events("a@2024-01-01T22:59", "a@2024-01-01T23:00", "z@2024-01-04T00:00"));
    site.run();
    assertThat(site.rows())
        .hasSize(2)
        .anyMatch(row -> row.contains("\"window_start\":\"2023-12-31T23:00:00.000Z\""))
        .anyMatch(row -> row.contains("\"window_start\":\"2024-01-01T23:00:00.000Z\""));
  }

  @Test
  void timesBefore1970BelongToTheWindowThatHoldsThem() throws IOException {
    site.write(
        """
        format: 1
        pipeline: old
        sources:
          events:
            file: {path: in, format: ndjson}
            columns: {k: string, ts: timestamp}
        steps:
          per_key:
            from: events
            aggregate:
              window: {tumbling: 10 minutes, column: ts}
              by: [k]
              compute: {n: count(*)}
        sinks:
          out: {from: per_key, file: {path: out, format: ndjson}}
        output_mode: complete
        checkpoint: checkpoint
        """);
    site.give(
        "a.ndjson",
        "{\"k\":\"a\",\"ts\":\"1969-12-31T23:59:59Z\"}\n{\"k\":\"a\",\"ts\":\"1955-03-09T00:00:00Z\"}\n"
            + "{\"k\":\"a\",\"ts\":\"1969-12-31T23:50:00Z\"}\n{\"k\":\"a\",\"ts\":\"1970-01-01T00:00:00Z\"}\n");
    assertThat(site.run().end()).isEqualTo(ExitCode.DONE);
    assertThat(site.rows())
        .containsExactly(
            row("1955-03-09T00:00", "1955-03-09T00:10", 1),
            row("1969-12-31T23:50", "1970-01-01T00:00", 2),
            row("1970-01-01T00:00", "1970-01-01T00:10", 1));
  }

  private static String row(String start, String end, int n) {
    return "{\"window_start\":\"%s:00.000Z\",\"window_end\":\"%s:00.000Z\",\"k\":\"a\",\"n\":%d}"
        .formatted(start, end, n);
  }

  @Test
  void windowsOverWindowsLoseNothing() throws IOException {
    site.write(
        Site.COUNTS.replace(
            "sinks:\n  out: {from: per_key,",
            """
              hours:
                from: per_key
                aggregate: {window: {tumbling: 1 hour}, by: [k], compute: {s: sum(n)}}
            sinks:
              out: {from: hours,\
            """));
    site.give("a.ndjson", events("a@00:05", "a@00:15", "a@00:59", "a@02:30"));
    assertThat(site.run().end()).isEqualTo(ExitCode.DONE);
    site.give("b.ndjson", events("a@03:30"));
    site.run();
    assertThat(site.rows())
        .contains(
            "{\"window_start\":\"2024-01-01T00:00:00.000Z\","
                + "\"window_end\":\"2024-01-01T01:00:00.000Z\",\"k\":\"a\",\"s\":3}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"one run", "a run a file"})
  void eventBetweenTwoOpenSessionsMakesThemOne(String way) throws IOException {
    site.write(
        Site.COUNTS
            .replace("{tumbling: 10 minutes}", "{session: 5 minutes}")
            .replace("delay: 5 minutes", "delay: 30 minutes")
            .replace(
                "format: ndjson}\n    columns",
                "format: ndjson, max_files_per_batch: 1}\n    columns"));
    String[] files = {
      events("a@00:00", "a@00:08"), events("a@00:04"), events("a@01:00"), events("a@02:00")
    };
    for (int i = 0; i < files.length; i++) {
      site.give(i + ".ndjson", files[i]);
      if (!way.equals("one run")) {
        site.run();
      }
    }
    site.run();
    assertThat(site.rows())
        .filteredOn(row -> row.contains("T00:"))
        .containsExactly(
            "{\"window_start\":\"2024-01-01T00:00:00.000Z\","
                + "\"window_end\":\"2024-01-01T00:13:00.000Z\",\"k\":\"a\",\"n\":3}");
  }
}
