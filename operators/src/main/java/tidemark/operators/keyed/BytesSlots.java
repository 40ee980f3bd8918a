package tidemark.operators.keyed;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import tidemark.operators.aggregate.StateReader;
import tidemark.operators.aggregate.StateWriter;
import tidemark.operators.batch.BytesColumn;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.Selection;

/** Strings and binary values. */
final class BytesSlots implements SlotColumn {
  private final ByteSpans spans = new ByteSpans();

  @Override
  public void ensure(int slots) {
    spans.ensure(slots);
  }

  String text(int slot) {
    return new String(spans.data(), spans.start(slot), spans.length(slot), StandardCharsets.UTF_8);
  }

  void put(int slot, byte[] value) {
    spans.put(slot, value, 0, value.length);
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
    } else {
      BytesColumn bytes = (BytesColumn) values;
      spans.put(slot, bytes.data(), bytes.start(row), bytes.length(row));
    }
  }

  @Override
  public Column gather(int[] slotOfRow, Selection rows, int size) {
    int[] starts = new int[size];
    int[] lengths = new int[size];
    boolean @Nullable [] nulls = null;
    for (int i = 0; i < rows.count(); i++) {
      int row = rows.row(i);
      int slot = slotOfRow[row];
      if (spans.isNull(slot)) {
        nulls = nulls == null ? new boolean[size] : nulls;
        nulls[row] = true;
      } else {
        starts[row] = spans.start(slot);
        lengths[row] = spans.length(slot);
      }
    }
    return new BytesColumn(spans.data(), starts, lengths, nulls, size);
  }

  @Override
  public void write(int slot, StateWriter out) {
    out.writePresence(!spans.isNull(slot));
    if (!spans.isNull(slot)) {
      out.writeBytes(spans.data(), spans.start(slot), spans.length(slot));
    }
  }

  @Override
  public void read(int slot, StateReader in) {
    if (in.readPresence()) {
      int length = in.readCount();
      spans.put(slot, in.bytes(), in.position(), length);
      in.skipRaw(length);
    } else {
      spans.clear(slot);
    }
  }
}
