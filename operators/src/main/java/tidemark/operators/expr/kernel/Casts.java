package tidemark.operators.expr.kernel;

import java.math.BigDecimal;
import java.time.ZoneId;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.DoubleColumn;
import tidemark.operators.batch.LongColumn;
import tidemark.operators.batch.Selection;
import tidemark.operators.expr.Evaluator;
import tidemark.operators.expr.Literal;
import tidemark.operators.expr.typing.Coercion;
import tidemark.operators.types.ArrayType;
import tidemark.operators.types.DataType;
import tidemark.operators.types.DecimalType;
import tidemark.operators.types.MapType;
import tidemark.operators.types.SimpleType;
import tidemark.operators.types.StructType;

/** Picks the kernel that casts between two types. */
public final class Casts {
  private Casts() {}

  /** {@code trying}: a value that does not fit gives null instead of a failure. */
  public static Evaluator of(
      Evaluator operand, DataType from, DataType to, boolean trying, ZoneId zone) {
    if (Coercion.same(from, to)) {
      return operand;
    }
    if (from == SimpleType.VOID) {
      return allNull(operand, to);
    }
    ColumnCast cast = column(from, to, trying, zone);
    return (batch, rows) -> cast.apply(operand.evaluate(batch, rows), rows);
  }

  /** Nulls; what is no constant is computed all the same, for it may fail. */
  private static Evaluator allNull(Evaluator operand, DataType type) {
    Evaluator nulls = new Constant(new Literal(type, null));
    return operand instanceof Constant
        ? nulls
        : (batch, rows) -> {
          operand.evaluate(batch, rows);
          return nulls.evaluate(batch, rows);
        };
  }

  static ColumnCast column(DataType from, DataType to, boolean trying, ZoneId zone) {
    if (Coercion.same(from, to) || widensInPlace(from, to)) {
      return (in, rows) -> in;
    }
    if (from.isIntegral() && to.isFractional()) {
      return (in, rows) -> toDouble((LongColumn) in, rows, to == SimpleType.FLOAT);
    }
    if (from instanceof ArrayType x && to instanceof ArrayType y) {
      return NestedCasts.arrays(x, y, trying, zone);
    }
    if (from instanceof MapType x && to instanceof MapType y) {
      return NestedCasts.maps(x, y, trying, zone);
    }
    if (from instanceof StructType x && to instanceof StructType y) {
      return NestedCasts.structs(x, y, trying, zone);
    }
    RowCast cast = rowCast(from, to, zone);
    return (in, rows) -> rowByRow(in, rows, from, to, trying, cast, zone);
  }

  /** Types whose values lie in columns alike and always fit. */
  private static boolean widensInPlace(DataType from, DataType to) {
    if (from.isIntegral() && to.isIntegral()) {
      return Arithmetic.max(from) <= Arithmetic.max(to);
    }
    if (from == SimpleType.FLOAT && to == SimpleType.DOUBLE) {
      return true;
    }
    return from instanceof DecimalType x
        && to instanceof DecimalType y
        && x.scale() == y.scale()
        && x.precision() <= y.precision()
        && x.physical() == y.physical();
  }

  private static Column toDouble(LongColumn in, Selection rows, boolean single) {
    long[] values = in.values();
    double[] out = new double[in.size()];
    int[] list = rows.rows();
    int count = rows.count();
    if (single) {
      for (int i = 0; i < count; i++) {
        out[rows.row(i)] = (float) values[rows.row(i)];
      }
    } else if (list == null) {
      for (int i = 0; i < count; i++) {
        out[i] = values[i];
      }
    } else {
      for (int i = 0; i < count; i++) {
        out[list[i]] = values[list[i]];
      }
    }
    return new DoubleColumn(out, in.nulls(), in.size());
  }

  private static RowCast rowCast(DataType from, DataType to, ZoneId zone) {
    if (to == SimpleType.STRING) {
      return TextCasts.toText(from, zone);
    }
    if (from == SimpleType.STRING) {
      return TextCasts.fromText(to, zone);
    }
    if (Coercion.isDatetime(from) && Coercion.isDatetime(to)) {
      return TimeCasts.between(from, to, zone);
    }
    if (to == SimpleType.TIMESTAMP) {
      return TimeCasts.fromNumber(from);
    }
    if (from == SimpleType.TIMESTAMP) {
      return TimeCasts.toNumber(to);
    }
    return NumberCasts.of(from, to);
  }

  private static Column rowByRow(
      Column in,
      Selection rows,
      DataType from,
      DataType to,
      boolean trying,
      RowCast cast,
      ZoneId zone) {
    ColumnSink sink = ColumnSink.of(to, in.size());
    boolean[] nulls = in.nulls();
    for (int i = 0; i < rows.count(); i++) {
      int r = rows.row(i);
      if ((nulls == null || !nulls[r]) && !cast.cast(in, r, sink)) {
        if (!trying) {
          throw Failures.cast(
              Failures.shown(TextCasts.text(in, r, from, zone)), from.ddl(), to.ddl());
        }
        sink.setNull(r);
      }
    }
    return sink.column(nulls);
  }

  /** A row's decimal, wide or narrow. */
  static BigDecimal decimal(Column in, int row, DecimalType type) {
    return DecimalArithmetic.value(in, type, row);
  }
}
