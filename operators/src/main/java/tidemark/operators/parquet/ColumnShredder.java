package tidemark.operators.parquet;

import java.util.ArrayList;
import java.util.List;
import tidemark.operators.batch.ArrayColumn;
import tidemark.operators.batch.BooleanColumn;
import tidemark.operators.batch.BytesColumn;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.DecimalColumn;
import tidemark.operators.batch.DoubleColumn;
import tidemark.operators.batch.LongColumn;
import tidemark.operators.batch.MapColumn;
import tidemark.operators.batch.StructColumn;
import tidemark.operators.format.Utf8;
import tidemark.operators.types.ArrayType;
import tidemark.operators.types.DataType;
import tidemark.operators.types.DecimalType;
import tidemark.operators.types.Field;
import tidemark.operators.types.MapType;
import tidemark.operators.types.SimpleType;
import tidemark.operators.types.StructType;

/**
 * Takes the values of a column apart into those of its leaves, with the levels that say where lists
 * begin and what is null. Every node may be null, except the keys of maps.
 */
final class ColumnShredder {
  /** How an entry of a list or map is marked: the list is there, and has the entry. */
  private static final int LIST_LEVELS = 2;

  private final DataType type;
  private final List<ColumnShredder> parts;
  private final List<LeafBuffer> leaves = new ArrayList<>();
  private final int definition;
  private final int repetition;

  /**
   * @param definition the level at which a value of this node is there
   * @param repetition the level at which its next entry begins, if it has entries
   */
  private ColumnShredder(
      DataType type, List<ColumnShredder> parts, int definition, int repetition) {
    this.type = type;
    this.parts = parts;
    this.definition = definition;
    this.repetition = repetition;
    parts.forEach(part -> leaves.addAll(part.leaves));
  }

  /** A shredder of a column that may be null. */
  static ColumnShredder of(DataType type) {
    return of(type, 1, 0);
  }

  private static ColumnShredder of(DataType type, int definition, int repetition) {
    if (type instanceof StructType struct) {
      List<ColumnShredder> fields = new ArrayList<>();
      for (Field field : struct.fields()) {
        fields.add(of(field.type(), definition + 1, repetition));
      }
      return new ColumnShredder(type, fields, definition, repetition);
    }
    if (type instanceof ArrayType array) {
      ColumnShredder element = of(array.element(), definition + LIST_LEVELS, repetition + 1);
      return new ColumnShredder(type, List.of(element), definition, repetition + 1);
    }
    if (type instanceof MapType map) {
      ColumnShredder key = of(map.key(), definition + 1, repetition + 1);
      ColumnShredder value = of(map.value(), definition + LIST_LEVELS, repetition + 1);
      return new ColumnShredder(type, List.of(key, value), definition, repetition + 1);
    }
    ColumnShredder leaf = new ColumnShredder(type, List.of(), definition, repetition);
    leaf.leaves.add(new LeafBuffer(SchemaText.physical(type), definition, repetition));
    return leaf;
  }

  /** The leaves, in the order of the schema. */
  List<LeafBuffer> leaves() {
    return leaves;
  }

  /** Appends a row's value. */
  void append(Column column, int row) {
    append(column, row, 0);
  }

  private void append(Column column, int row, int repetitionHere) {
    if (column.isNull(row)) {
      absent(repetitionHere, definition - 1);
    } else if (column instanceof LongColumn longs) {
      long value = longs.get(row);
      leaves.get(0).number(repetitionHere, value);
    } else if (column instanceof DoubleColumn doubles) {
      double value = doubles.get(row);
      long bits =
          type == SimpleType.FLOAT
              ? Float.floatToRawIntBits((float) value)
              : Double.doubleToRawLongBits(value);
      leaves.get(0).number(repetitionHere, bits);
    } else if (column instanceof BytesColumn bytes) {
      bytes(bytes, row, repetitionHere);
    } else if (column instanceof BooleanColumn booleans) {
      leaves.get(0).number(repetitionHere, booleans.get(row) ? 1 : 0);
    } else if (column instanceof DecimalColumn decimals) {
      decimal(decimals, row, repetitionHere);
    } else {
      nested(column, row, repetitionHere);
    }
  }

  /** A text is UTF-8 in the format, so what is not becomes U+FFFD. */
  private void bytes(BytesColumn column, int row, int repetitionHere) {
    byte[] data = column.data();
    int start = column.start(row);
    int length = column.length(row);
    if (type == SimpleType.STRING && Utf8.firstInvalid(data, start, start + length) >= 0) {
      data = Utf8.valid(data, start, length);
      start = 0;
      length = data.length;
    }
    leaves.get(0).bytes(repetitionHere, data, start, length);
  }

  private void decimal(DecimalColumn decimals, int row, int repetitionHere) {
    byte[] shortest = decimals.get(row).unscaledValue().toByteArray();
    int length = SchemaText.decimalBytes(((DecimalType) type).precision());
    byte[] bytes = new byte[length];
    java.util.Arrays.fill(bytes, 0, length - shortest.length, (byte) (shortest[0] >> 7));
    System.arraycopy(shortest, 0, bytes, length - shortest.length, shortest.length);
    leaves.get(0).bytes(repetitionHere, bytes, 0, length);
  }

  private void nested(Column column, int row, int repetitionHere) {
    if (column instanceof StructColumn struct) {
      for (int i = 0; i < parts.size(); i++) {
        parts.get(i).append(struct.field(i), row, repetitionHere);
      }
    } else if (column instanceof ArrayColumn array) {
      int length = array.length(row);
      for (int i = 0; i < length; i++) {
        int here = i == 0 ? repetitionHere : repetition;
        parts.get(0).append(array.elements(), array.start(row) + i, here);
      }
      if (length == 0) {
        absent(repetitionHere, definition);
      }
    } else if (column instanceof MapColumn map) {
      int length = map.length(row);
      for (int i = 0; i < length; i++) {
        int here = i == 0 ? repetitionHere : repetition;
        parts.get(0).append(map.keys(), map.start(row) + i, here);
        parts.get(1).append(map.values(), map.start(row) + i, here);
      }
      if (length == 0) {
        absent(repetitionHere, definition);
      }
    } else {
      throw new AssertionError(type);
    }
  }

  private void absent(int repetitionHere, int definitionHere) {
    for (LeafBuffer leaf : leaves) {
      leaf.absent(repetitionHere, definitionHere);
    }
  }
}
