package tidemark.operators.format;

import java.util.Arrays;
import tidemark.operators.batch.BooleanColumn;
import tidemark.operators.batch.BytesColumn;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.ColumnBuilder;
import tidemark.operators.batch.DoubleColumn;
import tidemark.operators.batch.LongColumn;
import tidemark.operators.types.DataType;

/** Columns of nothing but nulls, for what is not needed; flat ones share their arrays. */
public final class NullColumns {
  private static final byte[] NO_BYTES = new byte[0];

  private boolean[] nulls = new boolean[0];
  private boolean[] booleans = new boolean[0];
  private long[] longs = new long[0];
  private double[] doubles = new double[0];
  private int[] places = new int[0];

  /** A column of a type and size. */
  public Column column(DataType type, int size) {
    if (nulls.length < size) {
      grow(Math.max(size, nulls.length * 4));
    }
    return switch (type.physical()) {
      case LONG -> new LongColumn(longs, nulls, size);
      case DOUBLE -> new DoubleColumn(doubles, nulls, size);
      case BOOLEAN -> new BooleanColumn(booleans, nulls, size);
      case BYTES -> new BytesColumn(NO_BYTES, places, places, nulls, size);
      case DECIMAL, ARRAY, MAP, STRUCT -> built(type, size);
    };
  }

  private void grow(int size) {
    nulls = new boolean[size];
    Arrays.fill(nulls, true);
    booleans = new boolean[size];
    longs = new long[size];
    doubles = new double[size];
    places = new int[size];
  }

  private static Column built(DataType type, int size) {
    ColumnBuilder builder = ColumnBuilder.of(type);
    for (int i = 0; i < size; i++) {
      builder.appendNull();
    }
    return builder.build();
  }
}
