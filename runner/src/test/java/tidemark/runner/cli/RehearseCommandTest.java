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

class RehearseCommandTest {
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
  void givesThreeFiles() throws IOException {
    Files.createDirectories(folder.resolve("in"));
    write("p.yaml", SUMS);
    give("1", "{\"k\":\"a\",\"v\":1}");
    give("2", "{\"k\":\"b\",\"v\":10}\n{\"k\":\"a\",\"v\":10}");
    give("3", "{\"k\":\"b\",\"v\":100}");
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

  private CliRun rehearse(String... options) {
    List<String> arguments = new ArrayList<>(List.of("rehearse", file("p.yaml")));
    arguments.addAll(List.of(options));
    return CliRun.of(arguments.toArray(String[]::new));
  }

  /** Every file below a part of the folder, with its size and time. */
  private SortedMap<String, String> everythingIn(String... parts) throws IOException {
    SortedMap<String, String> all = new TreeMap<>();
    for (String part : parts) {
      try (Stream<Path> files = Files.walk(folder.resolve(part))) {
        for (Path path : files.filter(Files::isRegularFile).toList()) {
          all.put(path.toString(), Files.size(path) + " " + Files.getLastModifiedTime(path));
        }
      }
    }
    return all;
  }

  private List<String> names() throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries.map(e -> e.getFileName().toString()).sorted().toList();
    }
  }

  private static String words(String text) {
    return text.replaceAll(" +", " ");
  }

  @Test
  void aPipelineOfFilesLosesAndDoublesNothing() throws IOException {
    write("p.yaml", SUMS.replace("path: out,", "path: new/results/out,"));
    CliRun run = rehearse();
    assertThat(run.end()).as(run.err()).isEqualTo(ExitCode.DONE);
    assertThat(words(run.out()))
        .startsWith("rehearsed sums: batches 0 to 2, 4 rows read, killed 8 times\n")
        .contains(
            "1 not at all - out 0 0 -",
            "2 after the batch was planned 1 out 0 0 nothing of it is there: written again",
            "6 before `out` committed 1 out 0 0 nothing of it is there: written again",
            "7 after `out` committed, its answer lost 1 out 0 0 the sink has it,",
            "9 after the batch was done 1 out 0 0 the batch is done: nothing to do")
        .endsWith("out 4 exactly once exactly once holds\n");
    assertThat(names()).as("nothing is left").containsExactly("in", "p.yaml");
  }

  @Test
  void theCheckpointAndTheResultAreNotTouched() throws IOException {
    assertThat(CliRun.of("run", file("p.yaml")).end()).isEqualTo(ExitCode.DONE);
    give("4", "{\"k\":\"c\",\"v\":7}");
    SortedMap<String, String> before = everythingIn("checkpoint", "out", "in");
    CliRun run = rehearse();
    assertThat(run.end()).as(run.err()).isEqualTo(ExitCode.DONE);
    assertThat(run.out()).contains("rehearsed sums: batch 3, 1 row read, killed 8 times");
    assertThat(everythingIn("checkpoint", "out", "in")).isEqualTo(before);
    assertThat(names()).containsExactly("checkpoint", "in", "out", "p.yaml");
  }

  @Test
  void aPipelineThatHasCaughtUpRunsItsLastBatchesAgain() throws IOException {
    assertThat(CliRun.of("run", file("p.yaml")).end()).isEqualTo(ExitCode.DONE);
    CliRun run = rehearse("--batches", "2");
    assertThat(run.end()).as(run.err()).isEqualTo(ExitCode.DONE);
    assertThat(run.out()).contains("rehearsed sums: batches 1 to 2, 3 rows read,");
  }

  @Test
  void eachOfSeveralSinksIsKilledAroundItsCommitWhereverItWrites() throws IOException {
    write(
        "p.yaml",
        SUMS.replace(
                "sinks:\n",
                """
                sinks:
                  raw: {from: events, file: {path: raw, format: parquet}}
                  shown: {from: per_key, console: {}}
                """)
            .replace("format: ndjson}}\noutput", "format: csv}}\noutput"));
    Files.createDirectories(folder.resolve("else"));
    CliRun run = rehearse("--format", "json", "--keep", "--scratch", "out=" + file("else"));
    assertThat(run.end()).as(run.err()).isEqualTo(ExitCode.DONE);
    assertThat(run.out().replaceAll("\\s+", ""))
        .contains(
            "\"holds\":true",
            "{\"killed\":\"before:raw\",\"batch\":1,\"sinks\":{"
                + "\"out\":{\"lost\":0,\"doubled\":0,\"reconciled_by\":\"mark\"},"
                + "\"raw\":{\"lost\":0,\"doubled\":0,\"reconciled_by\":\"written\"}}}",
            "\"killed\":\"after:raw\",\"batch\":1,",
            "{\"sink\":\"raw\",\"rows\":4,\"trials\":10,",
            "\"skipped\":{\"shown\":",
            "\"kept\":{\"out\":\"" + file("else"));
    try (Stream<Path> kept = Files.list(folder.resolve("else"))) {
      assertThat(kept).hasSize(12).allMatch(target -> Files.exists(target.resolve("_tidemark")));
    }
  }

  @Test
  void rowsOnWhichAStepFailsAreDeadLettersAndDroppedRecordsAreNot() throws IOException {
    write(
        "p.yaml",
        """
        format: 1
        pipeline: ratios
        sources:
          events:
            file: {path: in, format: ndjson, max_files_per_batch: 1}
            columns: {k: string, v: bigint}
            on_bad_record: drop
        steps:
          ratio: {from: events, with: {r: 100 DIV v}, on_error: dead_letter}
        sinks:
          out: {from: ratio, file: {path: out, format: ndjson}}
        dead_letter: {file: {path: dead, format: ndjson}}
        checkpoint: checkpoint
        """);
    give("1", "{\"k\":\"a\",\"v\":1}\n{\"k\":\"a\",\"v\":\"x\"}");
    give("3", "{\"k\":\"b\",\"v\":100}\n{\"k\":\"b\",\"v\":0}");
    CliRun run = rehearse();
    assertThat(run.end()).as(run.err()).isEqualTo(ExitCode.DONE);
    assertThat(words(run.out()))
        .contains(
            "before `dead_letter` committed 2 dead_letter 0 0 nothing of it is there:",
            "after `dead_letter` committed, its answer lost 2 dead_letter 0 0 the sink has it,",
            "dead_letter 1 exactly once exactly once holds\n");
  }

  @Test
  void whatCannotBeRehearsedIsRefusedWithItsReason() throws IOException {
    assertThat(rehearse("--scratch", "oops=x").end()).isEqualTo(ExitCode.BAD_INPUT);
    write("p.yaml", SUMS.replace("file: {path: out, format: ndjson}", "console: {}"));
    assertThat(rehearse().err()).contains("error TM645: no sink can be rehearsed: `out` (console)");
    write(
        "p.yaml",
        """
        format: 1
        pipeline: once
        sources: {lines: {socket: {host: localhost, port: 1}}}
        sinks: {out: {from: lines, file: {path: out, format: text}}}
        checkpoint: checkpoint
        """);
    CliRun socket = rehearse();
    assertThat(socket.end()).isEqualTo(ExitCode.FAILED);
    assertThat(socket.err()).contains("error TM645: source `lines` gives its rows once");
    write(
        "p.yaml",
        SUMS.replace("events, aggregate", "none, aggregate")
            .replace("steps:\n", "steps:\n  none: {from: events, filter: v > 1000}\n"));
    assertThat(rehearse().err())
        .contains("error TM645: no sink that can be rehearsed gets a row in batches 0 to 2");
    write("p.yaml", SUMS.replace("path: in,", "path: nothing,"));
    Files.createDirectories(folder.resolve("nothing"));
    assertThat(rehearse().err()).contains("error TM645: the sources give no batch to rehearse");
  }
}
