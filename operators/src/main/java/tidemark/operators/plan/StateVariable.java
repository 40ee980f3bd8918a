package tidemark.operators.plan;

import tidemark.operators.expr.Expression;
import tidemark.operators.types.DataType;
import tidemark.operators.types.Field;

/**
 * A value that a keyed step keeps for each key.
 *
 * @param initial a constant of the type, which the value is before anything is set and after the
 *     key is cleared
 */
public record StateVariable(String name, DataType type, Expression initial) {
  /** How expressions name the variables: {@code state.name}. */
  public static final String QUALIFIER = "state";

  /** The column as expressions refer to it. */
  public String reference() {
    return QUALIFIER + "." + name;
  }

  /** The stored field; it may be null. */
  public Field field() {
    return Field.of(name, type);
  }
}
