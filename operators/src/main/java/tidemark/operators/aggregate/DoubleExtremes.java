package tidemark.operators.aggregate;

import java.util.Arrays;
import java.util.BitSet;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.ColumnBuilder;
import tidemark.operators.batch.DoubleBuilder;
import tidemark.operators.batch.DoubleColumn;
import tidemark.operators.batch.Selection;
import tidemark.operators.batch.ValueComparator;
import tidemark.operators.types.DataType;
import tidemark.operators.types.SimpleType;

/**
 * Least or greatest of floating-point values: {@code NaN} is the greatest, and of the two zeros,
 * which are equal, the first one stays. A group starts with the worst value of all ({@code NaN} or
 * minus infinity); whether that value was really added is kept aside.
 */
final class DoubleExtremes implements Accumulators {
  private final Extreme extreme;
  private final DataType type;
  private final double worst;
  private final BitSet sawWorst = new BitSet();
  private double[] best = new double[0];

  DoubleExtremes(Extreme extreme, DataType type) {
    this.extreme = extreme;
    this.type = type;
    this.worst = extreme == Extreme.MIN ? Double.NaN : Double.NEGATIVE_INFINITY;
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
    DoubleColumn column = (DoubleColumn) arguments[0];
    if (!rows.isDense() || column.hasNulls()) {
      addSome(groups, column, rows);
    } else if (extreme == Extreme.MIN) {
      addLeast(groups, column.values(), rows.count());
    } else {
      addGreatest(groups, column.values(), rows.count());
    }
  }

  private void addLeast(int[] groups, double[] values, int count) {
    double[] into = best;
    for (int i = 0; i < count; i++) {
      double value = values[i];
      int group = groups[i];
      double kept = into[group];
      if (value < kept) {
        into[group] = value;
      } else if (Double.isNaN(kept) || Double.isNaN(value)) {
        add(group, value);
      }
    }
  }

  private void addGreatest(int[] groups, double[] values, int count) {
    double[] into = best;
    for (int i = 0; i < count; i++) {
      double value = values[i];
      int group = groups[i];
      if (value > into[group]) {
        into[group] = value;
      } else if (Double.isNaN(value) || value == Double.NEGATIVE_INFINITY) {
        add(group, value);
      }
    }
  }

  private void addSome(int[] groups, DoubleColumn column, Selection rows) {
    double[] values = column.values();
    int count = rows.count();
    for (int i = 0; i < count; i++) {
      int row = rows.row(i);
      if (!column.isNull(row)) {
        add(groups[i], values[row]);
      }
    }
  }

  private void add(int group, double value) {
    if (isWorst(value)) {
      sawWorst.set(group);
    } else if (extreme.isBetter(ValueComparator.compareDoubles(value, best[group]))) {
      best[group] = value;
    }
  }

  private boolean isWorst(double value) {
    return extreme == Extreme.MIN ? Double.isNaN(value) : value == Double.NEGATIVE_INFINITY;
  }

  private boolean isSeen(int group) {
    return !isWorst(best[group]) || sawWorst.get(group);
  }

  @Override
  public void merge(int group, Accumulators other, int otherGroup) {
    DoubleExtremes from = (DoubleExtremes) other;
    if (from.isSeen(otherGroup)) {
      add(group, from.best[otherGroup]);
    }
  }

  @Override
  public void encode(int group, StateWriter out) {
    boolean seen = isSeen(group);
    out.writePresence(seen);
    if (seen && type == SimpleType.FLOAT) {
      out.writeFloat((float) best[group]);
    } else if (seen) {
      out.writeDouble(best[group]);
    }
  }

  @Override
  public void mergeEncoded(int group, StateReader in) {
    if (!in.readPresence()) {
      return;
    }
    double stored = type == SimpleType.FLOAT ? in.readFloat() : in.readDouble();
    if (isWorst(stored)) {
      sawWorst.set(group);
    } else if (!extreme.isBetter(ValueComparator.compareDoubles(best[group], stored))) {
      best[group] = stored;
    }
  }

  @Override
  public void appendResult(int group, ColumnBuilder out) {
    if (isSeen(group)) {
      ((DoubleBuilder) out).append(best[group]);
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
