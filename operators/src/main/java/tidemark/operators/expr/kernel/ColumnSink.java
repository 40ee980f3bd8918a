package tidemark.operators.expr.kernel;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import tidemark.operators.batch.BooleanColumn;
import tidemark.operators.batch.BytesColumn;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.ColumnBuilder;
import tidemark.operators.batch.DecimalColumn;
import tidemark.operators.batch.DoubleColumn;
import tidemark.operators.batch.LongColumn;
import tidemark.operators.types.DataType;

/**
 * Takes the results of a kernel row by row, in ascending order, with gaps where rows are not
 * selected.
 */
public final class ColumnSink {
  /** As large as an array of Java can be. */
  private static final int MOST_BYTES = Integer.MAX_VALUE - 15;

  private final DataType type;
  private final int size;
  private boolean @Nullable [] nulls;
  private long @Nullable [] longs;
  private double @Nullable [] doubles;
  private boolean @Nullable [] booleans;
  private BigDecimal @Nullable [] decimals;
  private byte @Nullable [] data;
  private int @Nullable [] starts;
  private int @Nullable [] lengths;
  private int used;
  private @Nullable ColumnBuilder builder;

  private ColumnSink(DataType type, int size) {
    this.type = type;
    this.size = size;
    switch (type.physical()) {
      case BOOLEAN -> booleans = new boolean[size];
      case LONG -> longs = new long[size];
      case DOUBLE -> doubles = new double[size];
      case DECIMAL -> decimals = new BigDecimal[size];
      case BYTES -> {
        data = new byte[Math.max(64, size * 8)];
        starts = new int[size];
        lengths = new int[size];
      }
      case ARRAY, MAP, STRUCT -> builder = ColumnBuilder.of(type);
    }
  }

  /** A sink for values of the type in batches of {@code size} rows. */
  public static ColumnSink of(DataType type, int size) {
    return new ColumnSink(type, size);
  }

  public void set(int row, boolean value) {
    booleans[row] = value;
  }

  public void set(int row, long value) {
    longs[row] = value;
  }

  public void set(int row, double value) {
    doubles[row] = value;
  }

  /** Takes a decimal of the type's scale, wide or narrow. */
  public void set(int row, BigDecimal value) {
    if (decimals == null) {
      longs[row] = value.unscaledValue().longValue();
    } else {
      decimals[row] = value;
    }
  }

  public void set(int row, String value) {
    byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
    set(row, bytes, 0, bytes.length);
  }

  /** Copies bytes in. */
  public void set(int row, byte[] source, int offset, int length) {
    makeRoom(length);
    System.arraycopy(source, offset, data, used, length);
    starts[row] = used;
    lengths[row] = length;
    used += length;
  }

  private void makeRoom(int length) {
    long needed = (long) used + length;
    if (needed > MOST_BYTES) {
      throw Failures.argument(
          "batch",
          "the texts of its rows have together more than %,d bytes".formatted(MOST_BYTES),
          "take smaller batches, or make shorter texts");
    }
    if (needed > data.length) {
      long twice = Math.min(MOST_BYTES, 2L * data.length);
      data = Arrays.copyOf(data, (int) Math.max(needed, twice));
    }
  }

  /** Begins a row of bytes that is put together from parts. */
  public void begin(int row) {
    starts[row] = used;
    lengths[row] = 0;
  }

  /** Adds a part to the row that was begun. */
  public void more(int row, byte[] source, int offset, int length) {
    makeRoom(length);
    System.arraycopy(source, offset, data, used, length);
    lengths[row] += length;
    used += length;
  }

  public void setNull(int row) {
    if (builder != null) {
      fill(row);
      builder.appendNull();
      return;
    }
    if (nulls == null) {
      nulls = new boolean[size];
    }
    nulls[row] = true;
  }

  /** The builder for the row's nested value: exactly one value must be appended. */
  public ColumnBuilder builder(int row) {
    fill(row);
    return builder;
  }

  /** Takes a value, or null, of a column of the same type. */
  public void copy(int row, Column source, int sourceRow) {
    if (source.isNull(sourceRow)) {
      setNull(row);
      return;
    }
    switch (type.physical()) {
      case BOOLEAN -> set(row, ((BooleanColumn) source).get(sourceRow));
      case LONG -> set(row, ((LongColumn) source).get(sourceRow));
      case DOUBLE -> set(row, ((DoubleColumn) source).get(sourceRow));
      case DECIMAL -> set(row, ((DecimalColumn) source).get(sourceRow));
      case BYTES -> {
        BytesColumn bytes = (BytesColumn) source;
        set(row, bytes.data(), bytes.start(sourceRow), bytes.length(sourceRow));
      }
      case ARRAY, MAP, STRUCT -> builder(row).append(source, sourceRow);
    }
  }

  private void fill(int row) {
    while (builder.size() < row) {
      builder.appendNull();
    }
  }

  /** The column; rows are also null where {@code more} says so. */
  public Column column(boolean @Nullable [] more) {
    if (builder != null) {
      fill(size);
      Column column = builder.build();
      return Columns.withNulls(column, Columns.nulls(column.nulls(), more, size));
    }
    boolean[] all = Columns.nulls(nulls, more, size);
    return switch (type.physical()) {
      case BOOLEAN -> new BooleanColumn(booleans, all, size);
      case LONG -> new LongColumn(longs, all, size);
      case DOUBLE -> new DoubleColumn(doubles, all, size);
      case DECIMAL -> new DecimalColumn(decimals, all, size);
      case BYTES -> new BytesColumn(data, starts, lengths, all, size);
      case ARRAY, MAP, STRUCT -> throw new IllegalStateException(type.ddl());
    };
  }
}
