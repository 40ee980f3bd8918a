package tidemark.operators.expr;

import java.util.List;
import tidemark.operators.types.DataType;

/**
 * An operator or function applied to arguments that already have the types it wants.
 *
 * @param function the operator's sign or the function's first name, in lower case
 */
public record Call(String function, List<Expression> arguments, DataType type, boolean nullable)
    implements Expression {
  public Call {
    arguments = List.copyOf(arguments);
  }

  @Override
  public String canonical() {
    return Canonical.call(this);
  }
}
