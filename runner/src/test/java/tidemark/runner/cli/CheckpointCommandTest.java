package tidemark.runner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tidemark.statestore.IdSource;
import tidemark.statestore.checkpoint.Checkpoint;
import tidemark.statestore.checkpoint.CheckpointOptions;

class CheckpointCommandTest {
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

  /** Batches 0, 1 and 2: after them a is 1, 3 and 3, b is nothing, 10 and 30. */
  @BeforeEach
  void runThreeBatches() throws IOException {
    Files.createDirectories(folder.resolve("in"));
    Files.writeString(folder.resolve("p.yaml"), SUMS);
    give("1", "{\"k\":\"a\",\"v\":1}");
    give("2", "{\"k\":\"a\",\"v\":2}\n{\"k\":\"b\",\"v\":10}");
    give("3", "{\"k\":\"b\",\"v\":20}");
    assertDone(run());
  }

  private void give(String name, String rows) throws IOException {
    Files.writeString(folder.resolve("in").resolve(name + ".ndjson"), rows + "\n");
  }

  private CliRun run(String... options) {
    List<String> arguments = new ArrayList<>(List.of("run", folder.resolve("p.yaml").toString()));
    arguments.addAll(List.of(options));
    return CliRun.of(arguments.toArray(new String[0]));
  }

  private CliRun checkpoint(String command, String... rest) {
    return CliRun.of(
        Stream.concat(
                Stream.of("checkpoint", command, folder.resolve("checkpoint").toString()),
                Arrays.stream(rest))
            .toArray(String[]::new));
  }

  private static void assertDone(CliRun run) {
    assertThat(run.end()).as(run.err()).isEqualTo(ExitCode.DONE);
  }

  private List<String> totals(String checkpoint) {
    CliRun run =
        CliRun.of(
            "state", "show", folder.resolve(checkpoint).toString(), "per_key", "--format", "json");
    assertDone(run);
    return run.out().lines().sorted().toList();
  }

  private static String total(String key, int value) {
    return "{\"k\":\"%s\",\"total\":%d}".formatted(key, value);
  }

