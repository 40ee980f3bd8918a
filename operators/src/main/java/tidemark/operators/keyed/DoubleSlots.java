package tidemark.operators.keyed;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import tidemark.operators.aggregate.StateReader;
import tidemark.operators.aggregate.StateWriter;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.DoubleColumn;
import tidemark.operators.batch.Selection;
import tidemark.operators.types.DataType;
import tidemark.operators.types.SimpleType;

/** Doubles and floats. */
final class DoubleSlots implements SlotColumn {
  private final DataType type;
  private double[] values = new double[16];
  private boolean[] present = new boolean[16];

  DoubleSlots(DataType type) {
    this.type = type;
  }

  @Override
  public void ensure(int slots) {
    if (slots > values.length) {
      int room = Math.max(slots, values.length * 2);
      values = Arrays.copyOf(values, room);
      present = Arrays.copyOf(present, room);
    }
  }

  double get(int slot) {
    return values[slot];
  }

  void put(int slot, double value) {
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
      values[slot] = ((DoubleColumn) column).get(row);
    }
  }

  @Override
  public Column gather(int[] slotOfRow, Selection rows, int size) {
    double[] gathered = new double[size];
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
    return new DoubleColumn(gathered, nulls, size);
  }

  @Override
  public void write(int slot, StateWriter out) {
    out.writePresence(present[slot]);
    if (present[slot]) {
      if (type == SimpleType.FLOAT) {
        out.writeFloat((float) values[slot]);
      } else {
        out.writeDouble(values[slot]);
      }
    }
  }

  @Override
  public void read(int slot, StateReader in) {
    present[slot] = in.readPresence();
    if (present[slot]) {
      values[slot] = type == SimpleType.FLOAT ? in.readFloat() : in.readDouble();
    }
  }
}
