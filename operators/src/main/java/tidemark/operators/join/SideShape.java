package tidemark.operators.join;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Supplier;
import tidemark.operators.expr.Evaluator;
import tidemark.operators.expr.Filter;
import tidemark.operators.plan.Retention;
import tidemark.operators.types.Schema;

/**
 * What a join does with one of its inputs.
 *
 * @param inputs makes a worker's evaluators
 * @param kept the columns that are kept of a row
 * @param keptPositions their positions in the input
 * @param time position of the time that partners are near each other by, if there is one
 * @param lateness position of the event time, if there is one
 */
public record SideShape(
    Supplier<Inputs> inputs,
    Schema kept,
    List<Integer> keptPositions,
    OptionalInt time,
    OptionalInt lateness,
    Retention retention) {
  /** The time of a row that has none; it sorts last and is never reached. */
  static final long NO_TIME = Long.MAX_VALUE;

  public SideShape {
    keptPositions = List.copyOf(keptPositions);
  }

  /**
   * A worker's evaluators.
   *
   * @param condition what a row must fulfil to have partners
   * @param keys the values that must be equal
   */
  public record Inputs(Optional<Filter> condition, List<Evaluator> keys) {
    public Inputs {
      keys = List.copyOf(keys);
    }
  }

  /** The instant, in microseconds, up to which rows are forgotten under a watermark. */
  OptionalLong closedMicros(long watermarkMillis) {
    OptionalLong millis = retention.closedMillis(watermarkMillis);
    return millis.isPresent()
        ? OptionalLong.of(Math.multiplyExact(millis.getAsLong(), 1000L))
        : millis;
  }

  /** True if rows have a time at all. */
  boolean isTimed() {
    return time.isPresent() || retention instanceof Retention.UntilKey;
  }
}
