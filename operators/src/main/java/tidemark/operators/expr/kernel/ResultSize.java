package tidemark.operators.expr.kernel;

/**
 * How large a value a function may make of small ones: a row whose result were larger fails, rather
 * than the run for lack of memory.
 */
public final class ResultSize {
  private static final long MOST_CHARACTERS = 64L << 20;
  private static final long MOST_ELEMENTS = 10_000_000;

  private ResultSize() {}

  /** Checks the length of a text, in characters or bytes. */
  public static void checkText(String function, long length) {
    if (length > MOST_CHARACTERS) {
      throw Failures.argument(
          function,
          "the result has %,d characters, and at most %,d are allowed"
              .formatted(length, MOST_CHARACTERS),
          "ask for less");
    }
  }

  /** Checks the number of elements of an array. */
  public static void checkArray(String function, long elements) {
    if (elements > MOST_ELEMENTS) {
      throw Failures.argument(
          function,
          "the result has %,d elements, and at most %,d are allowed"
              .formatted(elements, MOST_ELEMENTS),
          "ask for less");
    }
  }
}
