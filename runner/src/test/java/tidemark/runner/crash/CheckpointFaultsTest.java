package tidemark.runner.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What can happen to a checkpoint from outside: damage, a second run, no room, no permission. */
class CheckpointFaultsTest {
  private static final int FILES = 5;

  /** What a refused run must leave as it is; the lease and staged files are the run's own. */
  private static final List<String> KEPT =
      List.of(
          "checkpoint/checkpoint.json",
          "checkpoint/plans",
          "checkpoint/offsets",
          "checkpoint/commits",
          "checkpoint/state",
          "out",
          "bad");

  @TempDir private Path temp;
  private Path work;
  private Path sound;
  private SortedMap<String, List<String>> clean = new TreeMap<>();

  /** A finished run over five files, and what it would be with a sixth. */
  @BeforeEach
  void prepare() throws IOException {
    work = temp.resolve("work");
    sound = temp.resolve("sound");
    Path pipeline = KillCase.TUMBLING.write(work, FILES, new SplittableRandom(11));
    assertThat(Commands.run(pipeline).end()).isZero();
    FolderCopy.copy(work, sound);
    // With it, damage of the state's files would do no harm.
    Results.delete(sound.resolve("checkpoint/work"));
    more(work);
    assertThat(Commands.run(pipeline).end()).isZero();
    clean = Results.below(work);
  }

  private static void more(Path folder) throws IOException {
    KillCase.writeData(folder, FILES, new SplittableRandom(12));
  }

  /** The finished run as it was, with new input; in its place, which the plan names. */
  private Path restored() throws IOException {
    Results.delete(work);
    FolderCopy.copy(sound, work);
    more(work);
    return work;
  }

  /** Refused with exit code 5 and these words; afterwards everything is as it was. */
  private static String assertRefused(Path folder, String... words) {
    SortedMap<String, ByteBuffer> before = FolderCopy.contents(folder, KEPT);
    Commands run = Commands.run(folder.resolve("p.yaml"));
    assertThat(run.end()).as(run.printed()).isEqualTo(5);
    assertThat(run.printed()).contains(words).doesNotContain("\tat ", "internal error");
    assertThat(FolderCopy.changed(before, FolderCopy.contents(folder, KEPT))).isEmpty();
    return run.printed();
  }

  private void assertGoesOn(Path folder) {
    Commands run = Commands.run(folder.resolve("p.yaml"));
    assertThat(run.end()).as(run.printed()).isZero();
    assertThat(Results.below(folder)).isEqualTo(clean);
  }

  // R51: damage.

  @Test
  void damagedFileIsNamedAndNothingIsLostOrItWasNotNeeded() throws IOException {
    SplittableRandom random = new SplittableRandom(51);
    Map<String, UnaryOperator<byte[]>> damages = new TreeMap<>();
    damages.put("emptied", content -> new byte[0]);
    damages.put("halved", content -> Arrays.copyOf(content, content.length / 2));
    damages.put("without its last byte", content -> Arrays.copyOf(content, content.length - 1));
    damages.put(
        "flipped",
        content -> {
          byte[] changed = content.clone();
          changed[random.nextInt(content.length)] ^= (byte) (1 << random.nextInt(8));
          return changed;
        });
    Set<String> named = new HashSet<>();
    for (Path file : FolderCopy.files(sound.resolve("checkpoint"))) {
      Path relative = sound.relativize(file);
      boolean counts = Files.size(file) > 0 && !relative.startsWith("checkpoint/work");
      for (Map.Entry<String, UnaryOperator<byte[]>> damage : damages.entrySet()) {
        if (counts && damaged(relative, damage.getKey(), damage.getValue())) {
          named.add(relative.subpath(1, 2).toString());
        }
      }
    }
    assertThat(named).contains("checkpoint.json", "offsets", "commits", "plans", "state");
  }

