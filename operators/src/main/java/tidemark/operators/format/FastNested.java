package tidemark.operators.format;

import java.util.List;
import tidemark.operators.batch.ArrayBuilder;
import tidemark.operators.batch.ColumnBuilder;
import tidemark.operators.batch.DecimalBuilder;
import tidemark.operators.batch.MapBuilder;
import tidemark.operators.batch.StructBuilder;
import tidemark.operators.types.ArrayType;
import tidemark.operators.types.DataType;
import tidemark.operators.types.DecimalType;
import tidemark.operators.types.Field;
import tidemark.operators.types.MapType;
import tidemark.operators.types.StructType;

/** Reads values of a nested column, or of its parts, into their builder. */
abstract sealed class FastNested permits FastStruct, FastArray, FastMap, FastWide, FastLeaf {
  /**
   * Appends one value; nothing if it is not sure of all of it.
   *
   * @param at where the value begins, at least {@link FastJson#MARGIN} before the array's end
   * @return behind the value, or UNSURE
   */
  abstract int append(byte[] b, int at);

  /** Appends null if that stands there. */
  static int appendNull(byte[] b, int at, ColumnBuilder builder) {
    if (!FastLiterals.isNull(b, at)) {
      return FastJson.UNSURE;
    }
    builder.appendNull();
    return at + 4;
  }

  /** A reader for values of a type. */
  static FastNested of(DataType type, ColumnBuilder builder, FastScalars scalars) {
    if (type instanceof StructType struct) {
      StructBuilder fields = (StructBuilder) builder;
      List<Field> declared = struct.fields();
      FastNested[] readers = new FastNested[declared.size()];
      for (int i = 0; i < readers.length; i++) {
        readers[i] = of(declared.get(i).type(), fields.field(i), scalars);
      }
      return new FastStruct(struct, fields, readers, scalars.skip);
    }
    if (type instanceof ArrayType array) {
      ArrayBuilder rows = (ArrayBuilder) builder;
      FastNested elements = of(array.element(), rows.elements(), scalars);
      return new FastArray(rows, elements, scalars.skip.parts);
    }
    if (type instanceof MapType map) {
      MapBuilder rows = (MapBuilder) builder;
      FastNested values = of(map.value(), rows.values(), scalars);
      return new FastMap(rows, values, scalars.skip.parts);
    }
    if (builder instanceof DecimalBuilder decimals && type instanceof DecimalType decimal) {
      return new FastWide(decimals, decimal);
    }
    return new FastLeaf(type, builder, scalars);
  }
}
