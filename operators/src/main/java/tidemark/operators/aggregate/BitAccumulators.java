package tidemark.operators.aggregate;

import java.util.Arrays;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.ColumnBuilder;
import tidemark.operators.batch.LongBuilder;
import tidemark.operators.batch.LongColumn;
import tidemark.operators.batch.Selection;

/** Bitwise and, or, exclusive or of integers; null while only nulls were added. */
final class BitAccumulators implements Accumulators {
  /** What combines two values. */
  enum Operation {
    AND,
    OR,
    XOR;

    long apply(long left, long right) {
      return switch (this) {
        case AND -> left & right;
        case OR -> left | right;
        case XOR -> left ^ right;
      };
    }
  }

  private final Operation operation;
  private long[] bits = new long[0];
  private boolean[] seen = new boolean[0];

  BitAccumulators(Operation operation) {
    this.operation = operation;
  }

  @Override
  public void ensure(int groups) {
    if (groups > bits.length) {
      int length = Growth.length(bits.length, groups);
      bits = Arrays.copyOf(bits, length);
      seen = Arrays.copyOf(seen, length);
    }
  }

  @Override
  public void add(int[] groups, Column[] arguments, Selection rows) {
    LongColumn column = (LongColumn) arguments[0];
    int count = rows.count();
    for (int i = 0; i < count; i++) {
      int row = rows.row(i);
      if (!column.isNull(row)) {
        add(groups[i], column.get(row));
      }
    }
  }

  private void add(int group, long value) {
    bits[group] = seen[group] ? operation.apply(bits[group], value) : value;
    seen[group] = true;
  }

  @Override
  public void merge(int group, Accumulators other, int otherGroup) {
    BitAccumulators from = (BitAccumulators) other;
    if (from.seen[otherGroup]) {
      add(group, from.bits[otherGroup]);
    }
  }

  @Override
  public void encode(int group, StateWriter out) {
    out.writePresence(seen[group]);
    if (seen[group]) {
      out.writeLong(bits[group]);
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
    if (seen[group]) {
      ((LongBuilder) out).append(bits[group]);
    } else {
      out.appendNull();
    }
  }

  @Override
  public void reset() {
    Arrays.fill(seen, false);
  }

  @Override
  public long memory() {
    return 9L * bits.length;
  }
}
