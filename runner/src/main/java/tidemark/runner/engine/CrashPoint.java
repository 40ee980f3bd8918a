package tidemark.runner.engine;

/** Told of every boundary that a micro-batch passes; a test throws here, or ends the process. */
@FunctionalInterface
public interface CrashPoint {
  /** Passes all boundaries. */
  CrashPoint NONE = (boundary, batch) -> {};

  void reached(Boundary boundary, long batch);
}
