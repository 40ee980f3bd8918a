package tidemark.operators.batch;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import tidemark.operators.types.ArrayType;
import tidemark.operators.types.DataType;
import tidemark.operators.types.MapType;
import tidemark.operators.types.StructType;

/** A column that grows value by value; copies what it is given. */
public abstract sealed class ColumnBuilder
    permits BooleanBuilder,
        LongBuilder,
        DoubleBuilder,
        BytesBuilder,
        DecimalBuilder,
        ArrayBuilder,
        MapBuilder,
        StructBuilder {
  int size;
  private boolean @Nullable [] nulls;

  /** The builder for values of this type. */
  public static ColumnBuilder of(DataType type) {
    return switch (type.physical()) {
      case BOOLEAN -> new BooleanBuilder();
      case LONG -> new LongBuilder();
      case DOUBLE -> new DoubleBuilder();
      case BYTES -> new BytesBuilder();
      case DECIMAL -> new DecimalBuilder();
      case ARRAY -> new ArrayBuilder(of(((ArrayType) type).element()));
      case MAP -> new MapBuilder(of(((MapType) type).key()), of(((MapType) type).value()));
      case STRUCT ->
          new StructBuilder(
              ((StructType) type)
                  .fields().stream().map(f -> of(f.type())).toArray(ColumnBuilder[]::new));
    };
  }

  /** How many values there are. */
  public final int size() {
    return size;
  }

  /** Whether the value appended last is null. */
  public final boolean endsWithNull() {
    return nulls != null && size > 0 && size <= nulls.length && nulls[size - 1];
  }

  /** Appends a null. */
  public final void appendNull() {
    if (nulls == null) {
      nulls = new boolean[Math.max(16, size + 1)];
    } else if (size >= nulls.length) {
      nulls = Arrays.copyOf(nulls, Math.max(size + 1, size * 2));
    }
    nulls[size] = true;
    appendFiller();
    size++;
  }

  /** Appends the value, or null, of a row of a column of the same type. */
  public final void append(Column source, int row) {
    if (source.isNull(row)) {
      appendNull();
    } else {
      appendValue(source, row);
    }
  }

  /** Appends the values of some rows of a column of the same type: {@code rows[from .. to)}. */
  void append(Column source, int[] rows, int from, int to) {
    for (int i = from; i < to; i++) {
      append(source, rows[i]);
    }
  }

  /** Appends the values of the selected rows of a column of the same type. */
  public void append(Column source, Selection rows) {
    int[] listed = rows.rows();
    if (listed != null) {
      append(source, listed, 0, rows.count());
      return;
    }
    for (int row = 0; row < rows.count(); row++) {
      append(source, row);
    }
  }

  /** The column so far; the builder must be reset or dropped afterwards. */
  public abstract Column build();

  /** Forgets all values; columns that were built stay valid. */
  public final void reset() {
    size = 0;
    nulls = null;
    clear();
  }

  /** Bytes that the values take, roughly. */
  public abstract long bytes();

  /** Forgets the values above the first {@code newSize}. */
  public abstract void truncate(int newSize);

  final void forgetNulls(int newSize) {
    if (nulls != null && newSize < nulls.length) {
      Arrays.fill(nulls, newSize, nulls.length, false);
    }
    size = newSize;
  }

  /** The null flags, at least {@link #size} long, or null if there is no null. */
  final boolean @Nullable [] builtNulls() {
    if (nulls != null && nulls.length < size) {
      nulls = Arrays.copyOf(nulls, size);
    }
    return nulls;
  }

  /** True if {@link #pack} can write the values: those that stand in arrays of primitives. */
  boolean isPacked() {
    return false;
  }

  /** Bytes that {@link #pack} writes. */
  final int packedBytes() {
    return 1 + (nulls == null ? 0 : size) + packedValueBytes();
  }

  int packedValueBytes() {
    throw unpacked();
  }

  /** Writes all values, in the processor's byte order. */
  final void pack(ByteBuffer target) {
    boolean[] flags = builtNulls();
    target.put((byte) (flags == null ? 0 : 1));
    for (int i = 0; flags != null && i < size; i++) {
      target.put((byte) (flags[i] ? 1 : 0));
    }
    packValues(target);
  }

  void packValues(ByteBuffer target) {
    throw unpacked();
  }

  /** Forgets all values and takes those that were packed, without new arrays if it can. */
  final void unpack(ByteBuffer source, int rows) {
    boolean[] flags = source.get() == 0 ? null : new boolean[rows];
    for (int i = 0; flags != null && i < rows; i++) {
      flags[i] = source.get() != 0;
    }
    nulls = flags;
    size = rows;
    unpackValues(source);
  }

  void unpackValues(ByteBuffer source) {
    throw unpacked();
  }

  private static IllegalStateException unpacked() {
    return new IllegalStateException("values that are not packed");
  }

  abstract void appendFiller();

  abstract void appendValue(Column source, int row);

  abstract void clear();
}
