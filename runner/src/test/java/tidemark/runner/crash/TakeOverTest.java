package tidemark.runner.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two processes on one checkpoint: one that hangs, and one that takes its place. */
class TakeOverTest {
  private static final int FILES = 6;

  @TempDir private Path temp;
  private Path folder;
  private Path pipeline;
  private SortedMap<String, List<String>> undisturbed;

  @BeforeEach
  void prepare() throws IOException {
    Path other = temp.resolve("undisturbed");
    assertThat(Commands.run(write(other)).end()).isZero();
    undisturbed = results(other);
    folder = temp.resolve("work");
    pipeline = write(folder);
  }

  private static Path write(Path folder) {
    return KillCase.TUMBLING.write(folder, FILES, new SplittableRandom(72));
  }

  /** What the sinks hold; bad records name the folder, which is another one each time. */
  private static SortedMap<String, List<String>> results(Path folder) {
    SortedMap<String, List<String>> results = Results.below(folder);
    results.replaceAll(
        (sink, rows) -> rows.stream().map(row -> row.replace(folder.toString(), "here")).toList());
    return results;
  }

  /** The first run is stopped in the middle of its batches, by a file that the test withholds. */
  @Test
  void runThatSleptWhileAnotherTookOverCannotCommit() throws IOException {
    Path last = folder.resolve("in/005.ndjson");
    Path held = temp.resolve("held");
    Files.move(last, held);
    try (RealProcess asleep = RealProcess.run(pipeline, "--trigger", "every:100ms")) {
      assertThat(asleep.awaitBatches(FILES - 1)).as(asleep::printed).isTrue();
      asleep.signal("STOP");
      assertThat(Commands.run(pipeline).end()).isEqualTo(5);
      Files.move(held, last);
      Commands taken = Commands.run(pipeline, "--take-over");
      assertThat(taken.end()).as(taken.printed()).isZero();
      assertThat(results(folder)).isEqualTo(undisturbed);
      SortedMap<String, ByteBuffer> committed = state();

      KillCase.writeData(folder, FILES, new SplittableRandom(73));
      asleep.signal("CONT");
      assertThat(asleep.end()).as(asleep::printed).isEqualTo(5);
      assertThat(asleep.printed()).contains("TM507").doesNotContain("\tat ", "internal error");
      assertThat(results(folder)).isEqualTo(undisturbed);
      assertThat(FolderCopy.changed(committed, state())).isEmpty();
    }
    Commands after = Commands.run(pipeline);
    assertThat(after.end()).as(after.printed()).isZero();
    assertThat(Commands.of("checkpoint", "verify", folder.resolve("checkpoint").toString()).end())
        .isZero();
  }

  private SortedMap<String, ByteBuffer> state() {
    return FolderCopy.contents(
        folder,
        List.of(
            "checkpoint/offsets", "checkpoint/commits", "checkpoint/plans", "checkpoint/state"));
  }

  /** Whatever the instant at which a run is suspended, it does nothing once it wakes up. */
  @Test
  void runSuspendedAnywhereInABatchLeavesTheResultAsItIs() throws IOException {
    SplittableRandom random = new SplittableRandom(74);
    for (int round = 0; round < 4; round++) {
      Path place = temp.resolve("round-" + round);
      Path file = write(place);
      try (RealProcess asleep = RealProcess.run(file)) {
        assertThat(asleep.awaitBatches(1 + random.nextInt(3))).as(asleep::printed).isTrue();
        boolean ended = asleep.awaitEnd(random.nextLong(TimeUnit.MILLISECONDS.toNanos(15)));
        asleep.signal("STOP");
        Commands taken = Commands.run(file, "--take-over");
        assertThat(taken.end()).as(taken.printed()).isZero();
        assertThat(results(place)).as("round %s", round).isEqualTo(undisturbed);
        asleep.signal("CONT");
        int end = asleep.end();
        assertThat(end).as(asleep::printed).isIn(0, 5);
        if (end == 5) {
          assertThat(asleep.printed()).contains("TM507").doesNotContain("internal error");
        }
        assertThat(ended && end == 5).isFalse();
      }
      assertThat(results(place)).as("round %s", round).isEqualTo(undisturbed);
      assertThat(Commands.of("checkpoint", "verify", place.resolve("checkpoint").toString()).end())
          .isZero();
    }
  }

  @Test
  void runThatTookOverIsInUseForTheThirdEvenWhenTheFirstIsDead() throws IOException {
    try (RealProcess first = RealProcess.run(pipeline, "--trigger", "every:1h")) {
      assertThat(first.awaitBatches(1)).as(first::printed).isTrue();
      first.signal("STOP");
      try (RealProcess second = RealProcess.run(pipeline, "--take-over", "--trigger", "every:1h")) {
        KillCase.writeData(folder, FILES, new SplittableRandom(75));
        assertThat(second.awaitBatches(1)).as(second::printed).isTrue();
        int unused = first.kill();
        Commands third = Commands.run(pipeline);
        assertThat(third.end()).as(third.printed()).isEqualTo(5);
        assertThat(third.printed()).contains("TM502");
        second.signal("TERM");
        assertThat(second.end()).as(second::printed).isZero();
      }
    }
  }

  @Test
  void takingOverWhatNobodyHoldsIsAnOrdinaryRun() {
    assertThat(Commands.run(pipeline, "--take-over").end()).isZero();
    assertThat(results(folder)).isEqualTo(undisturbed);
  }
}
