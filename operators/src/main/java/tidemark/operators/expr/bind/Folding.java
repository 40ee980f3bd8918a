package tidemark.operators.expr.bind;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.BooleanColumn;
import tidemark.operators.batch.BytesColumn;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.DecimalColumn;
import tidemark.operators.batch.DoubleColumn;
import tidemark.operators.batch.LongColumn;
import tidemark.operators.batch.Selection;
import tidemark.operators.diagnostics.Failure;
import tidemark.operators.expr.Binary;
import tidemark.operators.expr.EvaluationContext;
import tidemark.operators.expr.Expression;
import tidemark.operators.expr.Literal;
import tidemark.operators.types.DataType;
import tidemark.operators.types.DecimalType;
import tidemark.operators.types.Schema;
import tidemark.operators.types.SimpleType;

/** Computes constant expressions once. */
public final class Folding {
  private Folding() {}

  /**
   * The value of a constant expression; empty if it fails (then it must fail for the rows that
   * reach it) or is an array, map or struct, or a text that is not well-formed.
   */
  public static Optional<Literal> value(Expression expression, EvaluationContext context) {
    if (expression instanceof Literal literal) {
      return Optional.of(literal);
    }
    try {
      return literal(expression.type(), evaluate(expression, context));
    } catch (Failure e) {
      return Optional.empty();
    }
  }

  /** Why a constant expression has no value; empty if it has one. */
  public static Optional<Failure> failure(Expression expression, EvaluationContext context) {
    if (expression instanceof Literal) {
      return Optional.empty();
    }
    try {
      int size = evaluate(expression, context).size();
      return size == 1 ? Optional.empty() : Optional.empty();
    } catch (Failure e) {
      return Optional.of(e);
    }
  }

  private static Column evaluate(Expression expression, EvaluationContext context) {
    Batch one = new Batch(new Schema(java.util.List.of()), new Column[0], 1);
    return Evaluators.unfolded(expression, context).evaluate(one, Selection.all(1));
  }

  private static Optional<Literal> literal(DataType type, Column column) {
    if (column.isNull(0)) {
      return Optional.of(new Literal(type, null));
    }
    if (type == SimpleType.STRING && !isWellFormed((BytesColumn) column)) {
      return Optional.empty();
    }
    return switch (type.physical()) {
      case BOOLEAN, LONG, DOUBLE, BYTES, DECIMAL ->
          Optional.of(new Literal(type, value(type, column)));
      case ARRAY, MAP, STRUCT -> Optional.empty();
    };
  }

  /** Whether a string holds all of the text: it has no bytes that are no UTF-8. */
  private static boolean isWellFormed(BytesColumn text) {
    return Arrays.equals(text.bytes(0), text.string(0).getBytes(StandardCharsets.UTF_8));
  }

  private static @Nullable Object value(DataType type, Column column) {
    if (column instanceof BooleanColumn c) {
      return c.get(0);
    }
    if (column instanceof LongColumn c) {
      return type instanceof DecimalType decimal
          ? BigDecimal.valueOf(c.get(0), decimal.scale())
          : (Object) c.get(0);
    }
    if (column instanceof DoubleColumn c) {
      return c.get(0);
    }
    if (column instanceof DecimalColumn c) {
      return c.get(0);
    }
    BytesColumn c = (BytesColumn) column;
    return type == SimpleType.STRING ? c.string(0) : new Binary(c.bytes(0));
  }
}
