package tidemark.connectors.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collections;
import tidemark.operators.batch.Batch;
import tidemark.operators.types.Schema;

/**
 * A list of values, {@code k IN (?, ?)} or {@code (a, b) IN (…)}. It is as long as a power of two,
 * the last key standing more than once, so that there are few statements to be prepared.
 */
record ListQuestion(Schema keys, Dialect dialect, StatementValues values) implements KeyQuestion {
  private static final int MOST_PARAMETERS = 512;

  @Override
  public int mostKeys() {
    return Integer.highestOneBit(Math.max(1, MOST_PARAMETERS / keys.size()));
  }

  @Override
  public PreparedStatement prepare(
      Connection connection, String select, Batch asked, int from, int to) throws SQLException {
    int length = Integer.highestOneBit(Math.max(1, 2 * (to - from) - 1));
    PreparedStatement statement = connection.prepareStatement(select + condition(length));
    int parameter = 1;
    for (int i = 0; i < length; i++) {
      int row = asked.selection().row(Math.min(from + i, to - 1));
      for (int k = 0; k < keys.size(); k++) {
        statement.setObject(parameter++, values.of(keys.field(k).type(), asked.column(k), row));
      }
    }
    return statement;
  }

  private String condition(int length) {
    String columns = dialect.quoted(keys.names());
    if (keys.size() == 1) {
      return " WHERE " + columns + " IN (" + repeated("?", length) + ")";
    }
    String tuples = repeated("(" + repeated("?", keys.size()) + ")", length);
    return " WHERE ("
        + columns
        + ") IN ("
        + (dialect == Dialect.SQLITE ? "VALUES " : "")
        + tuples
        + ")";
  }

  private static String repeated(String text, int times) {
    return String.join(", ", Collections.nCopies(times, text));
  }
}
