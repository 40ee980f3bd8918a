package tidemark.operators.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import tidemark.operators.expr.ColumnReference;
import tidemark.operators.expr.Expression;
import tidemark.operators.expr.Expressions;
import tidemark.operators.types.Field;
import tidemark.operators.types.Schema;

/** A side of a join. */
public enum Side {
  LEFT,
  RIGHT;

  /** The word before the dot: {@code left}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** How a column of this side is written in a join: {@code left.a}. */
  public String qualified(String column) {
    return word() + "." + column;
  }

  /** The columns of a pair of rows, the left side's first, each under its qualified name. */
  public static Schema pair(Schema left, Schema right) {
    List<Field> fields = new ArrayList<>();
    left.fields().forEach(f -> fields.add(LEFT.qualified(f)));
    right.fields().forEach(f -> fields.add(RIGHT.qualified(f)));
    return new Schema(fields);
  }

  /**
   * An expression over this side's own columns, written for the pair: {@code a} as {@code left.a}.
   */
  public Expression qualified(Expression expression) {
    return renamed(expression, this::qualified);
  }

  /** The reverse of {@link #qualified(Expression)}, for an expression that reads this side only. */
  public Expression local(Expression expression) {
    int prefix = qualified("").length();
    return renamed(expression, name -> name.substring(prefix));
  }

  private static Expression renamed(Expression expression, UnaryOperator<String> rename) {
    return Expressions.rewrite(
        expression,
        e ->
            e instanceof ColumnReference c
                ? new ColumnReference(rename.apply(c.name()), c.type(), c.nullable())
                : e);
  }

  private Field qualified(Field field) {
    return new Field(qualified(field.name()), field.type(), field.nullable());
  }
}
