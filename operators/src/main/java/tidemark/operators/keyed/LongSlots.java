package tidemark.operators.keyed;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import tidemark.operators.aggregate.StateReader;
import tidemark.operators.aggregate.StateWriter;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.LongColumn;
import tidemark.operators.batch.Selection;

/** Integral and temporal values, and decimals of at most 18 digits. */
final class LongSlots implements SlotColumn {
  private long[] values = new long[16];
  private boolean[] present = new boolean[16];

  @Override
  public void ensure(int slots) {
    if (slots > values.length) {
      int room = Math.max(slots, values.length * 2);
      values = Arrays.copyOf(values, room);
      present = Arrays.copyOf(present, room);
    }
  }

  long get(int slot) {
    return values[slot];
  }

  void put(int slot, long value) {
    values[slot] = value;
    present[slot] = true;
  }

  @Override
  public boolean isNull(int slot) {
    return !present[slot];
  }

  @Override
  public void setNull(int slot) {
    present[slot] = false;
  }

  @Override
  public void set(int slot, Column column, int row) {
    present[slot] = !column.isNull(row);
    if (present[slot]) {
      values[slot] = ((LongColumn) column).get(row);
    }
  }

  @Override
  public Column gather(int[] slotOfRow, Selection rows, int size) {
    long[] gathered = new long[size];
    boolean @Nullable [] nulls = null;
    for (int i = 0; i < rows.count(); i++) {
      int row = rows.row(i);
      int slot = slotOfRow[row];
      gathered[row] = values[slot];
      if (!present[slot]) {
        nulls = nulls == null ? new boolean[size] : nulls;
        nulls[row] = true;
      }
    }
    return new LongColumn(gathered, nulls, size);
  }

  @Override
  public void write(int slot, StateWriter out) {
    out.writePresence(present[slot]);
    if (present[slot]) {
      out.writeLong(values[slot]);
    }
  }

  @Override
  public void read(int slot, StateReader in) {
    present[slot] = in.readPresence();
    if (present[slot]) {
      values[slot] = in.readLong();
    }
  }
}
