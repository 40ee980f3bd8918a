package tidemark.operators.keyed;

import java.math.BigDecimal;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import tidemark.operators.batch.BatchBuilder;
import tidemark.operators.batch.BooleanBuilder;
import tidemark.operators.batch.BytesBuilder;
import tidemark.operators.batch.ColumnBuilder;
import tidemark.operators.batch.DoubleBuilder;
import tidemark.operators.batch.LongBuilder;
import tidemark.operators.processor.ValueSetter;
import tidemark.operators.types.Field;
import tidemark.operators.types.Schema;
import tidemark.operators.types.SimpleType;

/** The row that is being filled; null where nothing was set. */
final class OutputRow implements ValueSetter {
  private final Schema schema;
  private final boolean[] present;
  private final long[] numbers;
  private final @Nullable String[] texts;

  OutputRow(Schema schema) {
    this.schema = schema;
    this.present = new boolean[schema.size()];
    this.numbers = new long[schema.size()];
    this.texts = new String[schema.size()];
  }

  /** Appends the row, and starts the next. */
  void appendTo(BatchBuilder rows) {
    for (int column = 0; column < present.length; column++) {
      append(column, rows.column(column));
    }
    rows.closeRow();
    reset();
  }

  /** Starts anew. */
  void reset() {
    Arrays.fill(present, false);
  }

  private void append(int column, ColumnBuilder builder) {
    if (!present[column]) {
      builder.appendNull();
    } else if (builder instanceof LongBuilder longs) {
      longs.append(numbers[column]);
    } else if (builder instanceof DoubleBuilder doubles) {
      doubles.append(Double.longBitsToDouble(numbers[column]));
    } else if (builder instanceof BooleanBuilder booleans) {
      booleans.append(numbers[column] != 0);
    } else {
      ((BytesBuilder) builder).append(String.valueOf(texts[column]));
    }
  }

  @Override
  public void setNull(int column) {
    present[column] = false;
  }

  @Override
  public void setLong(int column, long value) {
    put(column, TypedValues.whole(field(column), value));
  }

  @Override
  public void setDouble(int column, double value) {
    put(column, Double.doubleToRawLongBits(TypedValues.fractional(field(column), value)));
  }

  @Override
  public void setBoolean(int column, boolean value) {
    TypedValues.check(field(column), SimpleType.BOOLEAN, value);
    put(column, value ? 1 : 0);
  }

  @Override
  public void setText(int column, String value) {
    TypedValues.check(field(column), SimpleType.STRING, value);
    texts[column] = value;
    present[column] = true;
  }

  @Override
  public void setDecimal(int column, BigDecimal value) {
    put(column, TypedValues.unscaled(field(column), value));
  }

  private void put(int column, long value) {
    numbers[column] = value;
    present[column] = true;
  }

  private Field field(int column) {
    return schema.field(column);
  }
}
