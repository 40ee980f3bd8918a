package tidemark.operators.aggregate;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import tidemark.operators.batch.BytesBuilder;
import tidemark.operators.batch.BytesColumn;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.ColumnBuilder;
import tidemark.operators.batch.ValueComparator;
import tidemark.operators.types.DataType;
import tidemark.operators.types.Physical;

/**
 * Strings and binary values as their bytes; wide decimals, arrays, maps and structs as they are
 * stored. One array of bytes a group, replaced when the value is.
 */
final class EncodedValues implements KeptValues {
  private static final int ARRAY_OVERHEAD = 24;

  private final DataType type;
  private final boolean plain;
  private final StateWriter writer = new StateWriter();
  private final StateReader reader = new StateReader();
  private byte @Nullable [][] values = new byte[0][];
  private long held;

  EncodedValues(DataType type) {
    this.type = type;
    this.plain = type.physical() == Physical.BYTES;
  }

  @Override
  public void ensure(int groups) {
    if (groups > values.length) {
      values = Arrays.copyOf(values, Growth.length(values.length, groups));
    }
  }

  @Override
  public boolean isPresent(int group) {
    return values[group] != null;
  }

  @Override
  public void set(int group, Column source, int row) {
    if (source.isNull(row)) {
      clear(group);
    } else if (plain) {
      put(group, ((BytesColumn) source).bytes(row));
    } else {
      writer.reset();
      writer.writeValue(type, source, row);
      put(group, writer.toBytes());
    }
  }

  @Override
  public void copy(int group, KeptValues other, int otherGroup) {
    byte[] value = ((EncodedValues) other).values[otherGroup];
    if (value == null) {
      clear(group);
    } else {
      put(group, value);
    }
  }

  @Override
  public void clear(int group) {
    byte[] before = values[group];
    if (before != null) {
      held -= before.length + ARRAY_OVERHEAD;
      values[group] = null;
    }
  }

  @Override
  public int compare(int group, Column other, int row) {
    if (plain) {
      byte[] value = value(group);
      BytesColumn bytes = (BytesColumn) other;
      int start = bytes.start(row);
      return Arrays.compareUnsigned(
          value, 0, value.length, bytes.data(), start, start + bytes.length(row));
    }
    return ValueComparator.of(type).compare(column(group), 0, other, row);
  }

  @Override
  public int compare(int group, KeptValues other, int otherGroup) {
    EncodedValues that = (EncodedValues) other;
    return plain
        ? Arrays.compareUnsigned(value(group), that.value(otherGroup))
        : ValueComparator.of(type).compare(column(group), 0, that.column(otherGroup), 0);
  }

  @Override
  public void encode(int group, StateWriter out) {
    byte[] value = values[group];
    out.writePresence(value != null);
    if (value == null) {
      return;
    }
    if (plain) {
      out.writeCount(value.length);
    }
    out.writeRaw(value, 0, value.length);
  }

  @Override
  public void decode(int group, StateReader in) {
    if (!in.readPresence()) {
      clear(group);
      return;
    }
    int start;
    if (plain) {
      int length = in.readCount();
      start = in.position();
      in.skipRaw(length);
    } else {
      start = in.position();
      in.skipValue(type);
    }
    put(group, Arrays.copyOfRange(in.bytes(), start, in.position()));
  }

  @Override
  public void append(int group, ColumnBuilder out) {
    byte[] value = values[group];
    if (value == null) {
      out.appendNull();
    } else if (plain) {
      ((BytesBuilder) out).append(value, 0, value.length);
    } else {
      reader.open(value, 0, value.length);
      reader.readValue(type, out);
    }
  }

  @Override
  public void reset() {
    Arrays.fill(values, null);
    held = 0;
  }

  @Override
  public long memory() {
    return held + 4L * values.length;
  }

  private void put(int group, byte[] value) {
    clear(group);
    values[group] = value;
    held += value.length + ARRAY_OVERHEAD;
  }

  private byte[] value(int group) {
    byte[] value = values[group];
    if (value == null) {
      throw new IllegalStateException("the group has no value");
    }
    return value;
  }

  private Column column(int group) {
    ColumnBuilder builder = ColumnBuilder.of(type);
    append(group, builder);
    return builder.build();
  }
}
