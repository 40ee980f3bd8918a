package tidemark.operators.stateful;

import java.util.Arrays;
import java.util.BitSet;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.Selection;
import tidemark.operators.plan.LogicalOp.Updates;
import tidemark.operators.state.KeyCodec;
import tidemark.operators.state.KeyWriter;
import tidemark.operators.types.DataType;

/**
 * Leaves out of a batch the rows that say what was said before. A pair is a row as it came out
 * last, which is only there to be compared, and the row as it is now, directly behind it.
 */
final class Changes {
  private final int ownColumns;
  private final BitSet firstOfPair = new BitSet();
  private final KeyWriter before = new KeyWriter();
  private final KeyWriter now = new KeyWriter();

  Changes(Updates updates) {
    this.ownColumns = updates.columns().size();
  }

  void beginPair(int row) {
    firstOfPair.set(row);
  }

  /** Whether the last row of so many is the first of a pair. */
  boolean awaitsSecond(int rows) {
    return rows > 0 && firstOfPair.get(rows - 1);
  }

  /** The batch without first rows of pairs, and without second rows that equal them. */
  Batch keep(Batch batch) {
    if (firstOfPair.isEmpty()) {
      return batch;
    }
    int[] kept = new int[batch.size()];
    int count = 0;
    for (int row = 0; row < batch.size(); row++) {
      boolean hidden =
          firstOfPair.get(row) || row > 0 && firstOfPair.get(row - 1) && isSame(batch, row);
      if (!hidden) {
        kept[count++] = row;
      }
    }
    firstOfPair.clear();
    return batch.select(Selection.of(kept, count));
  }

  /** Equal as grouping keys are: null equals null, NaN equals NaN, 0.0 equals -0.0. */
  private boolean isSame(Batch batch, int row) {
    before.clear();
    now.clear();
    int columns = batch.schema().size() - ownColumns;
    for (int column = 0; column < columns; column++) {
      DataType type = batch.schema().field(column).type();
      KeyCodec.write(batch.column(column), type, row - 1, before);
      KeyCodec.write(batch.column(column), type, row, now);
    }
    return Arrays.equals(before.buffer(), 0, before.length(), now.buffer(), 0, now.length());
  }
}
