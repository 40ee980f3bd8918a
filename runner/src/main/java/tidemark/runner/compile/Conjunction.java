package tidemark.runner.compile;

import java.util.List;
import java.util.Optional;
import tidemark.operators.expr.Call;
import tidemark.operators.expr.Expression;
import tidemark.operators.types.SimpleType;

/** Several conditions as one that is true if all are. */
final class Conjunction {
  private Conjunction() {}

  /** Empty if there is no condition. */
  static Optional<Expression> of(List<Expression> conditions) {
    return conditions.stream()
        .reduce(
            (all, next) ->
                new Call(
                    "and",
                    List.of(all, next),
                    SimpleType.BOOLEAN,
                    all.nullable() || next.nullable()));
  }
}
