package tidemark.operators.batch;

import java.math.BigDecimal;
import java.util.Arrays;

/** Grows a column of wide decimals; the caller sets the scale. */
public final class DecimalBuilder extends ColumnBuilder {
  private BigDecimal[] values = new BigDecimal[16];

  /** Appends a value. */
  public void append(BigDecimal value) {
    room();
    values[size++] = value;
  }

  @Override
  public DecimalColumn build() {
    return new DecimalColumn(values, builtNulls(), size);
  }

  @Override
  public long bytes() {
    return 64L * size; // a BigDecimal of up to 38 digits
  }

  @Override
  public void truncate(int newSize) {
    forgetNulls(newSize);
  }

  @Override
  void appendFiller() {
    room();
    values[size] = BigDecimal.ZERO;
  }

  @Override
  void appendValue(Column source, int row) {
    append(((DecimalColumn) source).get(row));
  }

  @Override
  void clear() {
    values = new BigDecimal[values.length];
  }

  private void room() {
    if (size == values.length) {
      values = Arrays.copyOf(values, size * 2);
    }
  }
}