  /** Damages one file of a copy; whether the run was refused for it. */
  private boolean damaged(Path relative, String how, UnaryOperator<byte[]> damage)
      throws IOException {
    Path folder = restored();
    Path file = folder.resolve(relative);
    byte[] content = Files.readAllBytes(file);
    Files.write(file, damage.apply(content));
    SortedMap<String, ByteBuffer> before = FolderCopy.contents(folder, KEPT);
    Commands run = Commands.run(folder.resolve("p.yaml"));
    if (run.end() == 0) {
      assertThat(Results.below(folder)).as("%s %s", relative, how).isEqualTo(clean);
      return false;
    }
    assertThat(run.end()).as("%s %s: %s", relative, how, run.printed()).isEqualTo(5);
    assertThat(run.printed())
        .as("%s %s", relative, how)
        .contains(relative.subpath(1, relative.getNameCount()).toString())
        .doesNotContain("internal error");
    assertThat(FolderCopy.changed(before, FolderCopy.contents(folder, KEPT)))
        .as("%s %s", relative, how)
        .isEmpty();
    Files.write(file, content);
    assertGoesOn(folder);
    return true;
  }

  @Test
  void gapsAndMismatchesOfTheLogsHaveMessagesOfTheirOwn() throws IOException {
    Set<String> messages = new HashSet<>();
    Path folder = restored();
    Path offsets = folder.resolve("checkpoint/offsets");
    Files.delete(offsets.resolve("000000003"));
    messages.add(assertRefused(folder, "error TM504", "offsets/000000003"));
    restored();
    Path newest = newestOf(offsets);
    Files.delete(newest);
    messages.add(assertRefused(folder, "error TM504", "offsets/" + newest.getFileName()));
    restored();
    Files.writeString(newest, "xx");
    messages.add(assertRefused(folder, "error TM504", "offsets/" + newest.getFileName()));
    assertThat(messages).hasSize(3);
  }

  @Test
  void stateFileThatIsGoneIsNamed() throws IOException {
    int refused = 0;
    for (Path file : FolderCopy.files(sound.resolve("checkpoint/state"))) {
      Path folder = restored();
      Files.delete(folder.resolve(sound.relativize(file)));
      Commands run = Commands.run(folder.resolve("p.yaml"));
      if (run.end() == 0) {
        assertThat(Results.below(folder)).as("without %s", file).isEqualTo(clean);
      } else {
        assertThat(run.end()).as(run.printed()).isEqualTo(5);
        assertThat(run.printed()).contains("error TM504", file.getFileName().toString());
        refused++;
      }
    }
    assertThat(refused).isPositive();
  }

  private static Path newestOf(Path log) {
    List<Path> entries = FolderCopy.files(log);
    return entries.get(entries.size() - 1);
  }

  /**
   * The plan's text must not depend on the process that writes it, nor on its way through a file.
   */
  @Test
  void restartsWithTheSamePipelineAddNoPlan() throws IOException {
    Path folder = restored();
    for (int i = 0; i < 2; i++) {
      try (RealProcess process = RealProcess.run(folder.resolve("p.yaml"))) {
        assertThat(process.end()).as(process::printed).isZero();
      }
      assertThat(FolderCopy.files(folder.resolve("checkpoint/plans"))).hasSize(1);
    }
  }

  // R66: a batch that is run again.

  @ParameterizedTest
  @EnumSource(KillCase.class)
  void batchWhoseCommitIsGoneIsRunAgainAndChangesNothing(KillCase kind) throws IOException {
    Path folder = temp.resolve("replayed");
    Path pipeline = kind.write(folder, 4, new SplittableRandom(66));
    assertThat(Commands.run(pipeline).end()).isZero();
    SortedMap<String, List<String>> results = Results.below(folder);
    for (int i = 0; i < 3; i++) {
      Files.delete(newestOf(folder.resolve("checkpoint/commits")));
      assertThat(Commands.run(pipeline).end()).isZero();
      assertThat(Results.below(folder)).isEqualTo(results);
    }
  }

  // R53: two runs, two pipelines.

  @Test
  void secondRunOnTheCheckpointIsRefusedAndTheFirstGoesOn() throws IOException {
    Path folder = restored();
    Path pipeline = folder.resolve("p.yaml");
    try (RealProcess first = RealProcess.run(pipeline, "--trigger", "every:1h")) {
      assertThat(first.awaitBatches(1)).as(first::printed).isTrue();
      assertRefused(folder, "error TM502");
      first.signal("TERM");
      assertThat(first.end()).as(first::printed).isZero();
    }
    assertGoesOn(folder);
  }

  @Test
  void secondRunInTheSameProcessIsRefused() throws IOException {
    Path folder = restored();
    LocalPipeline first = new LocalPipeline(folder.resolve("p.yaml"), 53);
    first.run(1, progress -> assertRefused(folder, "error TM502"));
    assertGoesOn(folder);
  }

