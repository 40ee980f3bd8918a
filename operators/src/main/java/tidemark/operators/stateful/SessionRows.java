package tidemark.operators.stateful;

import java.util.ArrayList;
import java.util.List;
import tidemark.operators.aggregate.StateReader;
import tidemark.operators.batch.BatchBuilder;
import tidemark.operators.batch.LongBuilder;
import tidemark.operators.state.KeyCodec;
import tidemark.operators.state.KeyReader;
import tidemark.operators.types.Field;
import tidemark.operators.types.Schema;

/**
 * The sessions that a {@link SessionOperator} stores: window_start, window_end, the keys, the
 * values.
 */
public final class SessionRows implements StoredRows {
  private final List<Field> keys;
  private final StoredValues values;
  private final Schema schema;

  public SessionRows(List<Field> keys, StoredValues values) {
    this.keys = List.copyOf(keys);
    this.values = values;
    List<Field> fields = new ArrayList<>(GroupRows.windowFields());
    fields.addAll(keys);
    fields.addAll(values.fields());
    this.schema = new Schema(fields);
  }

  @Override
  public Schema schema() {
    return schema;
  }

  @Override
  public int keyColumns() {
    return schema.size() - values.fields().size();
  }

  @Override
  public void read(byte[] key, byte[] value, BatchBuilder out) {
    StateReader header = new StateReader(value);
    header.readCount();
    long end = header.readLong();
    KeyReader in = new KeyReader(key, 1);
    int column = 2;
    for (Field field : keys) {
      KeyCodec.read(in, field.type(), out.column(column++));
    }
    ((LongBuilder) out.column(0)).append(in.readLong());
    ((LongBuilder) out.column(1)).append(end);
    values.read(value, header.position(), out, column);
  }
}
