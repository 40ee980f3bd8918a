package tidemark.operators.expr.kernel;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.BooleanColumn;
import tidemark.operators.batch.BytesColumn;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.ColumnBuilder;
import tidemark.operators.batch.DecimalColumn;
import tidemark.operators.batch.DoubleColumn;
import tidemark.operators.batch.LongColumn;
import tidemark.operators.batch.Selection;
import tidemark.operators.expr.Binary;
import tidemark.operators.expr.Evaluator;
import tidemark.operators.expr.Literal;
import tidemark.operators.types.DataType;
import tidemark.operators.types.DecimalType;

/**
 * One value for all rows. Kernels ask for the value when they are bound; a column of it is made
 * only where a kernel has no scalar form, and is kept.
 */
public final class Constant implements Evaluator {
  private final DataType type;
  private final @Nullable Object value;
  private @Nullable Column column;

  public Constant(Literal literal) {
    this.type = literal.type();
    this.value = literal.value();
  }

  public boolean isNull() {
    return value == null;
  }

  /** The value, as literals hold it. */
  public @Nullable Object value() {
    return value;
  }

  /** The value as it lies in a long column. */
  public long longValue() {
    if (value instanceof BigDecimal decimal) {
      return decimal.unscaledValue().longValueExact();
    }
    return value == null ? 0 : (Long) value;
  }

  public double doubleValue() {
    return value == null ? 0 : (Double) value;
  }

  public boolean booleanValue() {
    return value != null && (Boolean) value;
  }

  /** The value as it lies in a bytes column. */
  public byte[] bytes() {
    if (value instanceof Binary binary) {
      return binary.bytes();
    }
    return value == null ? new byte[0] : ((String) value).getBytes(StandardCharsets.UTF_8);
  }

  public BigDecimal decimal() {
    int scale = type instanceof DecimalType decimal ? decimal.scale() : 0;
    return value == null ? BigDecimal.ZERO.setScale(scale) : (BigDecimal) value;
  }

  @Override
  public Column evaluate(Batch batch, Selection rows) {
    int size = batch.size();
    if (column == null || column.size() < size) {
      column = make(Math.max(size, Math.min(Batch.MAX_ROWS, 2 * size)));
    }
    return column.size() == size ? column : shortened(column, size);
  }

  private Column make(int size) {
    if (value == null) {
      ColumnBuilder builder = ColumnBuilder.of(type);
      for (int i = 0; i < size; i++) {
        builder.appendNull();
      }
      return builder.build();
    }
    return switch (type.physical()) {
      case BOOLEAN -> {
        boolean[] values = new boolean[size];
        Arrays.fill(values, booleanValue());
        yield new BooleanColumn(values, null, size);
      }
      case LONG -> {
        long[] values = new long[size];
        Arrays.fill(values, longValue());
        yield new LongColumn(values, null, size);
      }
      case DOUBLE -> {
        double[] values = new double[size];
        Arrays.fill(values, doubleValue());
        yield new DoubleColumn(values, null, size);
      }
      case BYTES -> {
        byte[] bytes = bytes();
        int[] lengths = new int[size];
        Arrays.fill(lengths, bytes.length);
        yield new BytesColumn(bytes, new int[size], lengths, null, size);
      }
      case DECIMAL -> {
        BigDecimal[] values = new BigDecimal[size];
        Arrays.fill(values, decimal());
        yield new DecimalColumn(values, null, size);
      }
      case ARRAY, MAP, STRUCT -> throw new IllegalStateException("constant of type " + type);
    };
  }

  private Column shortened(Column whole, int size) {
    return Columns.resized(whole, size);
  }
}
