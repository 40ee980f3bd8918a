package tidemark.runner.crash;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.SplittableRandom;

/** A small pipeline over files of {@code {ts, k, n}}, one file a micro-batch. */
enum KillCase {
  TUMBLING(
      "append",
      """
      steps:
        some: {from: in, filter: n <> 7}
        sums:
          from: some
          aggregate:
            window: {tumbling: 1 minute}
            by: [k]
            compute: {rows: count(*), total: sum(n)}
      sinks:
        raw: {from: some, file: {path: out/raw, format: csv, header: true}}
        out: {from: sums, file: {path: out/sums, format: ndjson}}
      """),
  SLIDING(
      "update",
      """
      steps:
        sums:
          from: in
          aggregate:
            window: {sliding: 2 minutes, every: 1 minute}
            by: [k]
            compute: {rows: count(*), least: min(n), largest: max(n)}
      sinks:
        out: {from: sums, file: {path: out, format: ndjson}}
      """),
  SESSIONS(
      "append",
      """
      steps:
        visits:
          from: in
          aggregate:
            window: {session: 20 seconds}
            by: [k]
            compute: {rows: count(*), total: sum(60 DIV (n % 10))}
          on_error: dead_letter
      sinks:
        out: {from: visits, file: {path: out, format: csv, header: true}}
      """),
  COMPLETE(
      "complete",
      """
      steps:
        sums: {from: in, aggregate: {by: [k], compute: {rows: count(*), total: sum(n)}}}
        sorted: {from: sums, sort: [{column: k}]}
      sinks:
        out: {from: sorted, file: {path: out, format: ndjson}}
      """),
  LIMIT(
      "append",
      """
      steps:
        some: {from: in, filter: n > 0}
        first: {from: some, limit: 60}
      sinks:
        out: {from: first, file: {path: out, format: ndjson}}
        all: {from: in, file: {path: all, format: ndjson}}
      """);

  private static final String HEAD =
      """
      format: 1
      pipeline: killed
      sources:
        in:
          file: {path: in, format: ndjson, max_files_per_batch: 1}
          columns: {ts: timestamp, k: string, n: bigint}
          on_bad_record: dead_letter
          watermark: {column: ts, delay: 30 seconds}
      """;

  private static final Instant BEGIN = Instant.parse("2024-01-01T00:00:00Z");
  private static final int ROWS = 20;

  private final String mode;
  private final String rest;

  KillCase(String mode, String rest) {
    this.mode = mode;
    this.rest = rest;
  }

  /** Whether each micro-batch replaces what the one before it showed. */
  boolean replaces() {
    return mode.equals("complete");
  }

  /** Writes the pipeline file and random data below the folder; the pipeline file. */
  Path write(Path folder, int files, SplittableRandom random) {
    try {
      Files.createDirectories(folder.resolve("in"));
      for (int i = 0; i < files; i++) {
        writeData(folder, i, random);
      }
      return Files.writeString(folder.resolve("p.yaml"), text());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String text() {
    return HEAD
        + rest
        + """
        dead_letter:
          file: {path: bad, format: ndjson}
        output_mode: %s
        checkpoint: checkpoint
        """
            .formatted(mode);
  }

  /** Writes the file with this number. Its rows are out of order, and some are late or bad. */
  static void writeData(Path folder, int number, SplittableRandom random) throws IOException {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < ROWS; i++) {
      boolean late = random.nextInt(12) == 0;
      int second = 40 * number + random.nextInt(60) - (late ? 150 : 0);
      String time = random.nextInt(15) == 0 ? "null" : "\"" + BEGIN.plusSeconds(second) + "\"";
      String n = random.nextInt(15) == 0 ? "\"bad\"" : Integer.toString(random.nextInt(-50, 50));
      text.append(
          "{\"ts\":%s,\"k\":\"%c\",\"n\":%s}\n".formatted(time, 'a' + random.nextInt(4), n));
    }
    Path file = folder.resolve("in").resolve("%03d.ndjson".formatted(number));
    Path aside = Files.writeString(folder.resolve("aside"), text);
    Files.setLastModifiedTime(aside, FileTime.fromMillis(1_700_000_000_000L + 1000L * number));
    Files.move(aside, file);
  }
}
