package tidemark.operators.builtin.filesink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tidemark.operators.connector.Outcome;
import tidemark.operators.connector.OutputMode;
import tidemark.operators.connector.SinkBatch;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;

/** What a file sink gives up when the checkpoint was set back. */
class TakenBackTest {
  @TempDir Path temp;
  private SinkBench bench;

  @BeforeEach
  void chooseFolder() {
    bench = new SinkBench(temp.resolve("out"));
  }

  @Test
  void batchesThatAreTakenBackAreAbsentAndTheirRowsGone() {
    FileSink sink = bench.open();
    for (long batch = 0; batch < 4; batch++) {
      bench.commit(sink, batch, 10 * batch, 10 * batch + 1);
    }
    assertThat(sink.takeBack(1)).isTrue();
    assertThat(bench.ids()).containsExactly(0L, 1L, 10L, 11L);
    assertThat(sink.outcome(bench.key(1))).isEqualTo(Outcome.COMMITTED);
    assertThat(sink.outcome(bench.key(2))).isEqualTo(Outcome.ABSENT);
    bench.commit(sink, 2, 25);
    assertThat(bench.ids()).containsExactly(0L, 1L, 10L, 11L, 25L);
  }

  @Test
  void takingBackAgainOrWhatIsNotThereChangesNothing() {
    FileSink sink = bench.open();
    assertThat(sink.takeBack(-1)).isTrue();
    bench.commit(sink, 0, 1);
    for (int again = 0; again < 2; again++) {
      assertThat(sink.takeBack(0)).isTrue();
      assertThat(bench.ids()).containsExactly(1L);
    }
  }

  @Test
  void whatACrashLeftOfItIsTakenBackByTheNextCall() throws IOException {
    FileSink sink = bench.open();
    bench.commit(sink, 0, 1);
    bench.commit(sink, 1, 2, 3);
    SinkBatch unfinished = bench.write(sink, 2, 4);
    unfinished.prepare();
    Files.delete(bench.folder.resolve("_tidemark/manifests/000000001.json"));
    Files.delete(bench.folder.resolve("part-000000001-001.ndjson"));
    assertThat(bench.open().takeBack(0)).isTrue();
    assertThat(bench.visible()).containsExactly("part-000000000-000.ndjson");
    try (Stream<Path> staged = Files.list(bench.folder.resolve("_tidemark/staging"))) {
      assertThat(staged).isEmpty();
    }
  }

  @Test
  void batchesWhoseManifestsWereRetiredAreTakenBackByTheirFilesNames() {
    bench.keptManifests = 2;
    FileSink sink = bench.open();
    for (long batch = 0; batch < 12; batch++) {
      bench.commit(sink, batch, batch);
    }
    assertThat(sink.takeBack(3)).isTrue();
    assertThat(bench.ids()).containsExactly(0L, 1L, 2L, 3L);
    FileSink next = bench.open();
    assertThat(next.outcome(bench.key(3))).isEqualTo(Outcome.COMMITTED);
    assertThat(next.outcome(bench.key(4))).isEqualTo(Outcome.ABSENT);
  }

  @Test
  void aWholeResultStaysUntilTheNextBatchReplacesIt() {
    bench.mode = OutputMode.COMPLETE;
    FileSink sink = bench.open();
    bench.commit(sink, 0, 1);
    bench.commit(sink, 1, 1, 2);
    assertThat(sink.takeBack(0)).isTrue();
    assertThat(sink.outcome(bench.key(1))).isEqualTo(Outcome.ABSENT);
    assertThat(bench.ids()).containsExactly(1L, 2L);
    bench.commit(sink, 1, 1, 3);
    assertThat(bench.ids()).containsExactly(1L, 3L);
  }

  @Test
  void filesThatAWholeResultReplacedCannotComeBackAndNothingIsTouched() {
    bench.commit(bench.open(), 0, 1);
    bench.mode = OutputMode.COMPLETE;
    bench.commit(bench.open(), 1, 1, 2);
    bench.mode = OutputMode.APPEND;
    FileSink sink = bench.open();
    assertThatThrownBy(() -> sink.takeBack(0))
        .isInstanceOfSatisfying(
            Failure.class,
            e -> {
              assertThat(e.code()).isEqualTo(Code.TM607);
              assertThat(e).hasMessageContaining("batch 1 took the place of the files of batch 0");
            });
    assertThat(bench.ids()).containsExactly(1L, 2L);
    assertThat(sink.outcome(bench.key(1))).isEqualTo(Outcome.COMMITTED);
  }

  @Test
  void aWholeResultOfAnUnknownBatchIsNotTakenForAnOldOne() {
    bench.keptManifests = 2;
    bench.mode = OutputMode.COMPLETE;
    FileSink whole = bench.open();
    for (long batch = 0; batch < 6; batch++) {
      bench.commit(whole, batch, batch);
    }
    bench.mode = OutputMode.APPEND;
    FileSink sink = bench.open();
    for (long batch = 6; batch < 16; batch++) {
      bench.commit(sink, batch, batch);
    }
    assertThatThrownBy(() -> sink.takeBack(3))
        .isInstanceOfSatisfying(Failure.class, e -> assertThat(e.code()).isEqualTo(Code.TM607));
    assertThat(sink.outcome(bench.key(15))).isEqualTo(Outcome.COMMITTED);
  }
}
