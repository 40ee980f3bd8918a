package tidemark.operators.expr;

import tidemark.operators.types.DataType;

/**
 * A column of the input.
 *
 * @param name exactly the column's name in the input schema; for a column of a side, {@code
 *     side.column}
 */
public record ColumnReference(String name, DataType type, boolean nullable) implements Expression {
  @Override
  public String canonical() {
    return Canonical.path(name);
  }
}
