package tidemark.runner.crash;

import tidemark.runner.engine.Boundary;

/** The process dies at a boundary: nothing behind it cleans up. */
final class Died extends Error {
  private static final long serialVersionUID = 1L;

  Died(Boundary boundary, long batch) {
    super("batch " + batch + " at " + boundary.word(), null, false, false);
  }
}
