package tidemark.operators.join;

import java.util.ArrayList;
import java.util.List;
import tidemark.operators.batch.BatchBuilder;
import tidemark.operators.batch.LongBuilder;
import tidemark.operators.state.KeyCodec;
import tidemark.operators.state.KeyReader;
import tidemark.operators.stateful.StoredRows;
import tidemark.operators.stateful.StoredValues;
import tidemark.operators.types.Field;
import tidemark.operators.types.Schema;

/** The rows that a join keeps of one side: keys, time, number; whether matched, the columns. */
public final class KeptRows implements StoredRows {
  /** Bytes of the layout's number. */
  private static final int NUMBER = 1;

  private final List<Field> keys;
  private final StoredValues values;
  private final Schema schema;

  /**
   * @param identity the keys, the time, the number that tells rows apart
   * @param values whether the row found a partner, and its columns
   */
  public KeptRows(List<Field> identity, List<Field> values) {
    this.keys = List.copyOf(identity.subList(0, identity.size() - 2));
    this.values = StoredValues.stored(values);
    List<Field> fields = new ArrayList<>(identity);
    fields.addAll(values);
    this.schema = new Schema(fields);
  }

  @Override
  public Schema schema() {
    return schema;
  }

  @Override
  public int keyColumns() {
    return keys.size() + 2;
  }

  @Override
  public void read(byte[] key, byte[] value, BatchBuilder out) {
    KeyReader in = new KeyReader(key, 1);
    int column = 0;
    for (Field field : keys) {
      KeyCodec.read(in, field.type(), out.column(column++));
    }
    long time = in.readLong();
    if (time == SideShape.NO_TIME) {
      out.column(column++).appendNull();
    } else {
      ((LongBuilder) out.column(column++)).append(time);
    }
    ((LongBuilder) out.column(column++)).append(in.readLong());
    values.read(value, NUMBER, out, column);
  }
}
