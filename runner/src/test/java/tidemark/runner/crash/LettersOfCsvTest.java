package tidemark.runner.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Records of csv files that could not be decoded. */
class LettersOfCsvTest {
  @TempDir private Path folder;

  @Test
  void lineOfAFileWithAHeaderIsLeftOutWithTheReasonAndTheWayOut() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("p.yaml"),
            """
            format: 1
            pipeline: lines
            sources:
              events:
                file: {path: in, format: csv, header: true}
                columns: {a: bigint}
                on_bad_record: dead_letter
            sinks:
              out: {from: events, file: {path: out, format: ndjson}}
            dead_letter: {file: {path: dead, format: ndjson}}
            checkpoint: checkpoint
            """);
    Files.createDirectory(folder.resolve("in"));
    Files.writeString(folder.resolve("in/1.csv"), "a\n1\nx\n");
    assertThat(Commands.run(file).end()).isZero();
    Commands replay = Commands.of("dead-letter", "replay", file.toString());
    assertThat(replay.end()).as(replay.printed()).isZero();
    assertThat(replay.printed())
        .containsPattern(
            "part-000000000-\\d+\\.ndjson:1: left out, a record of `events` cannot be read apart")
        .contains("`csv` without a header can", "correct it where it comes from")
        .contains("nothing to read again");
    assertThat(Commands.of("dead-letter", "ls", file.toString()).printed()).contains("in/1.csv:3");
  }
}
