package tidemark.runner.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Dead letters that were read again before the checkpoint was set back: each row counts once. */
class ReplayAfterRollbackTest {
  private static final String PIPELINE =
      """
      format: 1
      pipeline: again
      sources:
        events:
          file: {path: in, format: ndjson}
          columns: {a: bigint, b: bigint}
      steps:
        ratio:
          from: events
          with: {r: "a DIV b"}
          on_error: dead_letter
      sinks:
        out: {from: ratio, file: {path: out, format: ndjson}}
      dead_letter: {file: {path: dead, format: ndjson}}
      checkpoint: checkpoint
      """;

  @TempDir private Path folder;
  private Path file;

  /** Batch 0 and batch 1 each set a row aside; batch 2 reads both again. */
  @BeforeEach
  void replayALetterOfEachOfTwoBatches() throws IOException {
    Files.createDirectories(folder.resolve("in"));
    file = Files.writeString(folder.resolve("p.yaml"), PIPELINE);
    give("1", "{\"a\":1,\"b\":0}\n");
    assertThat(Commands.run(file).end()).isZero();
    give("2", "{\"a\":2,\"b\":0}\n{\"a\":0,\"b\":2}\n");
    assertThat(Commands.run(file).end()).isZero();
    Files.writeString(folder.resolve("letters.ndjson"), listed());
    divideBy("a DIV nullif(b, 0)");
    assertThat(replay().printed()).contains("ratio: 2 letters", "replay 1");
    assertThat(Commands.run(file).end()).isZero();
    assertThat(results()).containsExactly(row(0, 2, "0"), row(1, 0, "null"), row(2, 0, "null"));
  }

  private void give(String name, String lines) throws IOException {
    Files.writeString(folder.resolve("in").resolve(name), lines);
  }

  private void divideBy(String expression) throws IOException {
    Files.writeString(file, PIPELINE.replace("a DIV b", expression));
  }

  private void rollBack() {
    Commands back =
        Commands.of(
            "checkpoint", "rollback", folder.resolve("checkpoint").toString(), "--to-batch", "0");
    assertThat(back.end()).as(back.printed()).isZero();
  }

  private Commands replay(String... more) {
    String[] args = new String[more.length + 3];
    args[0] = "dead-letter";
    args[1] = "replay";
    args[2] = file.toString();
    System.arraycopy(more, 0, args, 3, more.length);
    return Commands.of(args);
  }

  private String listed() {
    return Commands.of("dead-letter", "ls", file.toString(), "--format", "json").printed();
  }

  private List<String> results() throws IOException {
    return Results.of(folder.resolve("out")).stream().sorted().toList();
  }

  private static String row(int a, int b, String r) {
    return "{\"a\":%d,\"b\":%d,\"r\":%s}".formatted(a, b, r);
  }

  @Test
  void letterOfABatchThatWasTakenBackIsNotReadBesideItsSource() throws IOException {
    rollBack();
    Path note = folder.resolve("checkpoint/setback.json");
    Files.copy(note, folder.resolve("setback.json"));
    assertThat(Commands.run(file).end()).isZero();
    List<String> each = List.of(row(0, 2, "0"), row(1, 0, "null"), row(2, 0, "null"));
    assertThat(results()).isEqualTo(each);
    Files.copy(folder.resolve("setback.json"), note);
    assertThat(Commands.run(file).end()).isZero();
    assertThat(results()).isEqualTo(each);
  }

  @Test
  void anotherLetterUnderTheSameIdCanBeReadAgain() throws IOException {
    rollBack();
    divideBy("b DIV a");
    assertThat(Commands.run(file).end()).isZero();
    assertThat(results()).containsExactly(row(1, 0, "0"), row(2, 0, "0"));
    divideBy("b DIV nullif(a, 0)");
    assertThat(replay().printed()).contains("ratio: 1 letter", "replay 2");
    assertThat(Commands.run(file).end()).isZero();
    assertThat(results()).containsExactly(row(0, 2, "null"), row(1, 0, "0"), row(2, 0, "0"));
  }

  @Test
  void letterThatTheNextRunTakesOutIsLeftOut() throws IOException {
    rollBack();
    assertThat(replay().printed())
        .containsPattern("part-000000001-\\d+\\.ndjson:1: left out, its batch was taken back")
        .contains("nothing to read again");
  }

  @Test
  void correctedLetterThatWasTakenBackIsRefused() throws IOException {
    rollBack();
    divideBy("b DIV a");
    assertThat(Commands.run(file).end()).isZero();
    divideBy("b DIV nullif(a, 0)");
    Commands refused = replay("--from", folder.resolve("letters.ndjson").toString());
    assertThat(refused.end()).isEqualTo(1);
    assertThat(refused.printed()).contains("TM650", "line 2: ", "is not among the dead letters");
  }
}
