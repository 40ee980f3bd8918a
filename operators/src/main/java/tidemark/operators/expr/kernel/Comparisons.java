package tidemark.operators.expr.kernel;

import tidemark.operators.batch.Batch;
import tidemark.operators.batch.BooleanColumn;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.Selection;
import tidemark.operators.batch.ValueComparator;
import tidemark.operators.expr.Evaluator;
import tidemark.operators.expr.Literal;
import tidemark.operators.types.DataType;
import tidemark.operators.types.Physical;
import tidemark.operators.types.SimpleType;

/** Picks the comparison kernel for a type and for constant operands. */
public final class Comparisons {
  private Comparisons() {}

  /** Compares two operands of one type. */
  public static Evaluator of(
      Comparison comparison, Evaluator left, Evaluator right, DataType type) {
    if (left instanceof Constant && !(right instanceof Constant)) {
      return of(comparison.swapped(), right, left, type);
    }
    if (right instanceof Constant constant) {
      if (constant.isNull()) {
        return new Constant(new Literal(SimpleType.BOOLEAN, null));
      }
      Physical physical = type.physical();
      if (physical == Physical.LONG) {
        return new LongComparison.WithScalar(comparison, left, constant.longValue());
      }
      if (physical == Physical.DOUBLE && !Double.isNaN(constant.doubleValue())) {
        return new DoubleComparison.WithScalar(comparison, left, constant.doubleValue());
      }
      if (physical == Physical.BYTES) {
        return new BytesComparison.WithScalar(comparison, left, constant.bytes());
      }
    }
    return switch (type.physical()) {
      case LONG -> new LongComparison(comparison, left, right);
      case DOUBLE -> new DoubleComparison(comparison, left, right);
      case BYTES -> new BytesComparison(comparison, left, right);
      case BOOLEAN, DECIMAL, ARRAY, MAP, STRUCT -> {
        ValueComparator order = ValueComparator.of(type);
        yield (batch, rows) -> general(comparison, order, left, right, batch, rows);
      }
    };
  }

  private static Column general(
      Comparison comparison,
      ValueComparator order,
      Evaluator left,
      Evaluator right,
      Batch batch,
      Selection rows) {
    Column a = left.evaluate(batch, rows);
    Column b = right.evaluate(batch, rows);
    boolean[] nulls = Columns.nulls(a, b);
    boolean[] out = new boolean[batch.size()];
    for (int i = 0; i < rows.count(); i++) {
      int r = rows.row(i);
      if (nulls == null || !nulls[r]) {
        out[r] = comparison.holds(order.compare(a, r, b, r));
      }
    }
    return new BooleanColumn(out, nulls, batch.size());
  }

  /** Equality that is never null: null equals null. */
  public static Evaluator nullSafeEqual(Evaluator left, Evaluator right, DataType type) {
    ValueComparator order = ValueComparator.of(type);
    return (batch, rows) -> {
      Column a = left.evaluate(batch, rows);
      Column b = right.evaluate(batch, rows);
      boolean[] out = new boolean[batch.size()];
      for (int i = 0; i < rows.count(); i++) {
        int r = rows.row(i);
        out[r] = order.compareNullsFirst(a, r, b, r) == 0;
      }
      return new BooleanColumn(out, null, batch.size());
    };
  }
}
