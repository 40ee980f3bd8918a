package tidemark.operators.expr.kernel;

import org.jspecify.annotations.Nullable;
import tidemark.operators.batch.ArrayColumn;
import tidemark.operators.batch.BooleanColumn;
import tidemark.operators.batch.BytesColumn;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.DecimalColumn;
import tidemark.operators.batch.DoubleColumn;
import tidemark.operators.batch.LongColumn;
import tidemark.operators.batch.MapColumn;
import tidemark.operators.batch.Selection;
import tidemark.operators.batch.StructColumn;

/** Views of columns: the same arrays with other nulls or another size. */
public final class Columns {
  private Columns() {}

  /** The null flags of a value that is null where one of two is; null if none is. */
  public static boolean @Nullable [] nulls(Column a, Column b) {
    return nulls(a.nulls(), b.nulls(), a.size());
  }

  /** The null flags set in one of two, or null if there are none. */
  public static boolean @Nullable [] nulls(
      boolean @Nullable [] a, boolean @Nullable [] b, int size) {
    if (a == null || a == b) {
      return b;
    }
    if (b == null) {
      return a;
    }
    boolean[] both = new boolean[size];
    for (int i = 0; i < size; i++) {
      both[i] = a[i] | b[i];
    }
    return both;
  }

  /** The first rows of a column, with its arrays. */
  public static Column resized(Column column, int size) {
    return view(column, column.nulls(), size);
  }

  /** The column's values with other null flags. */
  public static Column withNulls(Column column, boolean @Nullable [] nulls) {
    return nulls == column.nulls() ? column : view(column, nulls, column.size());
  }

  private static Column view(Column column, boolean @Nullable [] nulls, int size) {
    if (column instanceof LongColumn c) {
      return new LongColumn(c.values(), nulls, size);
    }
    if (column instanceof DoubleColumn c) {
      return new DoubleColumn(c.values(), nulls, size);
    }
    if (column instanceof BooleanColumn c) {
      return new BooleanColumn(c.values(), nulls, size);
    }
    if (column instanceof BytesColumn c) {
      return c.at(c.starts(), c.lengths(), nulls, size);
    }
    if (column instanceof DecimalColumn c) {
      return new DecimalColumn(c.values(), nulls, size);
    }
    if (column instanceof ArrayColumn c) {
      return new ArrayColumn(c.elements(), c.starts(), c.lengths(), nulls, size);
    }
    if (column instanceof MapColumn c) {
      int[] starts = new int[size];
      int[] lengths = new int[size];
      for (int i = 0; i < size; i++) {
        starts[i] = c.start(i);
        lengths[i] = c.length(i);
      }
      return new MapColumn(c.keys(), c.values(), starts, lengths, nulls, size);
    }
    StructColumn c = (StructColumn) column;
    Column[] fields = new Column[c.fieldCount()];
    for (int i = 0; i < fields.length; i++) {
      fields[i] = c.field(i);
    }
    return new StructColumn(fields, nulls, size);
  }

  /** The selected rows whose flag is set. */
  public static Selection where(boolean[] flags, boolean wanted, Selection rows) {
    int[] kept = new int[rows.count()];
    int count = 0;
    int[] list = rows.rows();
    if (list == null) {
      for (int i = 0; i < kept.length; i++) {
        kept[count] = i;
        count += flags[i] == wanted ? 1 : 0;
      }
    } else {
      for (int i = 0; i < kept.length; i++) {
        kept[count] = list[i];
        count += flags[list[i]] == wanted ? 1 : 0;
      }
    }
    return count == kept.length ? rows : Selection.of(kept, count);
  }
}
