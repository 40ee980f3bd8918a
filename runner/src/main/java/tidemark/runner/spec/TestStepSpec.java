package tidemark.runner.spec;

import java.util.List;
import java.util.Optional;
import tidemark.operators.diagnostics.Span;

/** One step of a test. */
public sealed interface TestStepSpec {
  /** The step's first key. */
  Span span();

  /**
   * Hands input over and runs until idle.
   *
   * @param inputs one unit a named source
   * @param run false = only hand over; the next step that runs takes it too
   */
  record Give(List<GivenInput> inputs, boolean run, Optional<ExpectSpec> expect, Span span)
      implements TestStepSpec {
    public Give {
      inputs = List.copyOf(inputs);
    }
  }

  /** What one source is given. */
  record GivenInput(Placed<String> source, InputSpec input) {}

  /** Stops cleanly and opens the checkpoint again, with another pipeline if one is named. */
  record Restart(Optional<PipelineRef> pipeline, Optional<ExpectSpec> expect, Span span)
      implements TestStepSpec {}

  /** Lets a micro-batch die right after a boundary. */
  record Crash(Placed<Long> batch, Placed<CrashBoundary> at, Span span) implements TestStepSpec {}

  /** The boundaries inside a micro-batch that a test can crash at. */
  enum CrashBoundary {
    PLANNED,
    READ,
    STATE_SEALED,
    SINK_PREPARED,
    SINK_COMMITTED
  }
}
