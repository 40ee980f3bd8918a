package tidemark.operators.expr;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import tidemark.operators.types.DataType;

/**
 * One aggregate function over rows.
 *
 * @param function its name in lower case
 * @param arguments row expressions of the types that the function asked for; empty for {@code
 *     count(*)}
 * @param filter only rows for which it is true count
 */
public record AggregateCall(
    String function,
    List<Expression> arguments,
    boolean distinct,
    Optional<Expression> filter,
    DataType type,
    boolean nullable) {
  public AggregateCall {
    arguments = List.copyOf(arguments);
  }

  /** The Spark SQL text that means this call, independent of how it was spelled. */
  public String canonical() {
    String inside =
        arguments.isEmpty()
            ? "*"
            : arguments.stream().map(Expression::canonical).collect(Collectors.joining(", "));
    return function
        + "("
        + (distinct ? "DISTINCT " : "")
        + inside
        + ")"
        + filter.map(f -> " FILTER (WHERE " + f.canonical() + ")").orElse("");
  }

  /**
   * Adds it to calls over the same rows, unless an equal one is there.
   *
   * @param calls changed: a call that is new to them comes last
   * @return the position among them of the call or its equal
   */
  public int addTo(List<AggregateCall> calls) {
    String text = canonical();
    for (int i = 0; i < calls.size(); i++) {
      if (calls.get(i).canonical().equals(text)) {
        return i;
      }
    }
    calls.add(this);
    return calls.size() - 1;
  }
}
