package tidemark.runner.engine;

/**
 * What a run with a new checkpoint does about micro-batches of its pipeline that the sinks' targets
 * hold already.
 */
public enum OnEarlier {
  /** It ends before anything is read. */
  REFUSE,
  /** They count as done, and the input that they cover as read. */
  ADOPT,
  /** They count as never written: all input is read again, and written where nothing doubles. */
  REPLAY
}
