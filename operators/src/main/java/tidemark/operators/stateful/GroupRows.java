package tidemark.operators.stateful;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tidemark.operators.aggregate.StateReader;
import tidemark.operators.batch.BatchBuilder;
import tidemark.operators.batch.LongBuilder;
import tidemark.operators.state.KeyCodec;
import tidemark.operators.state.KeyReader;
import tidemark.operators.time.WindowSpec;
import tidemark.operators.types.Field;
import tidemark.operators.types.Schema;
import tidemark.operators.types.SimpleType;

/**
 * The groups that an {@link AggregateOperator} stores: window_start and window_end (with a window),
 * the keys, the values.
 */
public final class GroupRows implements StoredRows {
  private final Optional<WindowSpec.Fixed> window;
  private final boolean hasClosingTime;
  private final List<Field> keys;
  private final StoredValues values;
  private final Schema schema;

  /**
   * @param hasClosingTime whether the stored key begins with the time that closes the group
   */
  public GroupRows(
      Optional<WindowSpec.Fixed> window,
      boolean hasClosingTime,
      List<Field> keys,
      StoredValues values) {
    this.window = window;
    this.hasClosingTime = hasClosingTime;
    this.keys = List.copyOf(keys);
    this.values = values;
    List<Field> fields = new ArrayList<>();
    if (window.isPresent()) {
      fields.addAll(windowFields());
    }
    fields.addAll(keys);
    fields.addAll(values.fields());
    this.schema = new Schema(fields);
  }

  /** The columns of a window. */
  static List<Field> windowFields() {
    return List.of(
        Field.notNull("window_start", SimpleType.TIMESTAMP),
        Field.notNull("window_end", SimpleType.TIMESTAMP));
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
    int column = 0;
    KeyReader in = new KeyReader(key, 1);
    if (hasClosingTime) {
      long end = in.readLong();
      if (window.isPresent()) {
        ((LongBuilder) out.column(column++)).append(end - window.get().sizeMicros());
        ((LongBuilder) out.column(column++)).append(end);
      }
    }
    for (Field field : keys) {
      KeyCodec.read(in, field.type(), out.column(column++));
    }
    StateReader header = new StateReader(value);
    header.readCount();
    values.read(value, header.position(), out, column);
  }
}
