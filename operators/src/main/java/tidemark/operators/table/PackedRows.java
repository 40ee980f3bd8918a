package tidemark.operators.table;

import java.util.List;
import tidemark.operators.aggregate.StateReader;
import tidemark.operators.aggregate.StateWriter;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.ColumnBuilder;
import tidemark.operators.types.Field;
import tidemark.operators.types.Schema;

/** A few rows of a table as bytes, to be kept beside many others. Immutable. */
public final class PackedRows {
  /** No rows. */
  public static final PackedRows NONE = new PackedRows(new byte[0], 0);

  private final byte[] bytes;
  private final int rows;

  private PackedRows(byte[] bytes, int rows) {
    this.bytes = bytes;
    this.rows = rows;
  }

  /** The rows {@code numbers[from .. to)} of a table. */
  static PackedRows of(StaticTable table, int[] numbers, int from, int to, StateWriter scratch) {
    if (from == to) {
      return NONE;
    }
    scratch.reset();
    List<Field> fields = table.schema().fields();
    for (int i = from; i < to; i++) {
      for (int c = 0; c < fields.size(); c++) {
        scratch.writeField(fields.get(c), table.column(c), numbers[i]);
      }
    }
    return new PackedRows(scratch.toBytes(), to - from);
  }

  /** How many rows there are. */
  public int rows() {
    return rows;
  }

  /** The length of the rows in bytes. */
  public int length() {
    return bytes.length;
  }

  /** One table of all rows, in order. */
  public static StaticTable table(Schema schema, List<PackedRows> packed) {
    ColumnBuilder[] builders =
        schema.fields().stream().map(f -> ColumnBuilder.of(f.type())).toArray(ColumnBuilder[]::new);
    StateReader in = new StateReader();
    int rows = 0;
    for (PackedRows each : packed) {
      in.open(each.bytes, 0, each.bytes.length);
      for (int row = 0; row < each.rows; row++) {
        for (int c = 0; c < builders.length; c++) {
          in.readField(schema.field(c), builders[c]);
        }
      }
      rows += each.rows;
    }
    Column[] columns = new Column[builders.length];
    for (int c = 0; c < columns.length; c++) {
      columns[c] = builders[c].build();
    }
    return new StaticTable(schema, columns, rows);
  }
}