  private List<String> results() throws IOException {
    List<String> rows = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder.resolve("out"))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        rows.addAll(Files.readAllLines(file));
      }
    }
    return rows.stream().sorted().toList();
  }

  /** Every file of a folder and when it was changed, so that a reader is seen to change nothing. */
  private TreeMap<String, String> files(String name) throws IOException {
    TreeMap<String, String> files = new TreeMap<>();
    try (Stream<Path> walk = Files.walk(folder.resolve(name))) {
      for (Path file : walk.filter(Files::isRegularFile).toList()) {
        files.put(file.toString(), Files.getLastModifiedTime(file) + " " + Files.size(file));
      }
    }
    return files;
  }

  // verify

  @Test
  void soundCheckpointIsSaidToBeIntactAndIsNotTouched() throws IOException {
    TreeMap<String, String> before = files("checkpoint");
    CliRun run = checkpoint("verify");
    assertDone(run);
    assertThat(run.out()).isEqualTo("3 retained batches, intact: all (0 to 2)\n");
    assertThat(checkpoint("verify", "--format", "json").out())
        .contains("\"intact\" : true", "\"newest_intact_batch\" : 2");
    assertThat(files("checkpoint")).isEqualTo(before);
  }

  @Test
  void damagedFilesAreAllNamedWithTheNewestIntactBatch() throws IOException {
    Files.writeString(folder.resolve("checkpoint/commits/000000002"), "{}");
    Files.writeString(folder.resolve("checkpoint/lease.json"), "");
    CliRun run = checkpoint("verify");
    assertThat(run.end()).isEqualTo(ExitCode.CHECKPOINT);
    assertThat(run.out())
        .contains(
            "damaged  commits/000000002 is damaged",
            "damaged  lease.json is damaged: it is empty\n",
            "3 retained batches, intact: [0, 1]\n");
    assertThat(run.err()).contains("TM504", "--to-batch 1` goes back to it");
  }

  @Test
  void batchWhoseStateIsDamagedIsNotIntactThoughItsEntriesAre() throws IOException {
    try (Stream<Path> segments = Files.list(folder.resolve("checkpoint/state/segments"))) {
      Path first =
          segments
              .filter(f -> f.getFileName().toString().startsWith("1-"))
              .findFirst()
              .orElseThrow();
      byte[] content = Files.readAllBytes(first);
      content[content.length / 2] ^= 1;
      Files.write(first, content);
      CliRun run = checkpoint("verify");
      assertThat(run.end()).isEqualTo(ExitCode.CHECKPOINT);
      assertThat(run.out()).contains(first.getFileName().toString(), "intact: [0]");
    }
  }

  // rollback

  @Test
  void rollbackTakesBackLaterBatchesAndSaysWhatTheSinkWasGiven() {
    CliRun dry = checkpoint("rollback", "--to-batch", "0", "--dry-run");
    assertDone(dry);
    assertThat(dry.out())
        .startsWith("the checkpoint would go back to batch 0, plan generation 1\n");
    assertThat(totals("checkpoint")).containsExactly(total("a", 3), total("b", 30));
    CliRun run = checkpoint("rollback", "--to-batch", "0");
    assertDone(run);
    assertThat(run.out())
        .contains(
            "went back to batch 0",
            "forgotten: batch 1 to 2\n",
            "sink `out` (file ",
            "was given batch 1 to 2\n",
            "the next run takes them out of it");
    assertThat(totals("checkpoint")).containsExactly(total("a", 1));
    assertDone(checkpoint("verify"));
  }

  @Test
  void runAfterARollbackTakesOutOfTheSinkWhatHasNotHappenedAnyMore() throws IOException {
    List<String> before = results();
    assertDone(checkpoint("rollback", "--to-batch", "0"));
    assertThat(results()).isEqualTo(before);
    assertThat(folder.resolve("checkpoint/setback.json")).exists();
    CliRun status = CliRun.of("status", folder.resolve("checkpoint").toString());
    assertThat(status.out()).contains("the next run takes out of the sinks");
    assertDone(checkpoint("verify"));
    // All that is left comes in one batch now: b is shown once, not with 10 and with 30.
    Files.writeString(
        folder.resolve("p.yaml"), SUMS.replace("max_files_per_batch: 1", "max_files_per_batch: 9"));
    assertDone(run());
    assertThat(results()).containsExactly(total("a", 1), total("a", 3), total("b", 30));
    assertThat(totals("checkpoint")).containsExactly(total("a", 3), total("b", 30));
    assertThat(folder.resolve("checkpoint/setback.json")).doesNotExist();
    CliRun later = CliRun.of("status", folder.resolve("checkpoint").toString(), "--format", "json");
    assertThat(later.out()).contains("\"set_back\" : false");
  }

  @Test
  void rollbackThatDiedHalfWayLetsTheSinkKeepWhatStillCounts() throws IOException {
    List<String> before = results();
    assertDone(checkpoint("rollback", "--to-batch", "1"));
    Files.copy(folder.resolve("checkpoint/setback.json"), folder.resolve("setback.json"));
    assertDone(run());
    assertThat(results()).isEqualTo(before);
    // As if a second one, to batch 0, had noted what it does and died.
    Files.copy(folder.resolve("setback.json"), folder.resolve("checkpoint/setback.json"));
    give("4", "{\"k\":\"c\",\"v\":5}");
    assertDone(run());
    assertThat(results()).containsAll(before).contains(total("c", 5)).hasSize(before.size() + 1);
  }

  @Test
  void rollbackGoesBackFromADamagedEntry() throws IOException {
    Files.writeString(folder.resolve("checkpoint/offsets/000000002"), "");
    CliRun refused = run();
    assertThat(refused.end()).isEqualTo(ExitCode.CHECKPOINT);
    assertThat(refused.err())
        .contains("TM504", "offsets/000000002", "checkpoint rollback", "--to-batch 1");
    assertDone(checkpoint("rollback", "--to-batch", "1"));
    assertThat(totals("checkpoint")).containsExactly(total("a", 3), total("b", 10));
    assertDone(checkpoint("verify"));
  }

  @Test
  void batchOneCannotGoBackToIsRefusedAndNothingChanges() throws IOException {
    TreeMap<String, String> before = files("checkpoint/commits");
    CliRun run = checkpoint("rollback", "--to-batch", "7");
    assertThat(run.end()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run.err()).contains("TM521", "batch 7 is not retained; there are 0 to 2");
    assertThat(files("checkpoint/commits")).isEqualTo(before);
    assertThat(checkpoint("rollback").end()).isEqualTo(ExitCode.BAD_INPUT);
  }

  @Test
  void batchThatIsDamagedCannotBeGoneBackTo() throws IOException {
    Files.writeString(folder.resolve("checkpoint/commits/000000001"), "");
    CliRun run = checkpoint("rollback", "--to-batch", "1");
    assertThat(run.end()).isEqualTo(ExitCode.CHECKPOINT);
    assertThat(run.err()).contains("TM523", "batch 1 is not intact", "Intact are [");
  }

  @Test
  void checkpointInUseIsNotSetBackButReadAndForked() {
    CheckpointOptions options =
        CheckpointOptions.of("sums", Clock.systemUTC(), IdSource.random(new Random(1)));
    try (Checkpoint held = Checkpoint.open(folder.resolve("checkpoint"), options)) {
      CliRun refused = checkpoint("rollback", "--to-batch", "1");
      assertThat(refused.end()).isEqualTo(ExitCode.CHECKPOINT);
      assertThat(refused.err()).contains("TM502");
      assertThat(checkpoint("gc", "--delete").end()).isEqualTo(ExitCode.CHECKPOINT);
      assertDone(checkpoint("verify"));
      assertDone(checkpoint("fork", folder.resolve("second").toString()));
      assertThat(held.recovery()).isNotNull();
    }
    assertThat(totals("second")).containsExactly(total("a", 3), total("b", 30));
  }

  // fork

  @Test
  void forkGoesItsOwnWayAndTheFirstStaysAsItIs() throws IOException {
    for (String how : List.of("--copy", "--format=text")) {
      String second = "second" + how.length();
      CliRun fork = checkpoint("fork", folder.resolve(second).toString(), how, "--batch", "1");
      assertDone(fork);
      assertThat(fork.out())
          .contains(how.equals("--copy") ? "files of the state: 0 linked, " : " linked, 0 copied");
      TreeMap<String, String> before = files("checkpoint");
      assertThat(run("--checkpoint", folder.resolve(second).toString()).err())
          .contains("TM606", "belongs to sink `out`");
      Files.writeString(
          folder.resolve("q.yaml"),
          SUMS.replace("path: out", "path: out-" + second)
              .replace("checkpoint: checkpoint", "checkpoint: " + second));
      assertThat(totals(second)).containsExactly(total("a", 3), total("b", 10));
      assertDone(
          CliRun.of(
              "checkpoint", "rollback", folder.resolve(second).toString(), "--to-batch", "1"));
      assertDone(CliRun.of("checkpoint", "gc", folder.resolve(second).toString(), "--delete"));
      assertThat(files("checkpoint")).isEqualTo(before);
      assertDone(checkpoint("verify"));
      CliRun again = checkpoint("fork", folder.resolve(second).toString());
      assertThat(again.end()).isNotEqualTo(ExitCode.DONE);
      assertThat(again.err()).contains("is not empty");
    }
  }

  // gc

  @Test
  void leftoversAreListedAndDeletedOnlyWhenAsked() throws IOException {
    Path orphan = folder.resolve("checkpoint/state/segments/7-00000000000000ff");
    Files.writeString(orphan, "left over");
    CliRun listed = checkpoint("gc");
    assertDone(listed);
    assertThat(listed.out())
        .contains("state/segments/7-00000000000000ff  9 B", "1 file, 9 B; --delete deletes\n");
    assertThat(orphan).exists();
    assertDone(checkpoint("gc", "--dry-run"));
    assertThat(orphan).exists();
    assertDone(checkpoint("gc", "--delete"));
    assertThat(orphan).doesNotExist();
    assertThat(checkpoint("gc").out()).isEqualTo("0 files, 0 B\n");
    assertDone(checkpoint("verify"));
    assertThat(totals("checkpoint")).containsExactly(total("a", 3), total("b", 30));
  }

  // another place

  @Test
  void checkpointThatWasMovedWithItsPipelineGoesOn() throws IOException {
    Path moved = folder.resolveSibling(folder.getFileName() + "-moved");
    Files.move(folder, moved);
    try {
      Files.writeString(moved.resolve("in/4.ndjson"), "{\"k\":\"a\",\"v\":100}\n");
      assertDone(CliRun.of("run", moved.resolve("p.yaml").toString()));
      CliRun shown =
          CliRun.of(
              "state",
              "show",
              moved.resolve("checkpoint").toString(),
              "per_key",
              "--format=json",
              "--key=k=a");
      assertThat(shown.out()).isEqualTo(total("a", 103) + "\n");
    } finally {
      Files.move(moved, folder);
    }
  }
}
