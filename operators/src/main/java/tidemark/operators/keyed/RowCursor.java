package tidemark.operators.keyed;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.BooleanColumn;
import tidemark.operators.batch.BytesColumn;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.DecimalColumn;
import tidemark.operators.batch.DoubleColumn;
import tidemark.operators.batch.LongColumn;
import tidemark.operators.processor.KeyedRow;
import tidemark.operators.types.DecimalType;

/** A row of a batch; moves from one to the next. */
final class RowCursor implements KeyedRow {
  private @Nullable Batch batch;
  private int row;

  void moveTo(Batch to, int toRow) {
    batch = to;
    row = toRow;
  }

  @Override
  public boolean isNull(int column) {
    return column(column).isNull(row);
  }

  @Override
  public long longAt(int column) {
    return ((LongColumn) present(column)).get(row);
  }

  @Override
  public double doubleAt(int column) {
    return ((DoubleColumn) present(column)).get(row);
  }

  @Override
  public boolean booleanAt(int column) {
    return ((BooleanColumn) present(column)).get(row);
  }

  @Override
  public String textAt(int column) {
    return ((BytesColumn) present(column)).string(row);
  }

  @Override
  public BigDecimal decimalAt(int column) {
    Column values = present(column);
    DecimalType type = (DecimalType) current().schema().field(column).type();
    return values instanceof DecimalColumn wide
        ? wide.get(row)
        : BigDecimal.valueOf(((LongColumn) values).get(row), type.scale());
  }

  private Column present(int column) {
    Column values = column(column);
    if (values.isNull(row)) {
      throw new IllegalStateException(
          "`" + current().schema().field(column).name() + "` is null in this row");
    }
    return values;
  }

  private Column column(int column) {
    return current().column(column);
  }

  private Batch current() {
    if (batch == null) {
      throw new IllegalStateException("there is no row now");
    }
    return batch;
  }
}
