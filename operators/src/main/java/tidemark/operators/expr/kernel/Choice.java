package tidemark.operators.expr.kernel;

import java.util.List;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.BooleanColumn;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.Selection;
import tidemark.operators.expr.Evaluator;
import tidemark.operators.expr.Filter;
import tidemark.operators.types.DataType;

/** Values that come from one of several expressions, each computed only for the rows it serves. */
public final class Choice {
  private Choice() {}

  /** {@code CASE}: as many conditions as results, and a result for the rest. */
  public static Evaluator of(
      List<Evaluator> conditions, List<Evaluator> results, Evaluator otherwise, DataType type) {
    List<Filter> filters = conditions.stream().map(Logic::filter).toList();
    return (batch, rows) -> {
      Mosaic mosaic = new Mosaic(type, batch.size());
      Selection open = rows;
      for (int i = 0; i < filters.size() && !open.isEmpty(); i++) {
        Selection taken = filters.get(i).keep(batch, open);
        if (!taken.isEmpty()) {
          mosaic.put(results.get(i).evaluate(batch, taken), taken);
          open = without(open, taken);
        }
      }
      if (!open.isEmpty()) {
        mosaic.put(otherwise.evaluate(batch, open), open);
      }
      return mosaic.column();
    };
  }

  /** {@code coalesce}: the first that is not null. */
  public static Evaluator coalesce(List<Evaluator> arguments, DataType type) {
    return (batch, rows) -> {
      Column first = arguments.get(0).evaluate(batch, rows);
      if (!first.hasNulls()) {
        return first;
      }
      Mosaic mosaic = new Mosaic(type, batch.size());
      Selection open = rows;
      for (int i = 0; i < arguments.size() && !open.isEmpty(); i++) {
        Column column = i == 0 ? first : arguments.get(i).evaluate(batch, open);
        boolean last = i == arguments.size() - 1;
        Selection missing = last ? Selection.of(new int[0], 0) : nulls(column, open);
        mosaic.put(column, without(open, missing));
        open = missing;
      }
      return mosaic.column();
    };
  }

  private static Selection nulls(Column column, Selection rows) {
    boolean[] nulls = column.nulls();
    return nulls == null ? Selection.of(new int[0], 0) : Columns.where(nulls, true, rows);
  }

  /** The rows of the first selection that are not in the second, which is part of it. */
  static Selection without(Selection all, Selection some) {
    if (some.isEmpty()) {
      return all;
    }
    int[] kept = new int[all.count() - some.count()];
    int count = 0;
    int j = 0;
    for (int i = 0; i < all.count(); i++) {
      int r = all.row(i);
      if (j < some.count() && some.row(j) == r) {
        j++;
      } else {
        kept[count++] = r;
      }
    }
    return Selection.of(kept, count);
  }

  /** {@code nullif}: null where the two are equal. */
  public static Evaluator nullIf(Evaluator value, Evaluator equal) {
    return (Batch batch, Selection rows) -> {
      Column column = value.evaluate(batch, rows);
      BooleanColumn same = (BooleanColumn) equal.evaluate(batch, rows);
      boolean[] nulls = new boolean[batch.size()];
      for (int i = 0; i < rows.count(); i++) {
        int r = rows.row(i);
        nulls[r] = column.isNull(r) || (same.get(r) && !same.isNull(r));
      }
      return Columns.withNulls(column, nulls);
    };
  }
}
