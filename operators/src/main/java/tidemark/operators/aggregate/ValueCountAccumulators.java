package tidemark.operators.aggregate;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.ColumnBuilder;
import tidemark.operators.batch.Selection;
import tidemark.operators.types.DataType;

/** How often each value that is not null occurred: percentile, median, mode. */
final class ValueCountAccumulators implements Accumulators {
  /** What the counts come to. */
  interface Statistic {
    /** Appends the result for at least one value. */
    void append(ValueCounts counts, ColumnBuilder out);
  }

  private final DataType type;
  private final Statistic statistic;
  private final StateWriter writer = StateWriter.normalising();
  private @Nullable ValueCounts[] groups = new ValueCounts[0];
  private long held;

  ValueCountAccumulators(DataType type, Statistic statistic) {
    this.type = type;
    this.statistic = statistic;
  }

  @Override
  public void ensure(int count) {
    if (count > groups.length) {
      groups = Arrays.copyOf(groups, Growth.length(groups.length, count));
    }
  }

  @Override
  public void add(int[] rowGroups, Column[] arguments, Selection rows) {
    Column values = arguments[0];
    int count = rows.count();
    for (int i = 0; i < count; i++) {
      int row = rows.row(i);
      if (!values.isNull(row)) {
        writer.reset();
        writer.writeValue(type, values, row);
        ValueCounts into = counts(rowGroups[i]);
        long before = into.memory();
        into.add(writer.bytes(), 0, writer.size(), 1);
        held += into.memory() - before;
      }
    }
  }

  private ValueCounts counts(int group) {
    ValueCounts counts = groups[group];
    if (counts == null) {
      counts = new ValueCounts();
      groups[group] = counts;
      held += counts.memory();
    }
    return counts;
  }

  @Override
  public void merge(int group, Accumulators other, int otherGroup) {
    ValueCounts from = ((ValueCountAccumulators) other).groups[otherGroup];
    if (from != null) {
      ValueCounts into = counts(group);
      long before = into.memory();
      into.addAll(from);
      held += into.memory() - before;
    }
  }

  @Override
  public void encode(int group, StateWriter out) {
    counts(group).encode(out);
  }

  @Override
  public void mergeEncoded(int group, StateReader in) {
    ValueCounts own = counts(group);
    ValueCounts merged = new ValueCounts();
    merged.decode(type, in);
    merged.addAll(own);
    groups[group] = merged;
    held += merged.memory() - own.memory();
  }

  @Override
  public void appendResult(int group, ColumnBuilder out) {
    ValueCounts counts = groups[group];
    if (counts == null || counts.size() == 0) {
      out.appendNull();
    } else {
      statistic.append(counts, out);
    }
  }

  @Override
  public void reset() {
    Arrays.fill(groups, null);
    held = 0;
  }

  @Override
  public long memory() {
    return held + 4L * groups.length;
  }
}
