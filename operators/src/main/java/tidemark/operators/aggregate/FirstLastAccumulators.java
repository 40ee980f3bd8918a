package tidemark.operators.aggregate;

import java.util.Arrays;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.ColumnBuilder;
import tidemark.operators.batch.Selection;
import tidemark.operators.types.DataType;

/** The value of the first or last row of a group, of all rows or of those that are not null. */
final class FirstLastAccumulators implements Accumulators {
  /** Which row is taken. */
  enum Pick {
    FIRST,
    LAST
  }

  /** Whether rows whose value is null count. */
  enum Nulls {
    /** State {@code value} and {@code seen}. */
    RESPECT,
    /** State {@code value}, null while there is none. */
    IGNORE
  }

  private final Pick pick;
  private final Nulls nulls;
  private final KeptValues kept;
  private final KeptValues stored;
  private boolean[] seen = new boolean[0];

  FirstLastAccumulators(Pick pick, Nulls nulls, DataType type) {
    this.pick = pick;
    this.nulls = nulls;
    this.kept = KeptValues.of(type);
    this.stored = KeptValues.of(type);
    stored.ensure(1);
  }

  @Override
  public void ensure(int groups) {
    kept.ensure(groups);
    if (groups > seen.length) {
      seen = Arrays.copyOf(seen, Growth.length(seen.length, groups));
    }
  }

  @Override
  public void add(int[] groups, Column[] arguments, Selection rows) {
    Column values = arguments[0];
    int count = rows.count();
    for (int i = 0; i < count; i++) {
      int row = rows.row(i);
      int group = groups[i];
      boolean counts = nulls == Nulls.RESPECT || !values.isNull(row);
      if (counts && (pick == Pick.LAST || !seen[group])) {
        kept.set(group, values, row);
        seen[group] = true;
      }
    }
  }

  @Override
  public void merge(int group, Accumulators other, int otherGroup) {
    FirstLastAccumulators from = (FirstLastAccumulators) other;
    if (from.seen[otherGroup] && (pick == Pick.LAST || !seen[group])) {
      kept.copy(group, from.kept, otherGroup);
      seen[group] = true;
    }
  }

  @Override
  public void encode(int group, StateWriter out) {
    kept.encode(group, out);
    if (nulls == Nulls.RESPECT) {
      out.writeBoolean(seen[group]);
    }
  }

  @Override
  public void mergeEncoded(int group, StateReader in) {
    stored.decode(0, in);
    boolean storedSeen = nulls == Nulls.RESPECT ? in.readBoolean() : stored.isPresent(0);
    if (storedSeen && (pick == Pick.FIRST || !seen[group])) {
      kept.copy(group, stored, 0);
      seen[group] = true;
    }
  }

  @Override
  public void appendResult(int group, ColumnBuilder out) {
    kept.append(group, out);
  }

  @Override
  public void reset() {
    kept.reset();
    Arrays.fill(seen, false);
  }

  @Override
  public long memory() {
    return kept.memory() + seen.length;
  }
}
