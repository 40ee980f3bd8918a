package tidemark.operators.expr.kernel;

import java.util.Arrays;
import tidemark.operators.batch.ArrayColumn;
import tidemark.operators.batch.BooleanColumn;
import tidemark.operators.batch.BytesColumn;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.DecimalColumn;
import tidemark.operators.batch.DoubleColumn;
import tidemark.operators.batch.LongColumn;
import tidemark.operators.batch.MapColumn;
import tidemark.operators.batch.StructColumn;

/**
 * The order of single values of any type, also inside arrays and structs, where null comes first
 * and equals null.
 */
public final class Order {
  private Order() {}

  /** The order of two values, neither of them null. */
  public static int of(Column a, int i, Column b, int j) {
    if (a instanceof LongColumn x) {
      return Long.compare(x.get(i), ((LongColumn) b).get(j));
    }
    if (a instanceof DoubleColumn x) {
      return DoubleComparison.order(x.get(i), ((DoubleColumn) b).get(j));
    }
    if (a instanceof BytesColumn x) {
      BytesColumn y = (BytesColumn) b;
      int s = x.start(i);
      int t = y.start(j);
      return Arrays.compareUnsigned(x.data(), s, s + x.length(i), y.data(), t, t + y.length(j));
    }
    if (a instanceof BooleanColumn x) {
      return Boolean.compare(x.get(i), ((BooleanColumn) b).get(j));
    }
    if (a instanceof DecimalColumn x) {
      return x.get(i).compareTo(((DecimalColumn) b).get(j));
    }
    if (a instanceof ArrayColumn x) {
      return arrays(x, i, (ArrayColumn) b, j);
    }
    if (a instanceof StructColumn x) {
      return structs(x, i, (StructColumn) b, j);
    }
    return maps((MapColumn) a, i, (MapColumn) b, j);
  }

  /** The order of two values of which each may be null. */
  public static int withNulls(Column a, int i, Column b, int j) {
    boolean x = a.isNull(i);
    boolean y = b.isNull(j);
    return x || y ? Boolean.compare(y, x) : of(a, i, b, j);
  }

  private static int arrays(ArrayColumn a, int i, ArrayColumn b, int j) {
    int common = Math.min(a.length(i), b.length(j));
    for (int k = 0; k < common; k++) {
      int order = withNulls(a.elements(), a.start(i) + k, b.elements(), b.start(j) + k);
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(a.length(i), b.length(j));
  }

  private static int structs(StructColumn a, int i, StructColumn b, int j) {
    for (int k = 0; k < a.fieldCount(); k++) {
      int order = withNulls(a.field(k), i, b.field(k), j);
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  private static int maps(MapColumn a, int i, MapColumn b, int j) {
    int common = Math.min(a.length(i), b.length(j));
    for (int k = 0; k < common; k++) {
      int order = of(a.keys(), a.start(i) + k, b.keys(), b.start(j) + k);
      if (order == 0) {
        order = withNulls(a.values(), a.start(i) + k, b.values(), b.start(j) + k);
      }
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(a.length(i), b.length(j));
  }
}
