package tidemark.operators.plan;

import tidemark.operators.expr.Expression;
import tidemark.operators.types.Field;

/** An expression and the column name it gets. */
public record NamedExpression(String name, Expression expression) {
  /** The column it yields. */
  public Field field() {
    return new Field(name, expression.type(), expression.nullable());
  }
}