  @Test
  void checkpointOfAnotherPipelineIsRefusedAndLeftAlone() throws IOException {
    Path folder = restored();
    Path other = folder.resolve("other.yaml");
    Files.writeString(
        other,
        Files.readString(folder.resolve("p.yaml")).replace("pipeline: killed", "pipeline: other"));
    SortedMap<String, ByteBuffer> before = FolderCopy.contents(folder, KEPT);
    Commands run = Commands.run(other);
    assertThat(run.end()).as(run.printed()).isEqualTo(3);
    assertThat(run.printed()).contains("error TM501", "killed");
    assertThat(FolderCopy.changed(before, FolderCopy.contents(folder, KEPT))).isEmpty();
    assertGoesOn(folder);
  }

  @Test
  void folderWithOtherThingsIsNoCheckpoint() throws IOException {
    Path folder = restored();
    Results.delete(folder.resolve("checkpoint"));
    Files.createDirectories(folder.resolve("checkpoint"));
    Files.writeString(folder.resolve("checkpoint/notes.txt"), "mine");
    Commands run = Commands.run(folder.resolve("p.yaml"));
    assertThat(run.end()).as(run.printed()).isIn(3, 5);
    assertThat(folder.resolve("checkpoint/notes.txt")).hasContent("mine");
  }

  /** R53's neighbour: a new checkpoint over the old results would show every row again. */
  @Test
  void newCheckpointOverOldResultsIsRefused() throws IOException {
    Path folder = restored();
    Results.delete(folder.resolve("checkpoint"));
    SortedMap<String, List<String>> before = Results.below(folder);
    Commands run = Commands.run(folder.resolve("p.yaml"));
    assertThat(run.end()).as(run.printed()).isEqualTo(1);
    assertThat(run.printed()).contains("error TM606");
    assertThat(Results.below(folder)).isEqualTo(before);
  }

  // R54: where the checkpoint is.

  @Test
  void relativeCheckpointIsTheSameFromAnyWorkingDirectory() throws IOException {
    Path folder = restored();
    Path elsewhere = Files.createDirectories(temp.resolve("elsewhere"));
    for (Path from : List.of(folder, elsewhere)) {
      String file = from.relativize(folder.resolve("p.yaml")).toString();
      try (RealProcess process = RealProcess.startIn(from, List.of(), "run", file)) {
        assertThat(process.end()).as(process::printed).isZero();
        if (from.equals(elsewhere)) {
          assertThat(process.printed()).contains("no batch was needed");
        }
      }
      assertThat(Results.below(folder)).isEqualTo(clean);
    }
    assertThat(elsewhere).isEmptyDirectory();
  }

  // R55, R56: no room, no permission.

  /** A limit on the size of files fails writes in the middle, as a full disk does. */
  @Test
  void writeThatFailsInTheMiddleNamesThePathAndTheNextRunRepairsIt() throws IOException {
    Path folder = temp.resolve("full");
    Path pipeline = KillCase.LIMIT.write(folder, 2, new SplittableRandom(55));
    StringBuilder rows = new StringBuilder();
    for (int i = 0; i < 60_000; i++) {
      rows.append(
          "{\"ts\":\"2024-01-01T00:00:%02dZ\",\"k\":\"%060d\",\"n\":1}\n".formatted(i % 60, i));
    }
    Files.writeString(folder.resolve("in/large.ndjson"), rows);
    try (RealProcess process =
        RealProcess.startWithFilesUpTo(4 << 20, "run", "--parallelism", "1", pipeline.toString())) {
      assertThat(process.end()).as(process::printed).isEqualTo(1);
      assertThat(process.printed()).contains("error TM605", folder.resolve("all").toString());
    }
    List<String> seen = Results.below(folder).get("all");
    Commands run = Commands.run(pipeline);
    assertThat(run.end()).as(run.printed()).isZero();
    List<String> all = Results.below(folder).get("all");
    assertThat(all.size() + Results.below(folder).get("bad").size()).isEqualTo(60_000 + 2 * 20);
    assertThat(new HashSet<>(all)).containsAll(seen);
  }

