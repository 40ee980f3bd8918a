package tidemark.operators.aggregate;

import java.util.Optional;
import tidemark.operators.types.DataType;

/**
 * One argument of an aggregate call, as far as resolving needs to know it.
 *
 * @param constant the value if the argument is a constant: {@code Boolean}, {@code Long}, {@code
 *     Double}, {@code BigDecimal}, {@code String}, or a {@code List} of these
 */
public record AggregateArgument(DataType type, Optional<Object> constant) {
  /** An argument that is computed for each row. */
  public static AggregateArgument of(DataType type) {
    return new AggregateArgument(type, Optional.empty());
  }

  /** A constant argument. */
  public static AggregateArgument constant(DataType type, Object value) {
    return new AggregateArgument(type, Optional.of(value));
  }
}
