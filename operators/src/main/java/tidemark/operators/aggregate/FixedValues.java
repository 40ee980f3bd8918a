package tidemark.operators.aggregate;

import java.util.Arrays;
import tidemark.operators.batch.BooleanBuilder;
import tidemark.operators.batch.BooleanColumn;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.ColumnBuilder;
import tidemark.operators.batch.DoubleBuilder;
import tidemark.operators.batch.DoubleColumn;
import tidemark.operators.batch.LongBuilder;
import tidemark.operators.batch.LongColumn;
import tidemark.operators.batch.ValueComparator;
import tidemark.operators.types.DataType;
import tidemark.operators.types.Physical;
import tidemark.operators.types.SimpleType;

/** Values of at most 64 bits: booleans as 0 and 1, doubles as their bits. */
final class FixedValues implements KeptValues {
  private final DataType type;
  private final Physical physical;
  private long[] bits = new long[0];
  private boolean[] present = new boolean[0];

  FixedValues(DataType type) {
    this.type = type;
    this.physical = type.physical();
  }

  @Override
  public void ensure(int groups) {
    if (groups > bits.length) {
      int length = Growth.length(bits.length, groups);
      bits = Arrays.copyOf(bits, length);
      present = Arrays.copyOf(present, length);
    }
  }

  @Override
  public boolean isPresent(int group) {
    return present[group];
  }

  @Override
  public void set(int group, Column source, int row) {
    if (source.isNull(row)) {
      clear(group);
    } else {
      put(group, bitsOf(source, row));
    }
  }

  @Override
  public void copy(int group, KeptValues other, int otherGroup) {
    FixedValues from = (FixedValues) other;
    bits[group] = from.bits[otherGroup];
    present[group] = from.present[otherGroup];
  }

  @Override
  public void clear(int group) {
    present[group] = false;
  }

  @Override
  public int compare(int group, Column other, int row) {
    return compareBits(bits[group], bitsOf(other, row));
  }

  @Override
  public int compare(int group, KeptValues other, int otherGroup) {
    return compareBits(bits[group], ((FixedValues) other).bits[otherGroup]);
  }

  @Override
  public void encode(int group, StateWriter out) {
    out.writePresence(present[group]);
    if (!present[group]) {
      return;
    }
    long value = bits[group];
    if (physical == Physical.LONG) {
      out.writeLong(value);
    } else if (physical == Physical.BOOLEAN) {
      out.writeBoolean(value != 0);
    } else if (type == SimpleType.FLOAT) {
      out.writeFloat((float) Double.longBitsToDouble(value));
    } else {
      out.writeDouble(Double.longBitsToDouble(value));
    }
  }

  @Override
  public void decode(int group, StateReader in) {
    if (!in.readPresence()) {
      clear(group);
    } else if (physical == Physical.LONG) {
      put(group, in.readLong());
    } else if (physical == Physical.BOOLEAN) {
      put(group, in.readBoolean() ? 1 : 0);
    } else {
      double value = type == SimpleType.FLOAT ? in.readFloat() : in.readDouble();
      put(group, Double.doubleToRawLongBits(value));
    }
  }

  @Override
  public void append(int group, ColumnBuilder out) {
    if (!present[group]) {
      out.appendNull();
    } else if (out instanceof LongBuilder longs) {
      longs.append(bits[group]);
    } else if (out instanceof BooleanBuilder booleans) {
      booleans.append(bits[group] != 0);
    } else {
      ((DoubleBuilder) out).append(Double.longBitsToDouble(bits[group]));
    }
  }

  @Override
  public void reset() {
    Arrays.fill(present, false);
  }

  @Override
  public long memory() {
    return 9L * bits.length;
  }

  private void put(int group, long value) {
    bits[group] = value;
    present[group] = true;
  }

  private int compareBits(long left, long right) {
    return physical == Physical.DOUBLE
        ? ValueComparator.compareDoubles(
            Double.longBitsToDouble(left), Double.longBitsToDouble(right))
        : Long.compare(left, right);
  }

  private static long bitsOf(Column source, int row) {
    if (source instanceof LongColumn longs) {
      return longs.get(row);
    }
    if (source instanceof BooleanColumn booleans) {
      return booleans.get(row) ? 1 : 0;
    }
    return Double.doubleToRawLongBits(((DoubleColumn) source).get(row));
  }
}
