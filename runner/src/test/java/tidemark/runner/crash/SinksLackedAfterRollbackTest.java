package tidemark.runner.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Folders that were given batches which were taken back, and that the pipeline does not write again
 * before other batches have happened under the same numbers.
 */
class SinksLackedAfterRollbackTest {
  private static final String WITHOUT =
      """
      format: 1
      pipeline: p
      sources:
        a:
          file: {path: in, format: ndjson, max_files_per_batch: 1}
          columns: {id: bigint}
      steps:
        f: {from: a, filter: id > 0}
      checkpoint: ck
      sinks:
        out: {from: f, file: {path: out, format: ndjson}}
      """;
  private static final String WITH =
      WITHOUT + "  new: {from: f, file: {path: new, format: ndjson}}\n";

  @TempDir private Path folder;
  private Path file;

  @BeforeEach
  void open() throws IOException {
    file = folder.resolve("p.yaml");
    Files.createDirectory(folder.resolve("in"));
  }

  private void give(int first, int last) throws IOException {
    for (int id = first; id <= last; id++) {
      Files.writeString(folder.resolve("in").resolve(id + ".ndjson"), row(id) + "\n");
    }
  }

  private void run(String pipeline) throws IOException {
    Files.writeString(file, pipeline);
    Commands run = Commands.run(file);
    assertThat(run.end()).as(run.printed()).isZero();
  }

  private void rollBack(long batch) {
    Commands back =
        Commands.of(
            "checkpoint",
            "rollback",
            folder.resolve("ck").toString(),
            "--to-batch",
            Long.toString(batch));
    assertThat(back.end()).as(back.printed()).isZero();
  }

  private List<String> results(String sink) {
    return Results.of(folder.resolve(sink));
  }

  private String status() {
    return Commands.of("status", folder.resolve("ck").toString()).printed();
  }

  private static String row(int id) {
    return "{\"id\":" + id + "}";
  }

  @Test
  void sinkThatIsAddedAgainGivesUpWhatHasNotHappened() throws IOException {
    give(1, 2);
    run(WITHOUT);
    give(3, 4);
    run(WITH);
    assertThat(results("new")).containsExactly(row(3), row(4));
    rollBack(1);
    run(WITHOUT);
    assertThat(status()).containsPattern("new +what it has of batches after 1\n");
    give(5, 6);
    run(WITH);
    assertThat(results("new")).containsExactly(row(5), row(6));
    assertThat(results("out")).containsExactly(row(1), row(2), row(3), row(4), row(5), row(6));
    assertThat(status()).doesNotContain("set back");
  }

  /** The next batch has a number that the sink has a batch of, and is another one. */
  @Test
  void sinkThatIsAddedAgainBeforeItsNumbersAreUsedUpRuns() throws IOException {
    give(1, 2);
    run(WITHOUT);
    give(3, 6);
    run(WITH);
    rollBack(1);
    run(WITHOUT.replace("batch: 1", "batch: 3"));
    give(7, 7);
    run(WITH);
    assertThat(results("new")).containsExactly(row(7));
  }

  @Test
  void folderThatASinkComesBackToGivesUpWhatHasNotHappened() throws IOException {
    String moved = WITHOUT.replace("path: out", "path: other");
    give(1, 2);
    run(WITHOUT);
    give(3, 4);
    run(moved);
    rollBack(1);
    run(WITHOUT);
    give(5, 5);
    run(moved);
    assertThat(results("out")).containsExactly(row(1), row(2), row(3), row(4));
    assertThat(results("other")).containsExactly(row(5));
  }

  /** Under another name, in another format and written another way, it is the folder it was. */
  @Test
  void whatHasHappenedSinceStaysHoweverThePipelineNamesTheFolder() throws IOException {
    String csv =
        WITHOUT.replace("{path: out, format: ndjson}", "{path: ./out, format: csv, header: true}");
    give(1, 2);
    run(WITHOUT);
    rollBack(0);
    run(csv);
    give(3, 3);
    run(WITHOUT);
    assertThat(results("out")).containsExactly("2", row(1), row(3));
  }

  @Test
  void eachOfSeveralRollbacksCounts() throws IOException {
    give(1, 1);
    run(WITHOUT);
    give(2, 4);
    run(WITH);
    rollBack(2);
    run(WITHOUT);
    give(5, 6);
    run(WITHOUT);
    rollBack(4);
    run(WITHOUT);
    give(7, 7);
    run(WITH);
    assertThat(results("new")).containsExactly(row(2), row(3), row(7));
  }

  @Test
  void placeThatDeadLettersComeBackToGivesUpWhatHasNotHappened() throws IOException {
    String letters =
        WITHOUT.replace(
                "columns: {id: bigint}", "columns: {id: bigint}\n    on_bad_record: dead_letter")
            + "dead_letter: {file: {path: dead, format: ndjson}}\n";
    for (int i = 0; i < 3; i++) {
      Files.writeString(folder.resolve("in").resolve(i + ".ndjson"), "bad " + i + "\n");
    }
    run(letters);
    assertThat(results("dead")).hasSize(3);
    rollBack(0);
    run(letters.replace("path: dead", "path: elsewhere"));
    assertThat(status()).containsPattern("dead_letter +what it has of batches after 0\n");
    give(9, 9);
    run(letters);
    assertThat(results("dead")).singleElement().asString().contains("0.ndjson");
    assertThat(results("elsewhere")).hasSize(2);
    assertThat(status()).doesNotContain("set back");
  }
}
