package tidemark.runner.scenario;

/** A test cannot go on for a reason that its author can mend; the message says which. */
final class BrokenTest extends RuntimeException {
  private static final long serialVersionUID = 1L;

  BrokenTest(String message) {
    super(message);
  }

  BrokenTest(String message, Throwable cause) {
    super(message, cause);
  }
}
