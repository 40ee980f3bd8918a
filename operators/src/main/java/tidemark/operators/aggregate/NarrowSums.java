package tidemark.operators.aggregate;

import java.math.BigInteger;
import java.util.Arrays;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.LongColumn;
import tidemark.operators.batch.Selection;

/**
 * Sums of longs. A group has two neighbouring slots: the sum modulo 2^64, and {@code wraps << 1 |
 * seen}, where the exact sum is {@code sum + wraps * 2^64}.
 */
final class NarrowSums implements ExactSums {
  private static final long SEEN = 1;
  private static final long WRAP = 2;

  private long[] slots = new long[0];

  @Override
  public void ensure(int groups) {
    if (2 * groups > slots.length) {
      slots = Arrays.copyOf(slots, Growth.length(slots.length, 2 * groups));
    }
  }

  @Override
  public void add(int[] groups, Column values, Selection rows) {
    LongColumn column = (LongColumn) values;
    if (rows.isDense() && !column.hasNulls()) {
      addDense(groups, column.values(), rows.count());
      return;
    }
    int count = rows.count();
    long[] from = column.values();
    for (int i = 0; i < count; i++) {
      int row = rows.row(i);
      if (!column.isNull(row)) {
        add(groups[i], from[row]);
      }
    }
  }

  private void addDense(int[] groups, long[] values, int count) {
    long[] into = slots;
    for (int i = 0; i < count; i++) {
      int at = groups[i] << 1;
      long value = values[i];
      long before = into[at];
      long sum = before + value;
      into[at] = sum;
      if (((before ^ sum) & (value ^ sum)) < 0) {
        into[at + 1] += value < 0 ? -WRAP : WRAP;
      }
      if ((into[at + 1] & SEEN) == 0) {
        into[at + 1] |= SEEN;
      }
    }
  }

  @Override
  public void add(int group, long value) {
    int at = group << 1;
    long before = slots[at];
    long sum = before + value;
    slots[at] = sum;
    slots[at + 1] |= SEEN;
    if (((before ^ sum) & (value ^ sum)) < 0) {
      slots[at + 1] += value < 0 ? -WRAP : WRAP;
    }
  }

  @Override
  public void add(int group, BigInteger sum) {
    BigInteger total = total(group).add(sum);
    long low = total.longValue();
    long wraps = total.subtract(BigInteger.valueOf(low)).shiftRight(64).longValueExact();
    slots[group << 1] = low;
    slots[(group << 1) + 1] = wraps * WRAP | SEEN;
  }

  @Override
  public void merge(int group, ExactSums other, int otherGroup) {
    NarrowSums from = (NarrowSums) other;
    if (from.isSeen(otherGroup)) {
      add(group, from.slots[otherGroup << 1]);
      slots[(group << 1) + 1] += from.slots[(otherGroup << 1) + 1] & ~SEEN;
    }
  }

  @Override
  public void merge(int[] groups, ExactSums other, int[] otherGroups, int count) {
    long[] from = ((NarrowSums) other).slots;
    for (int i = 0; i < count; i++) {
      int at = otherGroups[i] << 1;
      long marks = from[at + 1];
      if ((marks & SEEN) != 0) {
        add(groups[i], from[at]);
        slots[(groups[i] << 1) + 1] += marks & ~SEEN;
      }
    }
  }

  @Override
  public boolean isSeen(int group) {
    return (slots[(group << 1) + 1] & SEEN) != 0;
  }

  @Override
  public boolean isLong(int group) {
    return (slots[(group << 1) + 1] & ~SEEN) == 0;
  }

  @Override
  public long longTotal(int group) {
    return slots[group << 1];
  }

  @Override
  public BigInteger total(int group) {
    BigInteger wraps = BigInteger.valueOf(slots[(group << 1) + 1] >> 1);
    return wraps.shiftLeft(64).add(BigInteger.valueOf(slots[group << 1]));
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