  @Test
  void folderThatCannotBeWrittenIsNamedBeforeAnythingIsRead() throws IOException {
    for (String target : List.of("checkpoint", "out")) {
      Path folder = temp.resolve("closed-" + target);
      Path pipeline = KillCase.SESSIONS.write(folder, 1, new SplittableRandom(56));
      // A record that would fail the run, were it read.
      Files.writeString(folder.resolve("in/000.ndjson"), "not json\n");
      Path closed = closed(folder.resolve("closed"));
      Files.writeString(
          pipeline,
          Files.readString(pipeline)
              .replace("on_bad_record: dead_letter", "on_bad_record: fail")
              .replace(
                  target.equals("out") ? "path: out," : "checkpoint: checkpoint",
                  target.equals("out")
                      ? "path: " + closed + "/out,"
                      : "checkpoint: " + closed + "/checkpoint"));
      Commands run = Commands.run(pipeline);
      assertThat(run.end()).as(run.printed()).isEqualTo(1);
      assertThat(run.printed())
          .contains(target.equals("out") ? "error TM605" : "error TM508", closed.toString())
          .doesNotContain("\tat ", "internal error");
    }
  }

  /** A folder in which nothing can be created; root may write everywhere but below /proc. */
  private static Path closed(Path folder) throws IOException {
    Files.createDirectories(folder);
    boolean unused = folder.toFile().setWritable(false);
    return Files.isWritable(folder) ? Path.of("/proc/tidemark") : folder;
  }

  // R64: whoever lists the folder.

  @ParameterizedTest
  @EnumSource(KillCase.class)
  void readerThatListsTheFolderWhileARunWritesSeesWholeRowsOnly(KillCase kind) throws Exception {
    Path folder = temp.resolve("read");
    Path pipeline = kind.write(folder, 12, new SplittableRandom(64));
    int looks = 0;
    try (RealProcess process = RealProcess.run(pipeline)) {
      List<String> before = List.of();
      while (!process.awaitEnd(1_000_000)) {
        for (String sink : List.of("out", "out/raw", "out/sums", "all", "bad")) {
          Path results = folder.resolve(sink);
          if (Files.exists(results.resolve("_tidemark"))) {
            List<String> rows = Results.of(results);
            looks++;
            if (sink.equals("out") && !kind.replaces()) {
              assertThat(rows.size()).isGreaterThanOrEqualTo(before.size());
              before = rows;
            }
          }
        }
      }
      assertThat(process.end()).as(process::printed).isZero();
    }
    assertThat(looks).isGreaterThan(5);
  }

  // R83: the kinds of failure.

  @Test
  void everyKindOfFailureHasItsExitCodeAndTheLastLinesSayWhy() throws IOException {
    Path folder = restored();
    Path pipeline = folder.resolve("p.yaml");
    String text = Files.readString(pipeline);
    assertEnds(2, "TM1", folder, text.replace("output_mode: append", "output_mode: [append"));
    assertEnds(2, "TM2", folder, text.replace("from: some", "from: same"));
    assertEnds(2, "TM3", folder, text.replace("n <> 7", "m <> 7"));
    assertEnds(2, "TM4", folder, text.replace("watermark: {", "# watermark: {"));
    assertEnds(3, "TM503", folder, text.replace("total: sum(n)", "total: max(n)"));
    forgetRuns(folder);
    assertEnds(1, "TM604", folder, text.replace("path: in,", "path: nowhere,"));
    forgetRuns(folder);
    assertEnds(1, "TM610", folder, text.replace("n <> 7", "1 / (n - n) <> 7"));
    restored();
    Commands none = Commands.run(folder.resolve("none.yaml"));
    assertThat(none.end()).as(none.printed()).isEqualTo(2);
    assertThat(Commands.of("run").end()).isEqualTo(2);
    Files.writeString(pipeline, text);
    assertGoesOn(folder);
  }

  private static void forgetRuns(Path folder) {
    List.of("checkpoint", "out", "bad").forEach(part -> Results.delete(folder.resolve(part)));
  }

  private static void assertEnds(int code, String said, Path folder, String text)
      throws IOException {
    Files.writeString(folder.resolve("p.yaml"), text, StandardCharsets.UTF_8);
    Commands run = Commands.run(folder.resolve("p.yaml"));
    assertThat(run.end()).as(run.printed()).isEqualTo(code);
    assertThat(run.printed())
        .contains((code == 3 ? "refused " : "error ") + said)
        .doesNotContain("\tat ", "internal error");
  }
}
