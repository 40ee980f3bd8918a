package tidemark.operators.keyed;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import tidemark.operators.aggregate.StateReader;
import tidemark.operators.aggregate.StateWriter;
import tidemark.operators.batch.BooleanColumn;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.Selection;

/** Booleans. */
final class BooleanSlots implements SlotColumn {
  private boolean[] values = new boolean[16];
  private boolean[] present = new boolean[16];

  @Override
  public void ensure(int slots) {
    if (slots > values.length) {
      int room = Math.max(slots, values.length * 2);
      values = Arrays.copyOf(values, room);
      present = Arrays.copyOf(present, room);
    }
  }

  boolean get(int slot) {
    return values[slot];
  }

  void put(int slot, boolean value) {
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
      values[slot] = ((BooleanColumn) column).get(row);
    }
  }

  @Override
  public Column gather(int[] slotOfRow, Selection rows, int size) {
    boolean[] gathered = new boolean[size];
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
    return new BooleanColumn(gathered, nulls, size);
  }

  @Override
  public void write(int slot, StateWriter out) {
    out.writePresence(present[slot]);
    if (present[slot]) {
      out.writeBoolean(values[slot]);
    }
  }

  @Override
  public void read(int slot, StateReader in) {
    present[slot] = in.readPresence();
    if (present[slot]) {
      values[slot] = in.readBoolean();
    }
  }
}
