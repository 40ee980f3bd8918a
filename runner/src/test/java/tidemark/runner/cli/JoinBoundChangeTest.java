package tidemark.runner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The time bound of a join changes, and with it the watermark that it hands on: the steps below go
 * on from the one that they had.
 */
class JoinBoundChangeTest {
  /** The watermark behind the join is 12 seconds behind that of the pipeline. */
  private static final String WIDE =
      """
      format: 1
      pipeline: visits
      sources:
        pages:
          file: {path: pages, format: ndjson, max_files_per_batch: 1}
          columns: {k: string, ts: timestamp}
          watermark: {column: ts, delay: 0 seconds}
        clicks:
          file: {path: clicks, format: ndjson, max_files_per_batch: 1}
          columns: {k: string, ts: timestamp}
          watermark: {column: ts, delay: 0 seconds}
      steps:
        met:
          join:
            left: pages
            right: clicks
            type: left_outer
            match: >-
              left.k = right.k AND right.ts >= left.ts
              AND right.ts <= left.ts + INTERVAL 12 SECONDS
            select: {k: left.k, ts: left.ts, click: right.k}
        counted:
          from: met
          aggregate: {window: {tumbling: 10 seconds}, by: [k], compute: {n: count(*)}}
      sinks:
        out: {from: counted, file: {path: out, format: ndjson}}
        pairs: {from: met, file: {path: pairs, format: ndjson}}
      checkpoint: checkpoint
      """;

  private static final String NARROW = WIDE.replace("INTERVAL 12", "INTERVAL 5");

  @TempDir private Path folder;

  @BeforeEach
  void makeFolders() throws IOException {
    Files.createDirectories(folder.resolve("pages"));
    Files.createDirectories(folder.resolve("clicks"));
  }

  private void add(String source, int file, String key, int second) throws IOException {
    Path row =
        Files.writeString(
            folder.resolve(source).resolve(file + ".ndjson"),
            "{\"k\":\"%s\",\"ts\":\"2026-01-01T00:00:%02dZ\"}\n".formatted(key, second));
    Files.setLastModifiedTime(row, FileTime.from(Instant.ofEpochSecond(1_767_225_600L + file)));
  }

  private void run(String pipeline) throws IOException {
    CliRun run = CliRun.of("run", Files.writeString(folder.resolve("p.yaml"), pipeline).toString());
    assertThat(run.end()).as(run.err()).isEqualTo(ExitCode.DONE);
  }

  private static String window(int start, String key, int n) {
    return ("{\"window_start\":\"2026-01-01T00:00:%02d.000Z\","
            + "\"window_end\":\"2026-01-01T00:00:%02d.000Z\",\"k\":\"%s\",\"n\":%d}")
        .formatted(start, start + 10, key, n);
  }

  /** The watermark is 16; the page at 8 waits for a partner, and the window to 10 is open. */
  private void runWide() throws IOException {
    add("pages", 1, "x", 1);
    add("clicks", 1, "x", 2);
    add("pages", 2, "x", 16);
    add("clicks", 2, "x", 16);
    add("pages", 3, "y", 8);
    run(WIDE);
    assertThat(CliRun.results(folder.resolve("out"))).isEmpty();
  }

  @Test
  void whatIsDueByANarrowerBoundComesAtOnceAndNoRowOfItIsLate() throws IOException {
    runWide();
    run(NARROW);
    assertThat(CliRun.results(folder.resolve("pairs")))
        .contains("{\"k\":\"y\",\"ts\":\"2026-01-01T00:00:08.000Z\",\"click\":null}");
    assertThat(CliRun.results(folder.resolve("out")))
        .containsExactlyInAnyOrder(window(0, "x", 1), window(0, "y", 1));
    add("pages", 4, "x", 40);
    add("clicks", 4, "x", 40);
    run(NARROW);
    assertThat(CliRun.results(folder.resolve("out")))
        .containsExactlyInAnyOrder(window(0, "x", 1), window(0, "y", 1), window(10, "x", 1));
  }

  @Test
  void theSameHoldsOfTheFirstBatchWithInput() throws IOException {
    runWide();
    add("pages", 4, "z", 17);
    run(NARROW);
    assertThat(CliRun.results(folder.resolve("out")))
        .containsExactlyInAnyOrder(window(0, "x", 1), window(0, "y", 1));
  }

  @Test
  void aStepThatIsNewBelowANarrowerBoundSeesTheRowsThatLeave() throws IOException {
    runWide();
    run(
        NARROW.replace(
            "sinks:",
            "  alone:\n"
                + "    from: met\n"
                + "    filter: click IS NULL\n"
                + "  each: {from: alone, aggregate: {window: {tumbling: 5 seconds}, "
                + "by: [k], compute: {n: count(*)}}}\n"
                + "sinks:\n  lone: {from: each, file: {path: alone, format: ndjson}}"));
    assertThat(CliRun.results(folder.resolve("alone")))
        .containsExactly(window(5, "y", 1).replace("00:15.000", "00:10.000"));
  }

  @Test
  void aWiderBoundOpensNoWindowAgain() throws IOException {
    String union =
        """
          all: {union: [seen, clicks]}
          seen: {from: met, select: {k: k, ts: ts}}
        """;
    String narrow =
        NARROW.replace("  counted:\n    from: met", union + "  counted:\n    from: all");
    add("pages", 1, "x", 1);
    add("clicks", 1, "x", 2);
    add("pages", 2, "x", 16);
    add("clicks", 2, "x", 16);
    run(narrow);
    assertThat(CliRun.results(folder.resolve("out"))).containsExactly(window(0, "x", 2));
    add("clicks", 3, "x", 8);
    run(narrow.replace("INTERVAL 5", "INTERVAL 12") + "upgrade: {accept: [steps.met.distance]}\n");
    add("pages", 4, "x", 40);
    add("clicks", 4, "x", 40);
    run(narrow.replace("INTERVAL 5", "INTERVAL 12"));
    assertThat(CliRun.results(folder.resolve("out")))
        .containsExactlyInAnyOrder(window(0, "x", 2), window(10, "x", 2));
  }

  /** The watermark is 16 all the time; the click at 17 can meet pages up to 17, then up to 15. */
  @Test
  void whatIsDueOnASideThatHoldsTheWatermarkBackInNoWayComesAtOnceToo() throws IOException {
    String wide =
        WIDE.replace("left_outer", "full_outer")
            .replace("click: right.k", "click: right.ts")
            .replaceAll("(?s)  counted:.*?sinks:\n.*?\n", "sinks:\n");
    add("pages", 1, "x", 16);
    add("clicks", 1, "y", 17);
    run(wide);
    assertThat(CliRun.results(folder.resolve("pairs"))).isEmpty();
    add("clicks", 2, "y", 18);
    run(wide.replace("ts >= left.ts", "ts >= left.ts + INTERVAL 2 SECONDS"));
    assertThat(CliRun.results(folder.resolve("pairs")))
        .containsExactly("{\"k\":null,\"ts\":null,\"click\":\"2026-01-01T00:00:17.000Z\"}");
  }
}
