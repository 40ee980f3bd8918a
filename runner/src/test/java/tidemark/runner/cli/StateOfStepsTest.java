package tidemark.runner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code state} shows of deduplications, joins and steps with rules. */
class StateOfStepsTest {
  private static final String STEPS =
      """
      format: 1
      pipeline: steps
      sources:
        events:
          file: {path: in, format: ndjson, max_files_per_batch: 1}
          columns: {k: string, ts: timestamp, v: bigint}
          watermark: {column: ts, delay: 5 minutes}
      steps:
        once: {from: events, deduplicate: {by: [k], within: 10 minutes}}
        near:
          join:
            left: events
            right: events
            type: left_outer
            match: >-
              left.k = right.k AND right.v <> left.v
              AND right.ts BETWEEN left.ts AND left.ts + INTERVAL 1 MINUTE
            select: {k: left.k, v: left.v, other: right.v}
        counted:
          from: events
          stateful:
            by: [k]
            state: {n: {type: int, initial: 0}}
            rules:
              - set: {n: state.n + 1}
                timeout: 10 minutes
                emit: {k: k, n: state.n}
      sinks:
        first: {from: once, file: {path: first, format: ndjson}}
        pairs: {from: near, file: {path: pairs, format: ndjson}}
        counts: {from: counted, file: {path: counts, format: ndjson}}
      checkpoint: checkpoint
      """;

  /** The number of the first row that batch 1 adds to a key. */
  private static final long BATCH_1 = 1L << 28;

  @TempDir private Path folder;

  /** Two batches, and one without input as the watermark reaches 12:05. */
  @BeforeEach
  void run() throws IOException {
    Path in = Files.createDirectories(folder.resolve("in"));
    Path file = Files.writeString(folder.resolve("p.yaml"), STEPS);
    Files.writeString(
        in.resolve("1.ndjson"), row("a", "12:00", 1) + row("a", "12:01", 2) + row("b", "12:01", 3));
    Files.writeString(in.resolve("2.ndjson"), row("a", "12:10", 4));
    CliRun run = CliRun.of("run", file.toString());
    assertThat(run.end()).as(run.err()).isEqualTo(ExitCode.DONE);
  }

  private static String row(String key, String time, int value) {
    return "{\"k\":\"%s\",\"ts\":\"%s\",\"v\":%d}\n".formatted(key, instant(time), value);
  }

  private static String instant(String time) {
    return "2026-01-01T" + time + ":00.000Z";
  }

  private List<String> state(String command, String... rest) {
    CliRun run =
        CliRun.of(
            Stream.concat(
                    Stream.of("state", command, folder.resolve("checkpoint").toString()),
                    Arrays.stream(rest))
                .toArray(String[]::new));
    assertThat(run.end()).as(run.err()).isEqualTo(ExitCode.DONE);
    return run.out().lines().toList();
  }

  private static String kept(String key, String time, long row, boolean matched, String columns) {
    return "{\"$key1\":\"%s\",\"$time\":\"%s\",\"$row\":%d,\"$matched\":%s,%s}"
        .formatted(key, instant(time), row, matched, columns);
  }

  private static String remembered(String key, String until) {
    return "{\"k\":\"%s\",\"expires_at\":\"%s\"}".formatted(key, instant(until));
  }

  private static String counted(String key, String from, String due, int n) {
    return "{\"k\":\"%s\",\"timeout_from\":\"%s\",\"timeout_due\":\"%s\",\"n\":%d}"
        .formatted(key, instant(from), instant(due), n);
  }

  /** The row of 12:01 had none: its partner would have come by 12:02. */
  @Test
  void keptRowsOfAJoinAreShownWithTheirTimesAndWhetherTheyHavePartners() {
    String[] left = {
      kept("a", "12:00", 0, true, "\"k\":\"a\",\"v\":1"),
      kept("a", "12:01", 1, false, "\"k\":\"a\",\"v\":2"),
      kept("b", "12:01", 0, false, "\"k\":\"b\",\"v\":3")
    };
    String last = kept("a", "12:10", BATCH_1, false, "\"k\":\"a\",\"v\":4");
    assertThat(state("show", "near", "--format", "json", "--batch", "0"))
        .containsExactlyInAnyOrder(left);
    assertThat(state("export", "near")).containsExactly(last);
    assertThat(state("diff", "near", "0", "1"))
        .containsExactly(
            "+ " + last, "near, batch 0 to 1: 1 added, 0 removed, 0 changed, 3 the same");
    assertThat(state("diff", "near", "1", "2"))
        .contains("- " + left[0], "- " + left[1], "- " + left[2])
        .endsWith("near, batch 1 to 2: 0 added, 3 removed, 0 changed, 1 the same");
    assertThat(state("show", "near", "--format", "json", "--store", "right"))
        .containsExactly(kept("a", "12:10", BATCH_1, false, "\"v\":4"));
  }

  @Test
  void rememberedKeysAreShownWithTheirExpiry() {
    String[] keys = {remembered("a", "12:10"), remembered("b", "12:11")};
    assertThat(state("show", "once", "--format", "json")).containsExactlyInAnyOrder(keys);
    assertThat(state("export", "once", "--batch", "0")).containsExactlyInAnyOrder(keys);
    assertThat(state("diff", "once", "0", "2"))
        .containsExactly("once, batch 0 to 2: 0 added, 0 removed, 0 changed, 2 the same");
  }

  @Test
  void variablesAreShownWithTheTimeOut() {
    String before = counted("a", "12:01", "12:11", 2);
    String after = counted("a", "12:10", "12:20", 3);
    assertThat(state("show", "counted", "--format", "json", "--key", "k=a")).containsExactly(after);
    assertThat(state("export", "counted", "--batch", "0"))
        .containsExactlyInAnyOrder(before, counted("b", "12:01", "12:11", 1));
    assertThat(state("diff", "counted", "0", "1"))
        .containsExactly(
            "~ " + before,
            "  " + after,
            "counted, batch 0 to 1: 0 added, 0 removed, 1 changed, 1 the same");
  }

  @Test
  void storesOfAStepAreListedWithWhatTheyAreFor() {
    assertThat(state("ls"))
        .anyMatch(line -> line.matches("near +left +1 .* join"))
        .anyMatch(line -> line.matches("near +left_times +1 .* join, index"))
        .anyMatch(line -> line.matches("near +right +1 .* join.*"))
        .anyMatch(line -> line.matches("once +keys +2 .* deduplicate"))
        .anyMatch(line -> line.matches("counted +keys +2 .* stateful"))
        .anyMatch(line -> line.matches("counted +timeouts +2 .* stateful, index"));
  }
}
