package tidemark.operators.keyed;

import tidemark.operators.aggregate.StateReader;
import tidemark.operators.aggregate.StateWriter;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.Selection;
import tidemark.operators.types.DataType;

/** The values of one variable, one slot a key; grows as slots are used. For one thread. */
interface SlotColumn {
  /** Room for values of this type. */
  static SlotColumn of(DataType type) {
    return switch (type.physical()) {
      case LONG -> new LongSlots();
      case DOUBLE -> new DoubleSlots(type);
      case BOOLEAN -> new BooleanSlots();
      case BYTES -> new BytesSlots();
      case DECIMAL, ARRAY, MAP, STRUCT -> new EncodedSlots(type);
    };
  }

  /** Makes room for this many slots. */
  void ensure(int slots);

  boolean isNull(int slot);

  void setNull(int slot);

  /** The slot takes the value, or null, of a row. */
  void set(int slot, Column values, int row);

  /**
   * A column of {@code size} rows in which every selected row holds the value of its slot. Setting
   * a slot later does not change it.
   */
  Column gather(int[] slotOfRow, Selection rows, int size);

  /** Appends the value as nullable. */
  void write(int slot, StateWriter out);

  /** The slot takes the nullable value that follows. */
  void read(int slot, StateReader in);
}
