package tidemark.operators.processor;

import java.time.Duration;

/** One key: its values, what is kept for it, and what comes of it. */
public interface KeyContext {
  /** The key's own values, in the order of {@code by}. */
  KeyedRow key();

  Variables state();

  /**
   * The time that a time-out armed now counts from, in microseconds: the row's event time, or when
   * the time-out that has fired was due; in processing time the micro-batch's time.
   */
  long timeMicros();

  /**
   * Arms the key's time-out, in place of the one that is armed unless that one counts from a later
   * time.
   *
   * @param length positive
   */
  void armTimeout(Duration length);

  /** Takes the key's time-out away. */
  void disarmTimeout();

  /** Forgets the variables and the time-out. */
  void clear();

  /** The next row to give out; all its values are null until they are set. */
  ValueSetter output();

  /** Gives out the row that {@link #output} was filled with. */
  void emit();
}
