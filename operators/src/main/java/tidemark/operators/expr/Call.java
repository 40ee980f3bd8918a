package tidemark.operators.expr;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import tidemark.operators.diagnostics.Written;
import tidemark.operators.types.DataType;

/**
 * An operator or function applied to arguments that already have the types it wants.
 *
 * @param function the operator's sign or the function's first name, in lower case
 * @param written where the user wrote it, which is no part of its meaning: calls of different
 *     places are equal
 */
public record Call(
    String function,
    List<Expression> arguments,
    DataType type,
    boolean nullable,
    Optional<Written> written)
    implements Expression {
  public Call {
    arguments = List.copyOf(arguments);
  }

  /** A call that no user wrote. */
  public Call(String function, List<Expression> arguments, DataType type, boolean nullable) {
    this(function, arguments, type, nullable, Optional.empty());
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Call call
        && function.equals(call.function)
        && arguments.equals(call.arguments)
        && type.equals(call.type)
        && nullable == call.nullable;
  }

  @Override
  public int hashCode() {
    return Objects.hash(function, arguments, type, nullable);
  }

  @Override
  public String canonical() {
    return Canonical.call(this);
  }
}
