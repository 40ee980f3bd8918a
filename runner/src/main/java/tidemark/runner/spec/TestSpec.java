package tidemark.runner.spec;

import java.util.List;
import java.util.Optional;
import tidemark.operators.diagnostics.Span;

/**
 * One test of a suite.
 *
 * @param order whether the order of rows counts
 * @param match whether columns that an expected row lacks must be null
 * @param atLast what holds in the end ({@code finally})
 * @param refused the codes among the pipeline's errors; no steps then
 */
public record TestSpec(
    Placed<String> name,
    Order order,
    Match match,
    List<TestStepSpec> steps,
    Optional<ExpectSpec> atLast,
    Optional<ExpectedCodes> refused,
    Span span) {
  public TestSpec {
    steps = List.copyOf(steps);
  }

  /** Whether the order of rows counts. */
  public enum Order {
    ANY,
    AS_WRITTEN
  }

  /** What columns that an expected row does not write must be. */
  public enum Match {
    /** Null. */
    EXACT,
    /** Anything. */
    SUBSET
  }
}
