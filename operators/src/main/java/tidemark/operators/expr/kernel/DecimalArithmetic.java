package tidemark.operators.expr.kernel;

import java.math.BigDecimal;
import java.math.RoundingMode;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.DecimalColumn;
import tidemark.operators.batch.LongColumn;
import tidemark.operators.batch.Selection;
import tidemark.operators.diagnostics.Failure;
import tidemark.operators.expr.Evaluator;
import tidemark.operators.types.DataType;
import tidemark.operators.types.DecimalType;

/** Arithmetic on decimals of any width: exact, then rounded half up to the result's scale. */
final class DecimalArithmetic implements Evaluator {
  /** What is computed. */
  enum Operation {
    ADD("+", "try_add"),
    SUBTRACT("-", "try_subtract"),
    MULTIPLY("*", "try_multiply"),
    DIVIDE("/", "try_divide"),
    WHOLE("DIV", "try_divide"),
    REMAINDER("%", "try_mod"),
    POSITIVE_REMAINDER("pmod", "try_mod");

    private final String sign;
    private final String trying;

    Operation(String sign, String trying) {
      this.sign = sign;
      this.trying = trying;
    }
  }

  private final Operation operation;
  private final Evaluator left;
  private final Evaluator right;
  private final DecimalType leftType;
  private final DecimalType rightType;
  private final DataType result;

  DecimalArithmetic(
      Operation operation,
      Evaluator left,
      Evaluator right,
      DecimalType leftType,
      DecimalType rightType,
      DataType result) {
    this.operation = operation;
    this.left = left;
    this.right = right;
    this.leftType = leftType;
    this.rightType = rightType;
    this.result = result;
  }

  @Override
  public Column evaluate(Batch batch, Selection rows) {
    Column a = left.evaluate(batch, rows);
    Column b = right.evaluate(batch, rows);
    boolean[] nulls = Columns.nulls(a, b);
    ColumnSink sink = ColumnSink.of(result, batch.size());
    for (int i = 0; i < rows.count(); i++) {
      int r = rows.row(i);
      if (nulls == null || !nulls[r]) {
        put(sink, r, value(a, leftType, r), value(b, rightType, r));
      }
    }
    return sink.column(nulls);
  }

  private void put(ColumnSink sink, int row, BigDecimal a, BigDecimal b) {
    BigDecimal exact = exact(a, b);
    if (!(result instanceof DecimalType type)) {
      if (exact.toBigInteger().bitLength() > 63) {
        throw overflow(a, b);
      }
      sink.set(row, exact.longValue());
      return;
    }
    BigDecimal rounded =
        exact.scale() == type.scale() ? exact : exact.setScale(type.scale(), RoundingMode.HALF_UP);
    if (rounded.precision() > type.precision()) {
      throw overflow(a, b);
    }
    sink.set(row, rounded);
  }

  private Failure overflow(BigDecimal a, BigDecimal b) {
    return Failures.overflow(
        a.toPlainString() + " " + operation.sign + " " + b.toPlainString(),
        result.ddl(),
        operation.trying);
  }

  private BigDecimal exact(BigDecimal a, BigDecimal b) {
    if (operation.ordinal() >= Operation.DIVIDE.ordinal() && b.signum() == 0) {
      throw Failures.divisionByZero(
          a.toPlainString() + " " + operation.sign + " 0", operation.trying);
    }
    return switch (operation) {
      case ADD -> a.add(b);
      case SUBTRACT -> a.subtract(b);
      case MULTIPLY -> a.multiply(b);
      case DIVIDE -> {
        int scale = result instanceof DecimalType type ? type.scale() : 0;
        yield a.divide(b, scale, RoundingMode.HALF_UP);
      }
      case WHOLE -> a.divideToIntegralValue(b);
      case REMAINDER -> a.remainder(b);
      case POSITIVE_REMAINDER -> {
        BigDecimal rest = a.remainder(b);
        yield rest.signum() < 0 ? rest.add(b).remainder(b) : rest;
      }
    };
  }

  /** The row's value of a decimal column of either width. */
  static BigDecimal value(Column column, DecimalType type, int row) {
    return column instanceof LongColumn narrow
        ? BigDecimal.valueOf(narrow.get(row), type.scale())
        : ((DecimalColumn) column).get(row);
  }
}
