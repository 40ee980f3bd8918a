package tidemark.operators.failing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.LongColumn;
import tidemark.operators.batch.Selection;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;
import tidemark.operators.types.Field;
import tidemark.operators.types.Schema;
import tidemark.operators.types.SimpleType;

class RowChecksTest {
  private static final int SIZE = 1000;
  private static final Batch BATCH =
      new Batch(
          Schema.of(Field.of("n", SimpleType.BIGINT)),
          new Column[] {new LongColumn(new long[SIZE], null, SIZE)},
          SIZE);

  private final List<Integer> taken = new ArrayList<>();
  private final FailedRows keeping =
      new FailedRows() {
        @Override
        public boolean keeps() {
          return true;
        }

        @Override
        public void take(FailedRow row) {
          taken.add(row.row());
        }

        @Override
        public Failure told(FailedRow row) {
          return new Failure(Code.TM610, "row " + row.row(), "");
        }
      };

  /** Fails if one of the rows does; counts how often it is tried. */
  private static final class Failing implements RowChecks.Check {
    private final IntPredicate bad;
    private int tries;

    Failing(IntPredicate bad) {
      this.bad = bad;
    }

    @Override
    public void on(Batch batch, Selection rows) {
      tries++;
      for (int i = 0; i < rows.count(); i++) {
        if (bad.test(rows.row(i))) {
          throw new Failure(Code.TM610, "bad", "");
        }
      }
    }
  }

  @Test
  void rowsThatFailAreTakenInOrderAndTheOthersStay() {
    RowChecks checks =
        new RowChecks()
            .add(Set.of("n"), new Failing(row -> row % 100 == 7))
            .add(Set.of(), new Failing(row -> row == 8 || row == 7));
    Selection even = Selection.of(new int[] {6, 7, 8, 9, 107, 999}, 6);
    Selection sound = checks.sound(BATCH, even, keeping);
    assertThat(taken).containsExactly(7, 107, 8);
    assertThat(new int[] {sound.row(0), sound.row(1), sound.row(2)}).containsExactly(6, 9, 999);
    assertThat(sound.count()).isEqualTo(3);
  }

  @Test
  void oneRowAmongManyIsFoundByHalving() {
    Failing failing = new Failing(row -> row == 613);
    new RowChecks().add(Set.of(), failing).sound(BATCH, Selection.all(SIZE), keeping);
    assertThat(taken).containsExactly(613);
    // The whole, then both halves of each of at most ten levels.
    assertThat(failing.tries).isLessThanOrEqualTo(1 + 2 * 10);
  }

  @Test
  void firstRowStopsTheRunWhereNoneCanBeLeftOut() {
    RowChecks checks = new RowChecks().add(Set.of(), new Failing(row -> row > 500));
    assertThatThrownBy(() -> checks.sound(BATCH, Selection.all(SIZE), keeping.stopping()))
        .hasMessage("row 501");
    assertThat(taken).isEmpty();
  }

  @Test
  void whatIsNoRowsFaultIsThrown() {
    RowChecks checks =
        new RowChecks()
            .add(
                Set.of(),
                (batch, rows) -> {
                  throw new Failure(Code.TM625, "broken function", "");
                });
    assertThatThrownBy(() -> checks.sound(BATCH, Selection.all(SIZE), keeping))
        .hasMessage("broken function");
  }
}
