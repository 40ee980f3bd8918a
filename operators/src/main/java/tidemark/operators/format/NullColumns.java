package tidemark.operators.format;

import java.util.Arrays;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.BooleanColumn;
import tidemark.operators.batch.BytesColumn;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.ColumnBuilder;
import tidemark.operators.batch.DoubleColumn;
import tidemark.operators.batch.LongColumn;
import tidemark.operators.types.DataType;

/**
 * Columns of nothing but nulls, for what is not needed. All flat ones share their arrays, which
 * everybody may read.
 */
public final class NullColumns {
  private static final boolean[] NULLS = new boolean[Batch.MAX_ROWS];
  private static final boolean[] BOOLEANS = new boolean[Batch.MAX_ROWS];
  private static final long[] LONGS = new long[Batch.MAX_ROWS];
  private static final double[] DOUBLES = new double[Batch.MAX_ROWS];
  private static final int[] PLACES = new int[Batch.MAX_ROWS];
  private static final byte[] NO_BYTES = {};

  static {
    Arrays.fill(NULLS, true);
  }

  private NullColumns() {}

  /** A column of a type and size, at most that of the largest batch. */
  public static Column column(DataType type, int size) {
    return switch (type.physical()) {
      case LONG -> new LongColumn(LONGS, NULLS, size);
      case DOUBLE -> new DoubleColumn(DOUBLES, NULLS, size);
      case BOOLEAN -> new BooleanColumn(BOOLEANS, NULLS, size);
      case BYTES -> new BytesColumn(NO_BYTES, PLACES, PLACES, NULLS, size);
      case DECIMAL, ARRAY, MAP, STRUCT -> built(type, size);
    };
  }

  private static Column built(DataType type, int size) {
    ColumnBuilder builder = ColumnBuilder.of(type);
    for (int i = 0; i < size; i++) {
      builder.appendNull();
    }
    return builder.build();
  }
}
