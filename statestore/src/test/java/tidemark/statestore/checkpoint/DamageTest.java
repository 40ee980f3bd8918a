package tidemark.statestore.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static tidemark.statestore.Rows.all;
import static tidemark.statestore.checkpoint.CountingPipeline.INDEX;
import static tidemark.statestore.checkpoint.CountingPipeline.ROWS;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tidemark.statestore.IdSource;
import tidemark.statestore.MemoryFolders;
import tidemark.statestore.Rows;
import tidemark.statestore.StateFailure;
import tidemark.statestore.files.LocalFiles;

/**
 * Whatever happens to a file of a checkpoint: it is named, or it was not needed and the state is
 * right.
 */
final class DamageTest {

  private static final OutcomeEntry OPEN = CountingPipeline.outcome(2, OutcomeEntry.Word.UNKNOWN);

  @TempDir(factory = MemoryFolders.class)
  private Path folder;

  private long last;
  private final IdSource ids = Rows.countingIds(1);
  private final CountingPipeline pipeline = new CountingPipeline(20, 6, 60);

  @ParameterizedTest
  @ValueSource(longs = {60000, 2000})
  void aFlippedByteIsNeverSilent(long memory) throws IOException {
    Random random = new Random(memory);
    for (int round = 0; round < 4; round++) {
      int which = round;
      damageEachFile(
          memory,
          content -> {
            byte[] changed = content.clone();
            int at = which == 0 ? content.length - 1 : random.nextInt(content.length);
            changed[at] ^= (byte) (1 << random.nextInt(8));
            return changed;
          });
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {60000, 2000})
  void aCutFileIsNeverSilent(long memory) throws IOException {
    damageEachFile(memory, content -> Arrays.copyOf(content, content.length - 1));
    damageEachFile(memory, content -> Arrays.copyOf(content, content.length / 2));
    damageEachFile(memory, content -> new byte[0]);
  }

  private void damageEachFile(long memory, UnaryOperator<byte[]> damage) throws IOException {
    Path sound = folder.resolve("sound-" + memory);
    if (!Files.exists(sound)) {
      make(sound, memory);
    }
    List<Path> files;
    assertThat(sound.resolve("state/snapshots")).isDirectory();
    try (Stream<Path> walk = Files.walk(sound)) {
      files = walk.filter(Files::isRegularFile).map(sound::relativize).toList();
    }
    int named = 0;
    for (Path file : files) {
      boolean counts = !file.startsWith("work") && !file.startsWith("LOCK");
      if (counts) {
        Path copy = folder.resolve("copy");
        CrashTest.copy(sound, copy);
        Files.write(copy.resolve(file), damage.apply(Files.readAllBytes(copy.resolve(file))));
        named += isNamed(copy, file, memory) ? 1 : 0;
        LocalFiles.deleteTree(copy);
      }
    }
    assertThat(named).isGreaterThan(10);
  }

  private void make(Path target, long memory) {
    CheckpointOptions options =
        CountingPipeline.options(ids, memory)
            .withRetainBatches(3)
            .withFiles(LocalFiles::withoutSync);
    try (Checkpoint checkpoint = Checkpoint.open(target, options)) {
      last = pipeline.runUntilAllIsUsed(checkpoint);
      checkpoint.outcomes().put("sink/1", OPEN);
    }
  }

  /**
   * True when the damage was reported with the name of the file; otherwise all must be as before.
   */
  private boolean isNamed(Path copy, Path file, long memory) throws IOException {
    LocalFiles.deleteTree(copy.resolve("work"));
    CheckpointOptions options =
        CountingPipeline.options(ids, memory)
            .withRetainBatches(3)
            .withFiles(LocalFiles::withoutSync);
    String wayOut;
    try (Checkpoint checkpoint = Checkpoint.open(copy, options)) {
      if (checkpoint.recovery() instanceof Recovery.Broken broken) {
        assertThat(broken.reason()).contains(file.toString());
        wayOut = checkpoint.damage(broken).wayOut();
      } else {
        return isAsBefore(checkpoint, file);
      }
    } catch (StateFailure e) {
      assertThat(e.kind()).isIn(StateFailure.Kind.DAMAGED, StateFailure.Kind.FORMAT_TOO_NEW);
      assertThat(e).hasMessageContaining(file.toString());
      wayOut = e.wayOut();
    }
    goBack(copy, file, memory, wayOut);
    return true;
  }

  private boolean isAsBefore(Checkpoint checkpoint, Path file) {
    assertThat(checkpoint.plans().latest()).hasValue("{\"steps\":[\"count\"]}");
    for (String sink : checkpoint.outcomes().sinks()) {
      assertThat(checkpoint.outcomes().read(sink)).hasValue(OPEN);
    }
    assertThat(all(checkpoint.state().store(ROWS)))
        .as(file.toString())
        .isEqualTo(all(pipeline.expected(ROWS, last)));
    assertThat(all(checkpoint.state().store(INDEX))).isEqualTo(all(pipeline.expected(INDEX, last)));
    for (String notice : checkpoint.notices()) {
      assertThat(notice).contains(file.toString());
    }
    return !checkpoint.notices().isEmpty();
  }

  /** What the failure names as the way back leads to the state of that batch. */
  private void goBack(Path copy, Path file, long memory, String wayOut) {
    Matcher newest = Pattern.compile("newest intact batch is (\\d+)(.*)").matcher(wayOut);
    if (file.toString().equals("checkpoint.json")) {
      assertThat(wayOut).contains("newest intact batch is " + last).doesNotContain("rollback");
      return;
    }
    if (file.startsWith("outcomes") || file.startsWith("plans")) {
      return; // Every batch needs the only plan; what a sink holds is no matter of batches.
    }
    assertThat(newest.find()).as("%s: %s", file, wayOut).isTrue();
    assertThat(newest.group(2)).contains("tidemark checkpoint rollback");
    long batch = Long.parseLong(newest.group(1));
    CheckpointOptions options =
        CountingPipeline.options(ids, memory).withFiles(LocalFiles::withoutSync);
    assertThat(Checkpoint.rollback(copy, options, batch, plan -> Map.of()).toBatch())
        .isEqualTo(batch);
    try (Checkpoint checkpoint = Checkpoint.open(copy, options)) {
      assertThat(checkpoint.recovery()).isInstanceOf(Recovery.Next.class);
      assertThat(all(checkpoint.state().store(ROWS)))
          .as("%s, back to %s", file, batch)
          .isEqualTo(all(pipeline.expected(ROWS, batch)));
      assertThat(all(checkpoint.state().store(INDEX)))
          .isEqualTo(all(pipeline.expected(INDEX, batch)));
    }
  }
}
