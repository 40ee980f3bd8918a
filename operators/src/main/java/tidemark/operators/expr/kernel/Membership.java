package tidemark.operators.expr.kernel;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.BooleanColumn;
import tidemark.operators.batch.BytesColumn;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.LongColumn;
import tidemark.operators.batch.Selection;
import tidemark.operators.expr.Evaluator;
import tidemark.operators.types.DataType;
import tidemark.operators.types.Physical;

/** {@code value IN (…)}; null if it equals none and one of them is null. */
public final class Membership {
  private Membership() {}

  /** The first operand is the value, all are of one type. */
  public static Evaluator of(List<Evaluator> operands, DataType type) {
    List<Evaluator> list = operands.subList(1, operands.size());
    boolean constants = list.stream().allMatch(e -> e instanceof Constant);
    if (constants && type.physical() == Physical.LONG) {
      return longs(operands.get(0), constants(list));
    }
    if (constants && type.physical() == Physical.BYTES) {
      return bytes(operands.get(0), constants(list));
    }
    Evaluator any = null;
    for (Evaluator e : list) {
      Evaluator equal = Comparisons.of(Comparison.EQUAL, operands.get(0), e, type);
      any = any == null ? equal : Logic.or(any, equal);
    }
    return any;
  }

  private static List<Constant> constants(List<Evaluator> list) {
    List<Constant> all = new ArrayList<>();
    list.forEach(e -> all.add((Constant) e));
    return all;
  }

  private static Evaluator longs(Evaluator value, List<Constant> list) {
    long[] wanted =
        list.stream().filter(c -> !c.isNull()).mapToLong(Constant::longValue).sorted().toArray();
    boolean hasNull = wanted.length < list.size();
    Set<Long> set = new HashSet<>();
    for (long w : wanted) {
      set.add(w);
    }
    boolean small = wanted.length <= 8;
    return (batch, rows) -> {
      LongColumn column = (LongColumn) value.evaluate(batch, rows);
      long[] values = column.values();
      boolean[] out = new boolean[batch.size()];
      for (int i = 0; i < rows.count(); i++) {
        int r = rows.row(i);
        out[r] = small ? among(values[r], wanted) : set.contains(values[r]);
      }
      return result(out, column, hasNull, batch, rows);
    };
  }

  private static boolean among(long value, long[] wanted) {
    boolean found = false;
    for (long w : wanted) {
      found |= w == value;
    }
    return found;
  }

  private static Evaluator bytes(Evaluator value, List<Constant> list) {
    byte[][] wanted =
        list.stream().filter(c -> !c.isNull()).map(Constant::bytes).toArray(byte[][]::new);
    boolean hasNull = wanted.length < list.size();
    return (batch, rows) -> {
      BytesColumn column = (BytesColumn) value.evaluate(batch, rows);
      boolean[] out = new boolean[batch.size()];
      for (int i = 0; i < rows.count(); i++) {
        int r = rows.row(i);
        if (!column.isNull(r)) {
          out[r] = among(column, r, wanted);
        }
      }
      return result(out, column, hasNull, batch, rows);
    };
  }

  private static boolean among(BytesColumn column, int row, byte[][] wanted) {
    int start = column.start(row);
    int length = column.length(row);
    for (byte[] w : wanted) {
      if (w.length == length && LikePattern.startsWith(column.data(), start, start + length, w)) {
        return true;
      }
    }
    return false;
  }

  private static Column result(
      boolean[] out, Column value, boolean hasNull, Batch batch, Selection rows) {
    boolean @Nullable [] nulls = value.nulls();
    if (hasNull) {
      boolean[] all = new boolean[batch.size()];
      for (int i = 0; i < rows.count(); i++) {
        int r = rows.row(i);
        all[r] = !out[r] || value.isNull(r);
      }
      nulls = all;
    }
    return new BooleanColumn(out, nulls, batch.size());
  }
}
