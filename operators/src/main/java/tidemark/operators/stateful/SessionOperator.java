package tidemark.operators.stateful;

import java.util.Arrays;
import java.util.Objects;
import tidemark.operators.Emitter;
import tidemark.operators.OperatorContext;
import tidemark.operators.Share;
import tidemark.operators.StatefulOperator;
import tidemark.operators.StepMetrics;
import tidemark.operators.WorkBlocks;
import tidemark.operators.late.TimelyRows;
import tidemark.operators.state.KeyHash;
import tidemark.operators.state.StateRows;
import tidemark.operators.time.WindowSpec;

/**
 * Aggregation by sessions. Stored sessions: {@code key group | keys | start → schema number | end |
 * accumulators}; a second store, {@code key group | end | keys | start → nothing}, finds those that
 * the watermark has passed, so closing costs what closes.
 */
public final class SessionOperator implements StatefulOperator {
  /** The name of the store that holds the sessions. */
  public static final String STORE = "sessions";

  /** The name of the store that orders them by their end. */
  public static final String INDEX = "session_ends";

  private final AggregateShape shape;
  private final WindowSpec.Session window;
  private final OperatorContext context;
  private final StateRows rows;
  private final StateRows ends;
  private final SessionShare[] shares;
  private final WorkBlocks groups;
  private final MergeTotals totals = new MergeTotals();

  public SessionOperator(AggregateShape shape, OperatorContext context) {
    this.shape = shape;
    this.window = (WindowSpec.Session) shape.window().orElseThrow();
    this.context = context;
    this.rows = context.state().rows(STORE);
    this.ends = context.state().rows(INDEX);
    this.shares = new SessionShare[context.partitions().count()];
    this.groups = WorkBlocks.even(context.partitions(), KeyHash.GROUPS);
  }

  @Override
  public Share share(int input, int partition) {
    long late =
        shape.watermarked()
            ? AggregateShape.micros(context.time().lateUpToMillis())
            : Long.MIN_VALUE;
    shares[partition] =
        new SessionShare(
            shape, window.gapMicros(), new TimelyRows(late, context.lateRows().apply(partition)));
    return shares[partition];
  }

  @Override
  public void finish(int partition, Emitter out) {
    SessionMerge merge = new SessionMerge(shape, context, rows, ends, groups.open(partition), out);
    merge.run(filled());
    totals.add(merge.updated(), merge.removed());
  }

  /** The shares of the partitions; none where the step only closes what is stored. */
  private SessionShare[] filled() {
    return Arrays.stream(shares).filter(Objects::nonNull).toArray(SessionShare[]::new);
  }

  @Override
  public StepMetrics metrics() {
    return totals.metrics(rows, shares);
  }
}
