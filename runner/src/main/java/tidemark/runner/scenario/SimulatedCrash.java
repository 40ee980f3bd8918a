package tidemark.runner.scenario;

/** The process dies here: nothing behind it cleans up. */
final class SimulatedCrash extends Error {
  private static final long serialVersionUID = 1L;

  SimulatedCrash(String where) {
    super(where, null, false, false);
  }
}
