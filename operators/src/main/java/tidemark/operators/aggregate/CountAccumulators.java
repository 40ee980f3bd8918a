package tidemark.operators.aggregate;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.ColumnBuilder;
import tidemark.operators.batch.LongBuilder;
import tidemark.operators.batch.Selection;

/** Counts the rows in which no argument is null: {@code count(*)}, {@code count(x, y)}. */
final class CountAccumulators implements Accumulators {
  private long[] counts = new long[0];

  @Override
  public void ensure(int groups) {
    if (groups > counts.length) {
      counts = Arrays.copyOf(counts, Growth.length(counts.length, groups));
    }
  }

  @Override
  public void add(int[] groups, Column[] arguments, Selection rows) {
    boolean anyNulls = false;
    for (Column argument : arguments) {
      anyNulls |= argument.hasNulls();
    }
    if (!anyNulls) {
      addAll(groups, rows.count());
    } else if (arguments.length == 1) {
      addPresent(groups, arguments[0].nulls(), rows);
    } else {
      addComplete(groups, arguments, rows);
    }
  }

  private void addAll(int[] groups, int count) {
    long[] into = counts;
    for (int i = 0; i < count; i++) {
      into[groups[i]]++;
    }
  }

  private void addPresent(int[] groups, boolean @Nullable [] nulls, Selection rows) {
    long[] into = counts;
    int count = rows.count();
    for (int i = 0; i < count; i++) {
      if (nulls == null || !nulls[rows.row(i)]) {
        into[groups[i]]++;
      }
    }
  }

  private void addComplete(int[] groups, Column[] arguments, Selection rows) {
    int count = rows.count();
    for (int i = 0; i < count; i++) {
      int row = rows.row(i);
      boolean complete = true;
      for (Column argument : arguments) {
        complete &= !argument.isNull(row);
      }
      if (complete) {
        counts[groups[i]]++;
      }
    }
  }

  /** Adds to the count of a group. */
  void add(int group, long more) {
    counts[group] += more;
  }

  long count(int group) {
    return counts[group];
  }

  @Override
  public void merge(int group, Accumulators other, int otherGroup) {
    counts[group] += ((CountAccumulators) other).counts[otherGroup];
  }

  @Override
  public void merge(int[] groups, Accumulators other, int[] otherGroups, int count) {
    long[] from = ((CountAccumulators) other).counts;
    for (int i = 0; i < count; i++) {
      counts[groups[i]] += from[otherGroups[i]];
    }
  }

  @Override
  public void encode(int group, StateWriter out) {
    out.writeLong(counts[group]);
  }

  @Override
  public void mergeEncoded(int group, StateReader in) {
    counts[group] += in.readLong();
  }

  @Override
  public void appendResult(int group, ColumnBuilder out) {
    ((LongBuilder) out).append(counts[group]);
  }

  @Override
  public void reset() {
    Arrays.fill(counts, 0);
  }

  @Override
  public long memory() {
    return 8L * counts.length;
  }
}
