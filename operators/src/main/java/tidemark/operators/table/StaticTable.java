package tidemark.operators.table;

import tidemark.operators.batch.ArrayColumn;
import tidemark.operators.batch.BytesColumn;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.DecimalColumn;
import tidemark.operators.batch.MapColumn;
import tidemark.operators.batch.StructColumn;
import tidemark.operators.types.Schema;

/** The rows of a table in memory, one column a field; immutable and shared by threads. */
public final class StaticTable {
  private static final long DECIMAL_BYTES = 72;

  private final Schema schema;
  private final Column[] columns;
  private final int rows;

  /** A table over the columns, which are taken over; {@code rows} is the size of each. */
  StaticTable(Schema schema, Column[] columns, int rows) {
    this.schema = schema;
    this.columns = columns;
    this.rows = rows;
  }

  public Schema schema() {
    return schema;
  }

  public Column column(int position) {
    return columns[position];
  }

  public int rows() {
    return rows;
  }

  /** The memory that the rows take, in bytes. */
  public long bytes() {
    long bytes = 0;
    for (Column column : columns) {
      bytes += bytes(column);
    }
    return bytes;
  }

  private static long bytes(Column column) {
    long size = column.size();
    long nulls = column.hasNulls() ? size : 0;
    if (column instanceof BytesColumn texts) {
      return nulls + 2L * Integer.BYTES * size + texts.data().length;
    }
    if (column instanceof ArrayColumn array) {
      return nulls + 2L * Integer.BYTES * size + bytes(array.elements());
    }
    if (column instanceof MapColumn map) {
      return nulls + 2L * Integer.BYTES * size + bytes(map.keys()) + bytes(map.values());
    }
    if (column instanceof StructColumn struct) {
      long bytes = nulls;
      for (int i = 0; i < struct.fieldCount(); i++) {
        bytes += bytes(struct.field(i));
      }
      return bytes;
    }
    return nulls + size * (column instanceof DecimalColumn ? DECIMAL_BYTES : Long.BYTES);
  }
}
