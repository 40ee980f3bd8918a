package tidemark.operators.stateful;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import tidemark.operators.Emitter;
import tidemark.operators.OperatorContext;
import tidemark.operators.Share;
import tidemark.operators.StatefulOperator;
import tidemark.operators.StepMetrics;
import tidemark.operators.WorkBlocks;
import tidemark.operators.late.TimelyRows;
import tidemark.operators.state.KeyHash;
import tidemark.operators.state.StateRows;

/**
 * Lets the first row of each key through. Each worker keeps the rows that are the first of their
 * key in its own share, but those whose key it sees to be stored already, or all rows, where that
 * costs less; the partitions then decide, key group by key group, which of them no earlier row and
 * no stored key stands before; what is left leaves in the order it came in, so neither the rows nor
 * their order depend on the number of workers. Keys are remembered before expired ones are
 * forgotten, as in Spark.
 *
 * <p>Stored row: {@code key group | keys → schema number}, followed in the value by the expiry (8
 * bytes) where a key is remembered for a length of time; where it is remembered until its own event
 * time, that time stands before the keys, so that expired keys are a range.
 */
public final class DeduplicateOperator implements StatefulOperator {
  /** The name of the store that holds the keys. */
  public static final String STORE = "keys";

  /** The name of the store that orders them by their expiry, where they have one beside the key. */
  public static final String INDEX = "key_expiries";

  private final DeduplicateShape shape;
  private final OperatorContext context;
  private final StateRows rows;
  private final boolean stored;
  private final int enough;
  private final DeduplicateShare[] shares;
  private final WorkBlocks groups;
  private final MergeTotals totals = new MergeTotals();
  private final AtomicLong duplicates = new AtomicLong();

  public DeduplicateOperator(DeduplicateShape shape, OperatorContext context) {
    this(shape, context, WaitingGain.enough(context.state().rows(STORE)));
  }

  /**
   * @param enough how many first rows tell a worker how to go on with the others
   */
  DeduplicateOperator(DeduplicateShape shape, OperatorContext context, int enough) {
    this.shape = shape;
    this.context = context;
    this.rows = context.state().rows(STORE);
    this.enough = enough;
    this.stored = !rows.isEmpty();
    this.shares = new DeduplicateShare[context.partitions().count()];
    this.groups = WorkBlocks.even(context.partitions(), KeyHash.GROUPS);
  }

  @Override
  public Share share(int input, int partition) {
    shares[partition] =
        new DeduplicateShare(
            shape,
            new TimelyRows(
                AggregateShape.micros(context.time().lateUpToMillis()),
                context.lateRows().apply(partition)),
            context
                .spare()
                .take(partition, SeenKeys.class, () -> new SeenKeys(shape, mostOutside())),
            stored ? Optional.of(rows) : Optional.empty(),
            new WaitingGain(enough));
    return shares[partition];
  }

  /** A worker's part of a third of what the heap may grow to. */
  private long mostOutside() {
    return Runtime.getRuntime().maxMemory() / 3 / context.partitions().workers();
  }

  @Override
  public void settle(int partition) {
    KeySettlement settlement = new KeySettlement(shape, context, shares, groups.open(partition));
    settlement.run(stored);
    totals.add(settlement.updated(), settlement.removed());
    duplicates.addAndGet(settlement.duplicates());
  }

  @Override
  public void finish(int partition, Emitter out) {
    shares[partition].emitFirst(out);
  }

  @Override
  public StepMetrics metrics() {
    StepMetrics metrics = totals.metrics(rows, shares);
    long dropped = duplicates.get();
    for (DeduplicateShare share : shares) {
      dropped += share.duplicates();
    }
    return new StepMetrics(
        metrics.rows(), metrics.updated(), metrics.removed(), metrics.droppedLate(), 0, dropped);
  }
}
