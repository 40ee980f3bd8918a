package tidemark.runner.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tidemark.operators.connector.Delivery;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;
import tidemark.statestore.checkpoint.OutcomeEntry.Word;

/**
 * Sinks that were given batches which were taken back, and that the pipeline has not again before
 * the next batches under the same numbers have happened.
 */
class SinksLackedAfterRollbackTest {
  @TempDir private Path folder;
  private Hooks hooks;
  private final Outside kept = new Outside(Delivery.TRANSACTIONAL, true);

  @BeforeEach
  void open() {
    hooks = new Hooks(folder, 1);
  }

  /** Batches 0 to 2 go to both; 1 and 2 are taken back, and happen anew in the first one only. */
  private void goOnWithout(Outside lacked) throws IOException {
    hooks.sinks(kept, lacked);
    hooks.give(3);
    hooks.run();
    hooks.rollBack(0);
    kept.forget(key(1, "s0"), key(2, "s0"));
    hooks.sinks(kept);
    hooks.run();
    hooks.assertEachRowOnce(3);
    hooks.sinks(kept, lacked);
    hooks.give(4);
  }

  private String key(long batch, String sink) {
    return hooks.view().queryId() + ":" + batch + ":" + sink;
  }

  @Test
  void transactionsThatWereTakenBackAreNamedWhenTheSinkIsThereAgain() throws IOException {
    Outside lacked = new Outside(Delivery.TRANSACTIONAL, true);
    goOnWithout(lacked);
    assertThatThrownBy(hooks::run)
        .isInstanceOfSatisfying(Failure.class, e -> assertThat(e.code()).isEqualTo(Code.TM607))
        .hasMessageContaining("sink `s1` still has batch 1, which was taken back");
    lacked.forget(key(1, "s1"), key(2, "s1"));
    hooks.run();
    assertThat(lacked.rows()).containsExactly("{\"k\":\"0\"}", "{\"k\":\"3\"}");
    assertThat(hooks.view().setBack()).isEmpty();
  }

  @Test
  void whatWasSentAndTakenBackIsAskedForWhenTheSinkIsThereAgain() throws IOException {
    Outside lacked = Hooks.sender();
    goOnWithout(lacked);
    assertThatThrownBy(hooks::run)
        .isInstanceOfSatisfying(Failure.class, e -> assertThat(e.code()).isEqualTo(Code.TM607))
        .hasMessageContaining("not known whether sink `s1` took batch 1");
    lacked.forget(key(1, "s1"), key(2, "s1"));
    hooks.reconcile("s1", 3, Word.REJECTED);
    hooks.run();
    assertThat(lacked.rows()).containsExactly("{\"k\":\"0\"}", "{\"k\":\"3\"}");
    assertThat(hooks.view().setBack()).isEmpty();
  }
}
