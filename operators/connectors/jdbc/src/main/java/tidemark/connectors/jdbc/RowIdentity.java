package tidemark.connectors.jdbc;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import tidemark.operators.types.DataType;
import tidemark.operators.types.Schema;

/** What a row is told from others by: the values of some columns, hashed to 22 characters. */
final class RowIdentity {
  private static final int BYTES = 16;

  private final Schema columns;
  private final int[] positions;
  private final MessageDigest digest;

  RowIdentity(Schema columns, List<String> names) {
    this.columns = columns;
    this.positions = names.stream().mapToInt(n -> columns.find(n).orElseThrow()).toArray();
    try {
      this.digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Of a row that holds all columns of the source; for one thread. */
  String of(ResultSet row, ResultValues values) throws SQLException {
    for (int position : positions) {
      DataType type = columns.field(position).type();
      boolean isTime = SourceSettings.isTime(type) && row.getObject(position + 1) != null;
      String text =
          isTime
              ? Long.toString(values.micros(position + 1, type))
              : String.valueOf(row.getString(position + 1));
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).array());
      digest.update(bytes);
    }
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(Arrays.copyOf(digest.digest(), BYTES));
  }
}
