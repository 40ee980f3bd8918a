package tidemark.operators.aggregate;

/** The answer of the catalogue to a call. */
public sealed interface Answer {
  /** The call is fine. */
  record Resolved(AggregateFunction function) implements Answer {}

  /**
   * The arguments do not fit.
   *
   * @param message why, as the end of a sentence
   */
  record Refused(String message) implements Answer {}

  /** Arguments that the function does not take. */
  static Answer refused(String message) {
    return new Refused(message);
  }
}
