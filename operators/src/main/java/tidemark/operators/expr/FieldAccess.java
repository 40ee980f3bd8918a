package tidemark.operators.expr;

import tidemark.operators.types.DataType;

/**
 * One field of a struct.
 *
 * @param field the field's exact name
 * @param position the field's position in the struct
 */
public record FieldAccess(
    Expression struct, String field, int position, DataType type, boolean nullable)
    implements Expression {
  @Override
  public String canonical() {
    return struct.canonical() + "." + Canonical.name(field);
  }
}
