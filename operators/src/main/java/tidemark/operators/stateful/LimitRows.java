package tidemark.operators.stateful;

import java.nio.ByteBuffer;
import tidemark.operators.batch.BatchBuilder;
import tidemark.operators.batch.LongBuilder;
import tidemark.operators.types.Field;
import tidemark.operators.types.Schema;
import tidemark.operators.types.SimpleType;

/** The one row that a {@link LimitOperator} stores: how many rows it has let through. */
public final class LimitRows implements StoredRows {
  private static final Schema SCHEMA = Schema.of(Field.notNull("rows", SimpleType.BIGINT));

  @Override
  public Schema schema() {
    return SCHEMA;
  }

  @Override
  public int keyColumns() {
    return 0;
  }

  @Override
  public void read(byte[] key, byte[] value, BatchBuilder out) {
    ((LongBuilder) out.column(0)).append(ByteBuffer.wrap(value).getLong());
  }
}
