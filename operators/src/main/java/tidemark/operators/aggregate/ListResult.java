package tidemark.operators.aggregate;

/** How a list of values is shown. */
sealed interface ListResult {
  /** As an array. */
  record Array() implements ListResult {}

  /** Strings or binary values joined into one. */
  record Joined(String delimiter) implements ListResult {}

  /** Strings or binary values in an order, joined into one. */
  record Sorted(String delimiter, Direction direction) implements ListResult {}
}
