package tidemark.operators.expr.kernel;

import java.math.BigDecimal;
import java.util.List;
import tidemark.operators.batch.BooleanColumn;
import tidemark.operators.batch.BytesColumn;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.DoubleColumn;
import tidemark.operators.batch.LongColumn;
import tidemark.operators.types.DataType;
import tidemark.operators.types.DecimalType;

/** The arguments of a call in one row. */
public final class Row {
  private final Column[] columns;
  private final List<DataType> types;
  int row;

  Row(Column[] columns, List<DataType> types) {
    this.columns = columns;
    this.types = types;
  }

  /** How many arguments there are. */
  public int count() {
    return columns.length;
  }

  public boolean isNull(int i) {
    return columns[i].isNull(row);
  }

  public long longAt(int i) {
    return ((LongColumn) columns[i]).get(row);
  }

  public int intAt(int i) {
    return (int) ((LongColumn) columns[i]).get(row);
  }

  public double doubleAt(int i) {
    return ((DoubleColumn) columns[i]).get(row);
  }

  public boolean booleanAt(int i) {
    return ((BooleanColumn) columns[i]).get(row);
  }

  public BigDecimal decimalAt(int i) {
    return DecimalArithmetic.value(columns[i], (DecimalType) types.get(i), row);
  }

  public String stringAt(int i) {
    return ((BytesColumn) columns[i]).string(row);
  }

  public BytesColumn bytes(int i) {
    return (BytesColumn) columns[i];
  }

  public int start(int i) {
    return ((BytesColumn) columns[i]).start(row);
  }

  /** Length in bytes. */
  public int length(int i) {
    return ((BytesColumn) columns[i]).length(row);
  }

  public byte[] data(int i) {
    return ((BytesColumn) columns[i]).data();
  }

  public Column column(int i) {
    return columns[i];
  }

  public DataType type(int i) {
    return types.get(i);
  }

  /** The row's position in the columns. */
  public int position() {
    return row;
  }
}
