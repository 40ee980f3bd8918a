package tidemark.operators.aggregate;

import java.util.Arrays;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.ColumnBuilder;
import tidemark.operators.batch.DoubleBuilder;
import tidemark.operators.batch.DoubleColumn;
import tidemark.operators.batch.LongColumn;
import tidemark.operators.batch.Selection;

/**
 * Sums and averages in doubles, plainly added in the order of rows from {@code 0.0} (so a sum of
 * only {@code -0.0} is {@code 0.0}). A group has two neighbouring slots: sum and count; counts are
 * exact up to 2^53. Whole numbers are converted as they are added.
 */
final class DoubleSums implements Accumulators {
  /** What is stored and shown. */
  enum Kind {
    /** State {@code sum}, nullable. */
    SUM,
    /** State {@code sum} and {@code count}. */
    AVERAGE
  }

  private final Kind kind;
  private double[] slots = new double[0];

  DoubleSums(Kind kind) {
    this.kind = kind;
  }

  @Override
  public void ensure(int groups) {
    if (2 * groups > slots.length) {
      slots = Arrays.copyOf(slots, Growth.length(slots.length, 2 * groups));
    }
  }

  @Override
  public void add(int[] groups, Column[] arguments, Selection rows) {
    if (arguments[0] instanceof DoubleColumn doubles) {
      addDoubles(groups, doubles, rows);
    } else {
      addLongs(groups, (LongColumn) arguments[0], rows);
    }
  }

  private void addDoubles(int[] groups, DoubleColumn column, Selection rows) {
    double[] into = slots;
    double[] values = column.values();
    int count = rows.count();
    if (rows.isDense() && !column.hasNulls()) {
      for (int i = 0; i < count; i++) {
        int at = groups[i] << 1;
        into[at] += values[i];
        into[at + 1] += 1;
      }
      return;
    }
    for (int i = 0; i < count; i++) {
      int row = rows.row(i);
      if (!column.isNull(row)) {
        int at = groups[i] << 1;
        into[at] += values[row];
        into[at + 1] += 1;
      }
    }
  }

  private void addLongs(int[] groups, LongColumn column, Selection rows) {
    double[] into = slots;
    long[] values = column.values();
    int count = rows.count();
    if (rows.isDense() && !column.hasNulls()) {
      for (int i = 0; i < count; i++) {
        int at = groups[i] << 1;
        into[at] += (double) values[i];
        into[at + 1] += 1;
      }
      return;
    }
    for (int i = 0; i < count; i++) {
      int row = rows.row(i);
      if (!column.isNull(row)) {
        int at = groups[i] << 1;
        into[at] += (double) values[row];
        into[at + 1] += 1;
      }
    }
  }

  @Override
  public void merge(int group, Accumulators other, int otherGroup) {
    double[] from = ((DoubleSums) other).slots;
    slots[group << 1] += from[otherGroup << 1];
    slots[(group << 1) + 1] += from[(otherGroup << 1) + 1];
  }

  @Override
  public void encode(int group, StateWriter out) {
    double sum = slots[group << 1];
    double count = slots[(group << 1) + 1];
    if (kind == Kind.AVERAGE) {
      out.writeDouble(sum);
      out.writeLong((long) count);
      return;
    }
    out.writePresence(count > 0);
    if (count > 0) {
      out.writeDouble(sum);
    }
  }

  @Override
  public void mergeEncoded(int group, StateReader in) {
    if (kind == Kind.AVERAGE) {
      slots[group << 1] = in.readDouble() + slots[group << 1];
      slots[(group << 1) + 1] += (double) in.readLong();
    } else if (in.readPresence()) {
      slots[group << 1] = in.readDouble() + slots[group << 1];
      slots[(group << 1) + 1] += 1;
    }
  }

  @Override
  public void appendResult(int group, ColumnBuilder out) {
    double sum = slots[group << 1];
    double count = slots[(group << 1) + 1];
    if (count == 0) {
      out.appendNull();
    } else {
      ((DoubleBuilder) out).append(kind == Kind.AVERAGE ? sum / count : sum);
    }
  }

  @Override
  public void reset() {
    Arrays.fill(slots, 0);
  }

  @Override
  public long memory() {
    return 8L * slots.length;
  }
}
