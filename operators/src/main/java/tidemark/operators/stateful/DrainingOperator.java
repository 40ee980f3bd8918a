package tidemark.operators.stateful;

import java.util.List;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import tidemark.operators.Emitter;
import tidemark.operators.Share;
import tidemark.operators.StatefulOperator;
import tidemark.operators.StepMetrics;
import tidemark.operators.batch.Batch;

/**
 * A step with groups that its earlier definitions left open: they close as they would have, and no
 * row joins them any more; all rows belong to the step as it is now.
 */
public final class DrainingOperator implements StatefulOperator {
  private final StatefulOperator now;
  private final List<Earlier> earlier;

  public DrainingOperator(StatefulOperator now, List<Earlier> earlier) {
    this.now = now;
    this.earlier = List.copyOf(earlier);
  }

  /**
   * Groups of an earlier definition.
   *
   * @param groups is given no rows
   * @param columns makes, for one thread, what makes the step's columns of its rows
   */
  public record Earlier(
      StatefulOperator groups, Supplier<? extends UnaryOperator<Batch>> columns) {}

  @Override
  public Share share(int input, int partition) {
    return now.share(input, partition);
  }

  @Override
  public void settle(int partition) {
    earlier.forEach(each -> each.groups().settle(partition));
    now.settle(partition);
  }

  @Override
  public void finish(int partition, Emitter out) {
    for (Earlier each : earlier) {
      UnaryOperator<Batch> columns = each.columns().get();
      each.groups().finish(partition, batch -> out.emit(columns.apply(batch)));
    }
    now.finish(partition, out);
  }

  @Override
  public StepMetrics metrics() {
    return earlier.stream()
        .map(each -> each.groups().metrics())
        .reduce(now.metrics(), StepMetrics::plus);
  }
}
