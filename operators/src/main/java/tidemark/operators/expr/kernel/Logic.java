package tidemark.operators.expr.kernel;

import org.jspecify.annotations.Nullable;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.BooleanColumn;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.Selection;
import tidemark.operators.expr.Evaluator;
import tidemark.operators.expr.Filter;

/** Three-valued logic; the right side is computed only for rows that the left one leaves open. */
public final class Logic {
  private Logic() {}

  public static Evaluator and(Evaluator left, Evaluator right) {
    return (batch, rows) -> connect(left, right, false, batch, rows);
  }

  public static Evaluator or(Evaluator left, Evaluator right) {
    return (batch, rows) -> connect(left, right, true, batch, rows);
  }

  /** {@code decided} is the value that decides the outcome alone: false for AND, true for OR. */
  private static Column connect(
      Evaluator left, Evaluator right, boolean decided, Batch batch, Selection rows) {
    BooleanColumn a = (BooleanColumn) left.evaluate(batch, rows);
    boolean[] x = a.values();
    boolean[] nulls = a.nulls();
    Selection open = open(x, nulls, decided, rows);
    if (open.isEmpty()) {
      return a;
    }
    BooleanColumn b = (BooleanColumn) right.evaluate(batch, open);
    boolean[] out = new boolean[batch.size()];
    if (nulls == null && b.nulls() == null && open.count() == rows.count()) {
      return b;
    }
    boolean[] outNulls = nulls == null && b.nulls() == null ? null : new boolean[batch.size()];
    for (int i = 0; i < rows.count(); i++) {
      out[rows.row(i)] = decided;
    }
    for (int i = 0; i < open.count(); i++) {
      int r = open.row(i);
      boolean leftNull = nulls != null && nulls[r];
      boolean rightNull = b.isNull(r);
      if (!rightNull && b.get(r) == decided) {
        continue;
      }
      out[r] = !decided;
      if (leftNull || rightNull) {
        outNulls[r] = true;
      }
    }
    return new BooleanColumn(out, outNulls, batch.size());
  }

  private static Selection open(
      boolean[] values, boolean @Nullable [] nulls, boolean decided, Selection rows) {
    if (nulls == null) {
      return Columns.where(values, !decided, rows);
    }
    int[] kept = new int[rows.count()];
    int count = 0;
    for (int i = 0; i < kept.length; i++) {
      int r = rows.row(i);
      kept[count] = r;
      count += nulls[r] || values[r] != decided ? 1 : 0;
    }
    return count == kept.length ? rows : Selection.of(kept, count);
  }

  public static Evaluator not(Evaluator operand) {
    return (batch, rows) -> {
      BooleanColumn a = (BooleanColumn) operand.evaluate(batch, rows);
      boolean[] x = a.values();
      boolean[] out = new boolean[batch.size()];
      for (int i = 0; i < rows.count(); i++) {
        int r = rows.row(i);
        out[r] = !x[r];
      }
      return new BooleanColumn(out, a.nulls(), batch.size());
    };
  }

  /** True where the operand's nullness is as wanted; never null. */
  public static Evaluator isNull(Evaluator operand, boolean wanted) {
    return (batch, rows) -> {
      Column a = operand.evaluate(batch, rows);
      boolean[] nulls = a.nulls();
      boolean[] out = new boolean[batch.size()];
      if (nulls == null) {
        java.util.Arrays.fill(out, !wanted);
      } else {
        for (int i = 0; i < rows.count(); i++) {
          int r = rows.row(i);
          out[r] = nulls[r] == wanted;
        }
      }
      return new BooleanColumn(out, null, batch.size());
    };
  }

  /** Rows for which the condition is true. */
  public static Filter filter(Evaluator condition) {
    return (batch, rows) -> keep((BooleanColumn) condition.evaluate(batch, rows), rows);
  }

  /** One filter after the other, each on what the one before left. */
  public static Filter both(Filter first, Filter second) {
    return (batch, rows) -> {
      Selection left = first.keep(batch, rows);
      return left.isEmpty() ? left : second.keep(batch, left);
    };
  }

  /** The selected rows that are true. */
  public static Selection keep(BooleanColumn flags, Selection rows) {
    boolean[] nulls = flags.nulls();
    if (nulls == null) {
      return Columns.where(flags.values(), true, rows);
    }
    boolean[] values = flags.values();
    int[] kept = new int[rows.count()];
    int count = 0;
    for (int i = 0; i < kept.length; i++) {
      int r = rows.row(i);
      kept[count] = r;
      count += values[r] & !nulls[r] ? 1 : 0;
    }
    return count == kept.length ? rows : Selection.of(kept, count);
  }
}
