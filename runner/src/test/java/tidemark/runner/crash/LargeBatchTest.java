package tidemark.runner.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A micro-batch that is large enough for workers to take over each other's work gives the same rows
 * in the same order as one worker does alone: in more threads than there are processors, so that
 * some are behind.
 */
class LargeBatchTest {
  private static final long SEED = 20261130;
  private static final int FILES = 4;
  private static final int ROWS_A_FILE = 18_000;

  /** From so many bytes a micro-batch on workers take over each other's work. */
  private static final long LARGE_BYTES = 32L << 20;

  private static final long FIRST_SECOND = Instant.parse("2026-01-01T00:00:00Z").getEpochSecond();

  @TempDir static Path temp;

  @BeforeAll
  static void writeInput() throws IOException {
    SplittableRandom random = new SplittableRandom(SEED);
    String padding = "-".repeat(450);
    Path input = Files.createDirectory(temp.resolve("in"));
    long bytes = 0;
    for (int file = 0; file < FILES; file++) {
      Path path = input.resolve(file + ".ndjson");
      try (BufferedWriter out = Files.newBufferedWriter(path)) {
        for (int row = 0; row < ROWS_A_FILE; row++) {
          long second = FIRST_SECOND + (file * ROWS_A_FILE + row) / 20 + random.nextInt(30);
          out.write(
              "{\"ts\": \"%s\", \"user\": \"u%d\", \"n\": %d, \"x\": %d.5, \"padding\": \"%s\"}%n"
                  .formatted(
                      Instant.ofEpochSecond(second),
                      random.nextInt(15_000),
                      random.nextInt(1000),
                      random.nextInt(1000),
                      padding));
        }
      }
      bytes += Files.size(path);
    }
    assertThat(bytes).isGreaterThan(LARGE_BYTES);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "aggregate: {window: {tumbling: 10 minutes}, by: [user], compute: {n: count(*), s: sum(n)}}",
        "aggregate: {window: {tumbling: 20 minutes}, by: [user], compute: {s: sum(x), l: last(n)}}",
        "aggregate: {window: {session: 2 minutes}, by: [user], compute: {n: count(*), s: sum(n)}}",
        "deduplicate: {by: [user], within: watermark}",
        "select: {ts: ts, user: user, n: n}",
      })
  void rowsAndTheirOrderAreThoseOfOneWorker(String step) throws IOException {
    List<String> alone = rows(step, 1);
    assertThat(alone).hasSizeGreaterThan(10_000);
    for (int workers : new int[] {2, 3, 5}) {
      assertThat(rows(step, workers)).as("%d workers", workers).isEqualTo(alone);
    }
  }

  private List<String> rows(String step, int workers) throws IOException {
    Path folder = Files.createTempDirectory(temp, "run");
    Path file =
        Files.writeString(
            folder.resolve("large.yaml"),
            """
            format: 1
            pipeline: large
            sources:
              rows:
                file: {path: %s, format: ndjson}
                columns: {ts: timestamp, user: string, n: bigint, x: double}
                watermark: {column: ts, delay: 1 minute}
            steps:
              done: {from: rows, %s}
            sinks:
              out: {from: done, file: {path: out, format: ndjson}}
            output_mode: append
            trigger: available_now
            checkpoint: checkpoint
            """
                .formatted(temp.resolve("in"), step));
    new LocalPipeline(file, SEED).run(workers);
    List<String> rows = new ArrayList<>();
    try (Stream<Path> parts = Files.list(folder.resolve("out"))) {
      for (Path part : parts.filter(Files::isRegularFile).sorted().toList()) {
        rows.addAll(Files.readAllLines(part));
      }
    }
    return rows;
  }
}
