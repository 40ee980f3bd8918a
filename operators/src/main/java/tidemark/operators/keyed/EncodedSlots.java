package tidemark.operators.keyed;

import tidemark.operators.aggregate.StateReader;
import tidemark.operators.aggregate.StateWriter;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.ColumnBuilder;
import tidemark.operators.batch.Selection;
import tidemark.operators.types.DataType;

/** Wide decimals, arrays, maps and structs, kept as they are stored. */
final class EncodedSlots implements SlotColumn {
  private final DataType type;
  private final ByteSpans spans = new ByteSpans();
  private final StateWriter writer = new StateWriter();
  private final StateReader reader = new StateReader();

  EncodedSlots(DataType type) {
    this.type = type;
  }

  @Override
  public void ensure(int slots) {
    spans.ensure(slots);
  }

  @Override
  public boolean isNull(int slot) {
    return spans.isNull(slot);
  }

  @Override
  public void setNull(int slot) {
    spans.clear(slot);
  }

  @Override
  public void set(int slot, Column values, int row) {
    if (values.isNull(row)) {
      spans.clear(slot);
      return;
    }
    writer.reset();
    writer.writeValue(type, values, row);
    spans.put(slot, writer.bytes(), 0, writer.size());
  }

  @Override
  public Column gather(int[] slotOfRow, Selection rows, int size) {
    ColumnBuilder gathered = ColumnBuilder.of(type);
    for (int i = 0; i < rows.count(); i++) {
      int row = rows.row(i);
      fill(gathered, row);
      int slot = slotOfRow[row];
      if (spans.isNull(slot)) {
        gathered.appendNull();
      } else {
        reader.open(spans.data(), spans.start(slot), spans.length(slot));
        reader.readValue(type, gathered);
      }
    }
    fill(gathered, size);
    return gathered.build();
  }

  /** Rows that are not selected have no value. */
  private static void fill(ColumnBuilder gathered, int rows) {
    while (gathered.size() < rows) {
      gathered.appendNull();
    }
  }

  @Override
  public void write(int slot, StateWriter out) {
    out.writePresence(!spans.isNull(slot));
    if (!spans.isNull(slot)) {
      out.writeRaw(spans.data(), spans.start(slot), spans.length(slot));
    }
  }

  @Override
  public void read(int slot, StateReader in) {
    if (in.readPresence()) {
      int start = in.position();
      in.skipValue(type);
      spans.put(slot, in.bytes(), start, in.position() - start);
    } else {
      spans.clear(slot);
    }
  }
}
