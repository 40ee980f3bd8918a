package tidemark.operators.builtin.filesink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tidemark.operators.connector.EarlierBatches;
import tidemark.operators.connector.EarlierBatches.Held;
import tidemark.operators.connector.Outcome;
import tidemark.operators.connector.OutputMode;
import tidemark.operators.connector.SinkBatch;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;

/** Folders that a new checkpoint finds written. */
class HeldFolderTest {
  private static final String INPUT = "{\"to\":[\"\\u00e4\", 7]}";

  @TempDir private Path folder;
  private SinkBench bench;

  @BeforeEach
  void open() {
    bench = new SinkBench(folder.resolve("out"));
  }

  private void commit(long batch, long... ids) {
    try (SinkBatch part = bench.write(bench.open(), batch, ids)) {
      part.covers(INPUT);
      part.prepare();
      part.commit();
    }
  }

  private EarlierBatches earlier() {
    return bench.open().earlier().orElseThrow();
  }

  @Test
  void newestBatchIsToldWithWhoWroteItAndWhatItCovers() {
    commit(3, 1);
    bench.query = "q2";
    bench.sink = "renamed";
    assertThat(earlier().held()).isEqualTo(new Held("q1", "out", 3, Optional.of(INPUT)));
  }

  @Test
  void newestBatchIsToldAfterItsManifestWasClearedAway() {
    bench.keptManifests = 1;
    for (long batch = 0; batch < 7; batch++) {
      commit(batch, batch);
    }
    assertThat(earlier().held().newest()).isEqualTo(6);
  }

  @Test
  void folderThatWasOnlyTakenHoldsNothing() {
    bench.open();
    bench.query = "q2";
    assertThat(earlier().held().newest()).isEqualTo(-1);
  }

  @Test
  void adoptedBatchesCountAsWrittenAndTheOldCheckpointCanWriteNoMore() {
    commit(0, 1);
    try (SinkBatch left = bench.write(bench.open(), 1, 9)) {
      left.prepare();
      bench.query = "q2";
      FileSink sink = bench.open();
      sink.earlier().orElseThrow().adopt();
      sink.earlier().orElseThrow().adopt();
      assertThat(sink.outcome(bench.key(0))).isEqualTo(Outcome.COMMITTED);
      assertThat(sink.outcome(bench.key(1))).isEqualTo(Outcome.ABSENT);
      assertThatThrownBy(left::commit)
          .isInstanceOfSatisfying(Failure.class, e -> assertThat(e.code()).isEqualTo(Code.TM606));
      bench.commit(sink, 1, 2);
    }
    assertThat(bench.ids()).containsExactly(1L, 2L);
  }

  @Test
  void droppedBatchesAreGoneWithTheirRows() {
    bench.keptManifests = 1;
    for (long batch = 0; batch < 7; batch++) {
      commit(batch, batch);
    }
    bench.query = "q2";
    FileSink sink = bench.open();
    sink.earlier().orElseThrow().requireReplayable();
    sink.earlier().orElseThrow().drop();
    assertThat(bench.visible()).isEmpty();
    for (long batch = 0; batch < 7; batch++) {
      assertThat(sink.outcome(bench.key(batch))).isEqualTo(Outcome.ABSENT);
    }
    bench.commit(sink, 0, 42);
    assertThat(bench.ids()).containsExactly(42L);
    assertThat(bench.open().outcome(bench.key(0))).isEqualTo(Outcome.COMMITTED);
  }

  @Test
  void droppedWholeResultStaysUntilTheNextOne() {
    bench.mode = OutputMode.COMPLETE;
    commit(5, 1);
    bench.query = "q2";
    FileSink sink = bench.open();
    sink.earlier().orElseThrow().drop();
    assertThat(bench.ids()).containsExactly(1L);
    assertThat(sink.outcome(bench.key(0))).isEqualTo(Outcome.ABSENT);
    bench.commit(sink, 0, 2);
    assertThat(bench.ids()).containsExactly(2L);
  }

  @Test
  void folderThatWasTakenAndNotSetUpCanBeHandedOver() throws IOException {
    Files.createDirectories(bench.own(""));
    Files.writeString(bench.own("owner.json"), new Owner("p", "q1", "out").toJson());
    bench.query = "q2";
    FileSink sink = bench.open();
    sink.earlier().orElseThrow().drop();
    bench.commit(sink, 0, 1);
    assertThat(bench.ids()).containsExactly(1L);
  }
}
