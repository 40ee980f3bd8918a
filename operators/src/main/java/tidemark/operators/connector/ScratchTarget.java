package tidemark.operators.connector;

import java.util.function.Consumer;

/**
 * A place that a sink writes to in the stead of its own while a pipeline is rehearsed. Nothing that
 * is done to it, or by the sink through its options, changes what the sink's own place holds, marks
 * of batches included. It outlives the process, and is found again by its name.
 */
public interface ScratchTarget {
  /** The options with which the connector writes there; asked once it is made. */
  Options options();

  /** The place in words, without secrets. */
  String place();

  /**
   * Makes it, without rows.
   *
   * @throws tidemark.operators.diagnostics.Failure TM645 if that is not allowed
   */
  void make();

  /** Hands over every row that a reader sees now, each as a text; equal rows have equal texts. */
  void read(Consumer<String> row);

  /** Takes it away with all that is in it. It need not be there. */
  void drop();
}
