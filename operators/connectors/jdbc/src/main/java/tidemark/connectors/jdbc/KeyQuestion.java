package tidemark.connectors.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import tidemark.operators.batch.Batch;

/** How a database is asked for the rows of keys, in one statement for many of them. */
sealed interface KeyQuestion permits ArrayQuestion, ListQuestion {
  /** How many keys one statement takes. */
  int mostKeys();

  /**
   * The statement for the keys {@code from} to {@code to - 1} of the selected rows.
   *
   * @param select the query without WHERE
   */
  PreparedStatement prepare(Connection connection, String select, Batch keys, int from, int to)
      throws SQLException;
}
