package tidemark.operators.keyed;

import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import tidemark.operators.Emitter;
import tidemark.operators.OperatorContext;
import tidemark.operators.Share;
import tidemark.operators.StatefulOperator;
import tidemark.operators.StepMetrics;
import tidemark.operators.state.KeyHash;
import tidemark.operators.state.KeyReader;
import tidemark.operators.state.StateAccess;
import tidemark.operators.state.StateRows;

/**
 * Custom keyed state. First all rows of the micro-batch are taken, those of a key in order, then
 * the time-outs fire that are due. Stored row: {@code key group | keys → schema number | time-out
 * counted from | time-out due | variables}; a second store, {@code key group | due | keys →
 * nothing}, finds the time-outs that are due, so firing costs what fires.
 */
public final class KeyedOperator implements StatefulOperator {
  /** The name of the store that holds the variables. */
  public static final String STORE = "keys";

  /** The name of the store that orders the keys by when their time-out is due. */
  public static final String INDEX = "timeouts";

  private final KeyedShape shape;
  private final OperatorContext context;
  private final StateRows rows;
  private final StateRows timeouts;
  private final KeyedShare[] shares;
  private final AtomicLong updated = new AtomicLong();
  private final AtomicLong removed = new AtomicLong();

  public KeyedOperator(KeyedShape shape, OperatorContext context) {
    this.shape = shape;
    this.context = context;
    this.rows = context.state().rows(STORE);
    this.timeouts = context.state().rows(INDEX);
    this.shares = new KeyedShare[context.partitions().count()];
  }

  /** When the first of a step's time-outs is due, in microseconds; empty if none is armed. */
  public static OptionalLong firstDueMicros(StateAccess state) {
    StateRows timeouts = state.rows(INDEX);
    long first = KeyStates.NEVER;
    for (int group = 0; group < KeyHash.GROUPS && !timeouts.isEmpty(); group++) {
      byte[] key = timeouts.firstKey(new byte[] {(byte) group});
      if (key != null) {
        first = Math.min(first, new KeyReader(key, 1).readLong());
      }
    }
    return first == KeyStates.NEVER ? OptionalLong.empty() : OptionalLong.of(first);
  }

  @Override
  public Share share(int input, int partition) {
    shares[partition] = new KeyedShare(shape, context, partition);
    return shares[partition];
  }

  @Override
  public void finish(int partition, Emitter out) {
    KeyedMerge merge = new KeyedMerge(shape, context, rows, timeouts, partition, out);
    merge.run(shares);
    updated.addAndGet(merge.updated());
    removed.addAndGet(merge.removed());
  }

  @Override
  public StepMetrics metrics() {
    long late = 0;
    long withoutTime = 0;
    for (KeyedShare share : shares) {
      if (share != null) {
        late += share.droppedLate();
        withoutTime += share.withoutTime();
      }
    }
    return new StepMetrics(rows.count(), updated.get(), removed.get(), late, withoutTime);
  }

  static long micros(long millis) {
    return Math.multiplyExact(millis, 1000L);
  }
}
