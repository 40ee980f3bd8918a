package tidemark.operators.aggregate;

import java.util.Arrays;
import java.util.BitSet;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.ColumnBuilder;
import tidemark.operators.batch.LongBuilder;
import tidemark.operators.batch.LongColumn;
import tidemark.operators.batch.Selection;

/**
 * Least or greatest of integral and temporal values and of short decimals. A group starts with the
 * worst value of all; whether that value was really added is kept aside, for it hardly ever is.
 */
final class LongExtremes implements Accumulators {
  private final Extreme extreme;
  private final long worst;
  private final BitSet sawWorst = new BitSet();
  private long[] best = new long[0];

  LongExtremes(Extreme extreme) {
    this.extreme = extreme;
    this.worst = extreme == Extreme.MIN ? Long.MAX_VALUE : Long.MIN_VALUE;
  }

  @Override
  public void ensure(int groups) {
    int held = best.length;
    if (groups > held) {
      best = Arrays.copyOf(best, Growth.length(held, groups));
      Arrays.fill(best, held, best.length, worst);
    }
  }

  @Override
  public void add(int[] groups, Column[] arguments, Selection rows) {
    LongColumn column = (LongColumn) arguments[0];
    if (!rows.isDense() || column.hasNulls()) {
      addSome(groups, column, rows);
    } else if (extreme == Extreme.MIN) {
      addLeast(groups, column.values(), rows.count());
    } else {
      addGreatest(groups, column.values(), rows.count());
    }
  }

  private void addLeast(int[] groups, long[] values, int count) {
    long[] into = best;
    for (int i = 0; i < count; i++) {
      long value = values[i];
      int group = groups[i];
      if (value < into[group]) {
        into[group] = value;
      } else if (value == Long.MAX_VALUE) {
        sawWorst.set(group);
      }
    }
  }

  private void addGreatest(int[] groups, long[] values, int count) {
    long[] into = best;
    for (int i = 0; i < count; i++) {
      long value = values[i];
      int group = groups[i];
      if (value > into[group]) {
        into[group] = value;
      } else if (value == Long.MIN_VALUE) {
        sawWorst.set(group);
      }
    }
  }

  private void addSome(int[] groups, LongColumn column, Selection rows) {
    long[] values = column.values();
    int count = rows.count();
    for (int i = 0; i < count; i++) {
      int row = rows.row(i);
      if (!column.isNull(row)) {
        add(groups[i], values[row]);
      }
    }
  }

  private void add(int group, long value) {
    if (value == worst) {
      sawWorst.set(group);
    } else if (extreme == Extreme.MIN ? value < best[group] : value > best[group]) {
      best[group] = value;
    }
  }

  private boolean isSeen(int group) {
    return best[group] != worst || sawWorst.get(group);
  }

  @Override
  public void merge(int group, Accumulators other, int otherGroup) {
    LongExtremes from = (LongExtremes) other;
    if (from.isSeen(otherGroup)) {
      add(group, from.best[otherGroup]);
    }
  }

  @Override
  public void encode(int group, StateWriter out) {
    boolean seen = isSeen(group);
    out.writePresence(seen);
    if (seen) {
      out.writeLong(best[group]);
    }
  }

  @Override
  public void mergeEncoded(int group, StateReader in) {
    if (in.readPresence()) {
      add(group, in.readLong());
    }
  }

  @Override
  public void appendResult(int group, ColumnBuilder out) {
    if (isSeen(group)) {
      ((LongBuilder) out).append(best[group]);
    } else {
      out.appendNull();
    }
  }

  @Override
  public void reset() {
    Arrays.fill(best, worst);
    sawWorst.clear();
  }

  @Override
  public long memory() {
    return 8L * best.length + sawWorst.size() / 8;
  }
}
