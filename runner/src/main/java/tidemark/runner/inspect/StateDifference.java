package tidemark.runner.inspect;

import java.util.Arrays;
import tidemark.operators.batch.Batch;
import tidemark.operators.format.ByteSink;
import tidemark.operators.format.Encoder;
import tidemark.operators.format.Format;
import tidemark.operators.format.FormatOptions;
import tidemark.operators.format.Formats;
import tidemark.operators.stateful.StoredRows;
import tidemark.statestore.KeyRange;
import tidemark.statestore.StateCursor;
import tidemark.statestore.checkpoint.StateVersion;

/**
 * What differs in a store between two retained batches, row by row in stored order. Rows of the two
 * are the same row if their stored keys are; a row whose bytes differ but not what they mean is not
 * reported. One row of each is in memory at a time.
 */
public final class StateDifference {
  private final Side before;
  private final Side after;
  private long added;
  private long removed;
  private long changed;
  private long same;

  /** A row of one of the two batches, as JSON. */
  public interface Found {
    void added(String row);

    void removed(String row);

    void changed(String before, String after);
  }

  public StateDifference(
      StoredStore before, StoredRows rowsBefore, StoredStore after, StoredRows rowsAfter) {
    this.before = new Side(before, rowsBefore);
    this.after = new Side(after, rowsAfter);
  }

  public long added() {
    return added;
  }

  public long removed() {
    return removed;
  }

  public long changed() {
    return changed;
  }

  public long same() {
    return same;
  }

  /** Walks through both versions and reports what differs. */
  public void run(StateVersion old, StateVersion now, Found found) {
    try (StateCursor left = old.scan(before.store.id(), KeyRange.all());
        StateCursor right = now.scan(after.store.id(), KeyRange.all())) {
      boolean moreLeft = left.next();
      boolean moreRight = right.next();
      while (moreLeft || moreRight) {
        int order =
            !moreLeft ? 1 : !moreRight ? -1 : Arrays.compareUnsigned(left.key(), right.key());
        if (order < 0) {
          removed++;
          found.removed(before.text(left));
        } else if (order > 0) {
          added++;
          found.added(after.text(right));
        } else {
          compare(left, right, found);
        }
        moreLeft = order <= 0 ? left.next() : moreLeft;
        moreRight = order >= 0 ? right.next() : moreRight;
      }
    }
  }

  private void compare(StateCursor left, StateCursor right, Found found) {
    if (Arrays.equals(left.value(), right.value())) {
      same++;
      return;
    }
    String was = before.text(left);
    String is = after.text(right);
    if (was.equals(is)) {
      same++;
    } else {
      changed++;
      found.changed(was, is);
    }
  }

  /** One of the two batches: its rows are decoded with its own plan. */
  private static final class Side {
    private final StoredStore store;
    private final RowReader reader;
    private final Encoder encoder;
    private final ByteSink line = new ByteSink();

    Side(StoredStore store, StoredRows rows) {
      this.store = store;
      this.reader = new RowReader(store.id(), rows);
      this.encoder = Formats.encoder(FormatOptions.of(Format.NDJSON), rows.schema());
    }

    String text(StateCursor row) {
      Batch one = reader.row(row.key(), row.value());
      line.clear();
      encoder.encode(one, line);
      return line.toString().strip();
    }
  }
}
