package tidemark.operators.stateful;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.LongColumn;
import tidemark.operators.batch.Selection;
import tidemark.operators.late.TimelyRows;
import tidemark.operators.time.WindowSpec;
import tidemark.operators.types.Field;
import tidemark.operators.types.Schema;
import tidemark.operators.types.SimpleType;

class ClosingRowsTest {
  private static final long SEED = Long.getLong("tidemark.seed", System.nanoTime());
  private static final int ROWS = 200;

  private final SplittableRandom random = new SplittableRandom(SEED);

  /** Whatever the windows and the times: each row is placed as if it stood alone. */
  @Test
  void rowsAreInTheWindowsThatContainThem() {
    for (int round = 0; round < 300; round++) {
      long slide = random.nextLong(1, 50);
      long size = slide + (random.nextBoolean() ? 0 : random.nextLong(0, 120));
      check(new WindowSpec.Fixed(size, slide, random.nextLong(-slide + 1, slide)));
    }
  }

  private void check(WindowSpec.Fixed window) {
    long[] times = random.longs(ROWS, -300, 300).toArray();
    Selection selected = random.nextBoolean() ? Selection.all(ROWS) : some();
    long lateUpTo = random.nextBoolean() ? Long.MIN_VALUE : random.nextLong(-300, 100);
    LongColumn time = new LongColumn(times, null, ROWS);
    Schema schema = new Schema(List.of(new Field("t", SimpleType.TIMESTAMP, true)));
    Batch batch = new Batch(schema, new Column[] {time}, ROWS, selected);
    List<Integer> left = new ArrayList<>();
    TreeSet<Integer> late = new TreeSet<>();
    ClosingRows rows = new ClosingRows(new TimelyRows(lateUpTo, gone -> left.addAll(list(gone))));
    for (int pass = 0; pass < window.overlap(); pass++) {
      List<Integer> expected = new ArrayList<>();
      List<Long> ends = new ArrayList<>();
      for (int i = 0; i < selected.count(); i++) {
        int row = selected.row(i);
        long end = window.lastStart(times[row]) - pass * window.slideMicros() + window.sizeMicros();
        if (end > times[row] && end <= lateUpTo) {
          late.add(row);
        } else if (end > times[row]) {
          expected.add(row);
          ends.add(end);
        }
      }
      Selection taken = rows.takeByWindow(selected, time, window, pass);
      assertThat(list(batch.select(taken))).as("seed %d", SEED).isEqualTo(expected);
      assertThat(Arrays.stream(rows.rows(), 0, rows.count()).boxed()).isEqualTo(expected);
      assertThat(Arrays.stream(rows.ends(), 0, rows.count()).boxed()).isEqualTo(ends);
    }
    rows.leaveMarked(batch, selected);
    assertThat(left).as("seed %d", SEED).isEqualTo(List.copyOf(late));
    rows.leaveMarked(batch, selected);
    assertThat(left).hasSize(late.size());
  }

  private Selection some() {
    int[] rows = random.ints(60, 0, ROWS).distinct().sorted().toArray();
    return Selection.of(rows, rows.length);
  }

  private static List<Integer> list(Batch batch) {
    List<Integer> rows = new ArrayList<>();
    for (int i = 0; i < batch.count(); i++) {
      rows.add(batch.selection().row(i));
    }
    return rows;
  }
}
