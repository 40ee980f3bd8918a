package tidemark.connectors.jdbc;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;
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

  /** Of a row with the columns of the source in their places; for one thread. */
  String of(ResultSet row, ResultValues values) throws SQLException {
    for (int position : positions) {
      String text = text(row, position + 1, columns.field(position).type(), values);
      if (text == null) {
        digest.update(length(-1));
      } else {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        digest.update(length(bytes.length));
        digest.update(bytes);
      }
    }
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(Arrays.copyOf(digest.digest(), BYTES));
  }

  private static byte[] length(int length) {
    return ByteBuffer.allocate(Integer.BYTES).putInt(length).array();
  }

  /** A time counts, not how it is written; what is none counts as it is written. */
  private static @Nullable String text(
      ResultSet row, int column, DataType type, ResultValues values) throws SQLException {
    String written = row.getString(column);
    if (written == null || !SourceSettings.isTime(type)) {
      return written;
    }
    try {
      return Long.toString(values.micros(column, type));
    } catch (ArithmeticException | DateTimeException noTime) {
      return written;
    }
  }
}
