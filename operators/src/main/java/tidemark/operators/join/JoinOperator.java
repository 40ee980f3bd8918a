package tidemark.operators.join;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import tidemark.operators.Emitter;
import tidemark.operators.OperatorContext;
import tidemark.operators.Share;
import tidemark.operators.StatefulOperator;
import tidemark.operators.StepMetrics;
import tidemark.operators.WorkBlocks;
import tidemark.operators.late.TimelyRows;
import tidemark.operators.plan.Side;
import tidemark.operators.state.KeyHash;

/**
 * A join of two streams. In one micro-batch all new rows meet each other and what is stored; then
 * the new rows are kept, and what the watermark has passed is forgotten, after having been handed
 * out where rows without partner come out.
 */
public final class JoinOperator implements StatefulOperator {
  private final JoinShape shape;
  private final OperatorContext context;
  private final JoinStores stores;
  private final JoinShare[] left;
  private final JoinShare[] right;
  private final WorkBlocks slices;
  private final AtomicLong kept = new AtomicLong();
  private final AtomicLong forgotten = new AtomicLong();

  public JoinOperator(JoinShape shape, OperatorContext context) {
    this.shape = shape;
    this.context = context;
    this.stores = new JoinStores(shape, context.state());
    this.left = shares(Side.LEFT);
    this.right = shares(Side.RIGHT);
    this.slices = WorkBlocks.even(context.partitions(), KeyHash.GROUPS / NewSlices.GROUPS);
  }

  /** The name of the store that holds a side's rows. */
  public static String rowsOf(Side side) {
    return side.word();
  }

  /** The name of the store that orders a side's rows by time. */
  public static String timesOf(Side side) {
    return side.word() + "_times";
  }

  private JoinShare[] shares(Side side) {
    JoinShare[] shares = new JoinShare[context.partitions().count()];
    long lateMicros = Math.multiplyExact(context.time().lateUpToMillis(), 1000L);
    for (int partition = 0; partition < shares.length; partition++) {
      int place = 2 * partition + side.ordinal();
      shares[partition] =
          new JoinShare(
              shape,
              side,
              stores.form(side),
              new TimelyRows(lateMicros, context.lateRows().apply(partition)),
              context.spare().take(place, NewSlices.class, NewSlices::new));
    }
    return shares;
  }

  @Override
  public Share share(int input, int partition) {
    return input == 0 ? left[partition] : right[partition];
  }

  @Override
  public void finish(int partition, Emitter out) {
    JoinMerge merge = new JoinMerge(shape, context, stores, out);
    merge.handOut(Side.LEFT, left[partition].refused());
    merge.handOut(Side.RIGHT, right[partition].refused());
    WorkBlocks.Part own = slices.open(partition);
    for (int slice = own.next(); slice != WorkBlocks.NONE; slice = own.next()) {
      int first = slice * NewSlices.GROUPS;
      merge.run(first, first + NewSlices.GROUPS, parts(left, first), parts(right, first));
    }
    merge.finish();
    kept.addAndGet(merge.kept());
    forgotten.addAndGet(merge.forgotten());
  }

  private static List<NewRows> parts(JoinShare[] shares, int firstGroup) {
    return Arrays.stream(shares).map(s -> s.slice(firstGroup)).toList();
  }

  @Override
  public StepMetrics metrics() {
    long late = 0;
    long withoutTime = 0;
    for (JoinShare[] side : new JoinShare[][] {left, right}) {
      for (JoinShare share : side) {
        late += share.droppedLate();
        withoutTime += share.withoutTime();
      }
    }
    return new StepMetrics(stores.count(), kept.get(), forgotten.get(), late, withoutTime);
  }
}
