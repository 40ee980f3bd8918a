package tidemark.runner.engine;

/** Told of every place that a micro-batch passes; a test throws here, or ends the process. */
@FunctionalInterface
public interface CrashPoint {
  /** Passes all of them. */
  CrashPoint NONE = (boundary, batch) -> {};

  void reached(Boundary boundary, long batch);

  /**
   * One sink commits next, and whatever has to be noted before is noted. Sinks commit in order of
   * ids; those before are done, and noted as such.
   */
  default void committing(String sink, long batch) {}

  /** One sink's commit took effect, and nothing in the checkpoint says so. */
  default void tookEffect(String sink, long batch) {}
}
