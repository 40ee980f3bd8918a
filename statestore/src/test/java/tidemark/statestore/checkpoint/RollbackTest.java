package tidemark.statestore.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static tidemark.statestore.Rows.all;
import static tidemark.statestore.checkpoint.CountingPipeline.ROWS;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tidemark.statestore.IdSource;
import tidemark.statestore.MemoryFolders;
import tidemark.statestore.Rows;
import tidemark.statestore.StateFailure;
import tidemark.statestore.checkpoint.SetBack.Holder;
import tidemark.statestore.files.FaultyFiles;
import tidemark.statestore.files.FaultyFiles.Mode;
import tidemark.statestore.files.FaultyFiles.Plan;
import tidemark.statestore.files.LocalFiles;

class RollbackTest {
  private static final long MEMORY = 60000;
  private static final SinkPlaces NOWHERE = plan -> Map.of();

  @TempDir(factory = MemoryFolders.class)
  private Path folder;

  private final IdSource ids = Rows.countingIds(1);
  private final CountingPipeline pipeline = new CountingPipeline(12, 4, 40);
  private final CheckpointOptions options =
      CountingPipeline.options(ids, MEMORY).withFiles(LocalFiles::withoutSync);
  private Path sound;

  /** Batches 0 to 10, and a second plan that none of them names. */
  @BeforeEach
  void run() {
    sound = folder.resolve("sound");
    try (Checkpoint checkpoint = Checkpoint.open(sound, options)) {
      pipeline.run(checkpoint, 6);
      checkpoint.plans().append("{\"steps\":[\"count\",\"more\"]}");
    }
    try (Checkpoint checkpoint = Checkpoint.open(sound, options)) {
      pipeline.run(checkpoint, 10);
    }
  }

  @ParameterizedTest
  @EnumSource(Mode.class)
  void rollbackThatDiesAnywhereLeavesALaterBatchAndIsFinishedByTheSameCall(Mode mode)
      throws IOException {
    boolean died = true;
    int fatal = 0;
    for (; died; fatal++) {
      Path copy = folder.resolve("copy-" + fatal);
      CrashTest.copy(sound, copy);
      died = dies(copy, new Plan(fatal, mode));
      try (Checkpoint checkpoint = Checkpoint.open(copy, options)) {
        assertThat(checkpoint.recovery())
            .isInstanceOfAny(Recovery.Next.class, Recovery.Rerun.class);
        long batch = CountingPipeline.lastCommitted(checkpoint);
        assertThat(batch).isBetween(4L, 10L);
        assertThat(all(checkpoint.state().store(ROWS)))
            .isEqualTo(all(pipeline.expected(ROWS, batch)));
      }
      Rollback rollback = Checkpoint.rollback(copy, options, 4, NOWHERE);
      assertThat(rollback.toBatch()).isEqualTo(4);
      try (Checkpoint checkpoint = Checkpoint.open(copy, options)) {
        assertThat(checkpoint.recovery()).isInstanceOf(Recovery.Next.class);
        assertThat(all(checkpoint.state().store(ROWS))).isEqualTo(all(pipeline.expected(ROWS, 4)));
        pipeline.run(checkpoint, 10);
        assertThat(all(checkpoint.state().store(ROWS))).isEqualTo(all(pipeline.expected(ROWS, 10)));
      }
      LocalFiles.deleteTree(copy);
    }
    assertThat(fatal).isGreaterThan(5);
  }

  private boolean dies(Path checkpoint, Plan plan) {
    CheckpointOptions dying =
        options.withFiles(root -> new FaultyFiles(LocalFiles.withoutSync(root), root, plan));
    try {
      assertThat(Checkpoint.rollback(checkpoint, dying, 4, NOWHERE).undone())
          .containsExactly(6L, 8L, 10L);
      return false;
    } catch (FaultyFiles.Death e) {
      return true;
    }
  }

  @Test
  void plansOfLaterGenerationsAreForgotten() {
    assertThat(Checkpoint.plannedRollback(sound, 10).undone()).isEmpty();
    try (Checkpoint checkpoint = Checkpoint.open(sound, options)) {
      assertThat(checkpoint.plans().latestGeneration()).isEqualTo(2);
    }
    Rollback rollback = Checkpoint.rollback(sound, options, 6, NOWHERE);
    assertThat(rollback.planGeneration()).isEqualTo(1);
    assertThat(rollback.droppedPlans()).containsExactly(2);
    assertThat(Checkpoint.read(sound).plans().latestGeneration()).isEqualTo(1);
  }

  @Test
  void rollbackIsRefusedWhileTheCheckpointIsInUse() {
    try (Checkpoint held = Checkpoint.open(sound, options)) {
      assertThatThrownBy(() -> Checkpoint.rollback(sound, options, 4, NOWHERE))
          .isInstanceOfSatisfying(
              StateFailure.class, e -> assertThat(e.kind()).isEqualTo(StateFailure.Kind.IN_USE));
      assertThat(held.commits().batches()).contains(10L);
    }
  }

  /** The sinks that the two plans have, and where they write. */
  private static Map<String, List<String>> places(String plan) {
    return plan.contains("more") ? Map.of("new", List.of("there")) : Map.of("out", List.of("here"));
  }

  private static Holder holder(String sink, String place) {
    return new Holder(sink, List.of(place), OptionalLong.empty());
  }

  @Test
  void sinksOfAllPlansThatAreTakenBackAreNoted() {
    Rollback unused = Checkpoint.rollback(sound, options, 6, RollbackTest::places);
    assertThat(Checkpoint.read(sound).setBack())
        .contains(
            new SetBack(
                OptionalLong.of(6), List.of(holder("out", "here"), holder("new", "there"))));
  }

  @Test
  void sinksThatWereGivenBatchesAreNotedAlsoIfNoPlanSaysWhereTheyWrite() {
    List<Holder> given =
        Checkpoint.plannedRollback(sound, 6).delivered().keySet().stream()
            .map(sink -> new Holder(sink, List.of(), OptionalLong.empty()))
            .toList();
    assertThat(given).isNotEmpty();
    Rollback unused = Checkpoint.rollback(sound, options, 6, NOWHERE);
    assertThat(Checkpoint.read(sound).setBack().orElseThrow().holders()).isEqualTo(given);
  }

  @Test
  void whatASinkOwesStaysNotedWhenAnotherRollbackFollows() {
    Holder owing = new Holder("gone", List.of("elsewhere"), OptionalLong.of(2));
    try (Checkpoint checkpoint = Checkpoint.open(sound, options)) {
      checkpoint.record(new SetBack(OptionalLong.empty(), List.of(owing)));
    }
    Rollback unused = Checkpoint.rollback(sound, options, 6, RollbackTest::places);
    SetBack note = Checkpoint.read(sound).setBack().orElseThrow();
    assertThat(note.isUnseen()).isTrue();
    assertThat(note.holders()).contains(owing, holder("new", "there"));
  }

  @Test
  void damagedNoteIsFoundAndReplacedAlsoWhereNothingIsUndone() throws IOException {
    Files.writeString(sound.resolve(SetBackFile.PATH), "");
    assertThat(Checkpoint.verify(sound).damages())
        .containsExactly("setback.json is damaged: it is empty");
    assertThat(Checkpoint.rollback(sound, options, 10, RollbackTest::places).undone()).isEmpty();
    assertThat(Checkpoint.verify(sound).isIntact()).isTrue();
    assertThat(Checkpoint.read(sound).setBack().orElseThrow().holders())
        .contains(holder("new", "there"));
  }
}
