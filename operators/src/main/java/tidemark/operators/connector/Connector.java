package tidemark.operators.connector;

import java.util.List;
import java.util.Optional;
import tidemark.operators.diagnostics.Diagnostics;

/**
 * A plug-in that reads or writes one kind of system, found by ServiceLoader. Checking does no I/O;
 * only inspecting and opening touch the world.
 */
public interface Connector {
  /** The key in the pipeline file, for example {@code file}. */
  String name();

  /** The options of a source; empty if the connector has no source. */
  List<OptionSpec> sourceOptions();

  /** The options of a sink; empty if the connector has no sink. */
  List<OptionSpec> sinkOptions();

  /**
   * How much one micro-batch takes of a source that sets no limit of its own, so that a first run
   * or one after an outage is not one batch of everything.
   */
  default BatchLimits usualLimits() {
    return BatchLimits.NONE;
  }

  /** Whether what there is can be read whole, as a table; not if a source has no end. */
  default boolean readsTables() {
    return false;
  }

  /** Whether a source can begin there; every one can begin at the earliest. */
  default boolean startsAt(Start start) {
    return start instanceof Start.Earliest;
  }

  /** How a sink with these options makes one micro-batch take effect once. */
  default Delivery delivery(Options options) {
    return Delivery.NONE;
  }

  /**
   * Whether a sink with these options can find out what became of a batch whose answer was lost;
   * without it someone has to say so where that is not known otherwise.
   */
  default boolean canTell(Options options) {
    return true;
  }

  /** What happens to input of a source that is gone before it was read, as a sentence. */
  default String inputGone() {
    return "the run stops with TM603 and names what is missing; nothing is skipped";
  }

  /**
   * A place that a sink may write to in the stead of its own, which is neither made nor looked at
   * yet; empty if the connector has none, or none without being given one.
   */
  default Optional<ScratchTarget> scratch(SinkRequest request, ScratchName name) {
    return Optional.empty();
  }

  /** Checks a source beyond its options' kinds and describes it. */
  SourceDescription describe(SourceRequest request, Diagnostics found);

  /** Checks a sink beyond its options' kinds; the query id may still be empty. */
  default void check(SinkRequest request, Diagnostics found) {}

  /**
   * Looks at what a source without errors would read: whether it is there, answers in time, and has
   * the columns. Changes nothing.
   *
   * @throws tidemark.operators.diagnostics.Failure what is wrong
   */
  default void inspect(SourceRequest request) {}

  /**
   * The same of what a sink without errors would write to.
   *
   * @throws tidemark.operators.diagnostics.Failure what is wrong
   */
  default void inspect(SinkRequest request) {}

  /**
   * Reads records of a source again, apart from where they stood; empty if its records do not say
   * all alone.
   *
   * @param location for reports
   * @param records each with a line end behind it
   */
  default Optional<SplitReader> reread(
      SourceRequest request, ReadRequest read, String location, byte[] records) {
    return Optional.empty();
  }

  /** Opens a source that was described without errors. */
  Source open(SourceRequest request);

  /**
   * Opens a sink; a folder that belongs to another pipeline is refused here. What another
   * checkpoint of the same pipeline has written is told by {@link Sink#earlier}.
   */
  Sink open(SinkRequest request);
}
