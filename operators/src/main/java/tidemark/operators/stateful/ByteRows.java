package tidemark.operators.stateful;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.HexFormat;
import tidemark.operators.batch.BatchBuilder;
import tidemark.operators.batch.BytesBuilder;
import tidemark.operators.batch.LongBuilder;
import tidemark.operators.types.Field;
import tidemark.operators.types.Schema;
import tidemark.operators.types.SimpleType;

/** Any store as its bytes, in hexadecimal digits: for stores whose meaning is not known. */
public final class ByteRows implements StoredRows {
  private static final Schema SCHEMA =
      Schema.of(
          Field.notNull("key_group", SimpleType.INT),
          Field.notNull("key", SimpleType.STRING),
          Field.notNull("value", SimpleType.STRING));

  @Override
  public Schema schema() {
    return SCHEMA;
  }

  @Override
  public int keyColumns() {
    return 2;
  }

  @Override
  public void read(byte[] key, byte[] value, BatchBuilder out) {
    ((LongBuilder) out.column(0)).append(key[0] & 0xFF);
    append(out, 1, HexFormat.of().formatHex(key, 1, key.length));
    append(out, 2, HexFormat.of().formatHex(value));
  }

  private static void append(BatchBuilder out, int column, String text) {
    byte[] bytes = text.getBytes(US_ASCII);
    ((BytesBuilder) out.column(column)).append(bytes, 0, bytes.length);
  }
}
