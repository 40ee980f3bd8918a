package tidemark.runner.engine;

import java.util.Locale;

/** A named point inside a micro-batch, in order, at which a crash is possible and tested. */
public enum Boundary {
  /** The offset log names the batch. */
  PLANNED,
  /** All rows are read and computed; nothing is durable. */
  READ,
  /** The state of the batch is durable, but no commit names it; sinks may be preparing. */
  STATE_SEALED,
  /** Every sink has its rows durable aside. */
  SINK_PREPARED,
  /** Every sink shows its rows. */
  SINK_COMMITTED,
  /** The commit log names the batch: it has happened. */
  COMMITTED;

  /** The word in test suites. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
