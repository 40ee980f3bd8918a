package tidemark.operators.stateful;

import java.util.Arrays;
import java.util.Objects;
import tidemark.operators.Emitter;
import tidemark.operators.OperatorContext;
import tidemark.operators.Share;
import tidemark.operators.StatefulOperator;
import tidemark.operators.StepMetrics;
import tidemark.operators.WorkBlocks;
import tidemark.operators.connector.OutputMode;
import tidemark.operators.late.TimelyRows;
import tidemark.operators.state.KeyHash;
import tidemark.operators.state.StateRows;

/**
 * Aggregation by fixed windows, event-time keys, keys or nothing. Rows are merged into the stored
 * groups first, then groups that the watermark has passed are closed; merging before closing is
 * what makes each group come out once. Stored row: {@code key group | closing time | keys → schema
 * number | accumulators}, without the closing time where groups never close.
 */
public final class AggregateOperator implements StatefulOperator {
  /** The name of the store that holds the groups. */
  public static final String STORE = "groups";

  private final int lookRows;
  private final AggregateShape shape;
  private final OperatorContext context;
  private final StateRows rows;
  private final AggregateShare[] shares;
  private final WorkBlocks groups;
  private final MergeTotals totals = new MergeTotals();

  public AggregateOperator(AggregateShape shape, OperatorContext context) {
    this(shape, context, GroupingGain.LOOK_ROWS);
  }

  /**
   * @param lookRows rows between two looks at what grouping gains in a share
   */
  AggregateOperator(AggregateShape shape, OperatorContext context, int lookRows) {
    this.lookRows = lookRows;
    this.shape = shape;
    this.context = context;
    this.rows = context.state().rows(STORE);
    this.shares = new AggregateShare[context.partitions().count()];
    this.groups = WorkBlocks.even(context.partitions(), KeyHash.GROUPS);
  }

  @Override
  public Share share(int input, int partition) {
    boolean dropsLate =
        shape.watermarked() && shape.hasExpiry() && context.mode() != OutputMode.COMPLETE;
    long late = dropsLate ? AggregateShape.micros(context.time().lateUpToMillis()) : Long.MIN_VALUE;
    PartialGroups groups =
        context
            .spare()
            .take(partition, PartialGroups.class, () -> new PartialGroups(shape.functions()));
    shares[partition] =
        new AggregateShare(
            shape,
            new TimelyRows(late, context.lateRows().apply(partition)),
            groups,
            new GroupingGain(lookRows));
    return shares[partition];
  }

  @Override
  public void settle(int partition) {
    if (shares[partition] != null) {
      shares[partition].close();
    }
  }

  @Override
  public void finish(int partition, Emitter out) {
    AggregateMerge merge = new AggregateMerge(shape, context, rows, groups.open(partition), out);
    merge.run(filled());
    totals.add(merge.updated(), merge.removed());
  }

  /** The shares of the partitions; none where the step only closes what is stored. */
  private AggregateShare[] filled() {
    return Arrays.stream(shares).filter(Objects::nonNull).toArray(AggregateShare[]::new);
  }

  @Override
  public StepMetrics metrics() {
    return totals.metrics(rows, shares);
  }
}
