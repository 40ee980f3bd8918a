package tidemark.operators.aggregate;

import java.util.Optional;

/** The order in which values are taken. */
enum Direction {
  ASCENDING,
  DESCENDING;

  /** What the constant {@code descending} says; empty if it is no boolean. */
  static Optional<Direction> of(AggregateArgument descending) {
    return descending.constant().orElse("") instanceof Boolean yes
        ? Optional.of(yes ? DESCENDING : ASCENDING)
        : Optional.empty();
  }
}
