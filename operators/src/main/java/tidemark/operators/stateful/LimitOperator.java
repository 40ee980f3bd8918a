package tidemark.operators.stateful;

import java.nio.ByteBuffer;
import tidemark.operators.Emitter;
import tidemark.operators.OperatorContext;
import tidemark.operators.Share;
import tidemark.operators.StatefulOperator;
import tidemark.operators.StepMetrics;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.Selection;
import tidemark.operators.connector.OutputMode;
import tidemark.operators.state.StateRows;
import tidemark.operators.types.Schema;

/**
 * Lets the first rows through: of the pipeline's whole life in append mode, where the count so far
 * is stored, and of each result in complete mode. Stored row: {@code 0 → rows let through (8
 * bytes)}.
 */
public final class LimitOperator implements StatefulOperator {
  /** The name of the store that holds the count. */
  public static final String STORE = "limit";

  private static final byte[] KEY = {0};

  private final long limit;
  private final boolean counted;
  private final StateRows rows;
  private final RowStore[] shares;
  private final long before;
  private final Schema schema;
  private long updated;

  public LimitOperator(long limit, Schema schema, OperatorContext context) {
    this.limit = limit;
    this.schema = schema;
    this.counted = context.mode() != OutputMode.COMPLETE;
    this.rows = context.state().rows(STORE);
    this.shares = new RowStore[context.partitions().count()];
    byte[] stored = counted ? rows.get(KEY) : null;
    this.before = stored == null ? 0 : ByteBuffer.wrap(stored).getLong();
  }

  @Override
  public Share share(int input, int partition) {
    RowStore kept = new RowStore(schema);
    shares[partition] = kept;
    long left = limit - before;
    return batch -> kept.add(batch, left);
  }

  @Override
  public void finish(int partition, Emitter out) {
    if (partition != 0) {
      return;
    }
    long left = limit - before;
    for (RowStore share : shares) {
      for (Batch batch : share.batches()) {
        int count = (int) Math.min(left, batch.count());
        if (count > 0) {
          out.emit(batch.select(Selection.all(count)));
          left -= count;
        }
      }
    }
    long now = limit - left;
    if (counted && now > before) {
      store(now);
    }
  }

  private void store(long passed) {
    byte[] value = ByteBuffer.allocate(8).putLong(passed).array();
    if (rows.isEmpty()) {
      rows.insert(KEY, value);
    } else {
      rows.replace(KEY, value);
    }
    updated++;
  }

  @Override
  public StepMetrics metrics() {
    return new StepMetrics(rows.count(), updated, 0, 0, 0);
  }
}
