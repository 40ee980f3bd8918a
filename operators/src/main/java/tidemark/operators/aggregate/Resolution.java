package tidemark.operators.aggregate;

/** The answer of the catalogue to a call. */
public sealed interface Resolution {
  /** The call is fine. */
  record Resolved(AggregateFunction function) implements Resolution {}

  /**
   * The arguments do not fit.
   *
   * @param message why, as the end of a sentence
   */
  record Refused(String message) implements Resolution {}

  /** Arguments that the function does not take. */
  static Resolution refused(String message) {
    return new Refused(message);
  }
}
