package tidemark.runner.engine;

/** Told of every micro-batch that has happened. */
@FunctionalInterface
public interface BatchObserver {
  BatchObserver NONE = progress -> {};

  void committed(BatchProgress progress);
}
