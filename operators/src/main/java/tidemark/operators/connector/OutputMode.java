package tidemark.operators.connector;

import java.util.Locale;

/** What a micro-batch hands to its sinks. */
public enum OutputMode {
  /** Final rows, once. */
  APPEND,
  /** The rows of the keys that changed. */
  UPDATE,
  /** The whole result. */
  COMPLETE;

  /** The word in the pipeline file. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
