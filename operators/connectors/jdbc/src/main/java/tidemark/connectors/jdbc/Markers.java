package tidemark.connectors.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import tidemark.operators.connector.SinkRequest;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;

/**
 * The table {@value #TABLE}, beside the sink's: the newest micro-batch that each sink of each
 * checkpoint has written. A batch's row is changed in the transaction of the batch, so what it says
 * is true of the rows.
 */
final class Markers {
  /** Its name. */
  static final String TABLE = "tidemark_batches";

  private static final int NONE = -1;

  private final Optional<String> schema;
  private final String table;
  private final String queryId;
  private final String sink;

  Markers(SinkSettings settings, SinkRequest request) {
    this.schema = settings.table().schema();
    this.table = settings.table().sibling(TABLE).quoted(settings.database().dialect());
    this.queryId = request.queryId();
    this.sink = request.id();
  }

  /** Makes the table, if it is not there; another run may do so at the same time. */
  void make(Database database) {
    if (isThere(database)) {
      return;
    }
    try {
      database.inTransaction(Code.TM605, this::create);
    } catch (Failure failure) {
      if (!isThere(database)) {
        throw failure;
      }
    }
  }

  private boolean isThere(Database database) {
    return database.inTransaction(
        Code.TM605,
        connection -> {
          try (ResultSet tables =
              connection
                  .getMetaData()
                  .getTables(
                      connection.getCatalog(),
                      schema.orElse(connection.getSchema()),
                      TABLE.replace("_", connection.getMetaData().getSearchStringEscape() + "_"),
                      null)) {
            return tables.next();
          }
        });
  }

  private boolean create(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      return statement.execute(
          "CREATE TABLE IF NOT EXISTS "
              + table
              + " (query_id VARCHAR(64) NOT NULL, sink VARCHAR(200) NOT NULL,"
              + " pipeline VARCHAR(200) NOT NULL, target VARCHAR(200) NOT NULL,"
              + " batch BIGINT NOT NULL, PRIMARY KEY (query_id, sink))");
    }
  }

  /**
   * Makes this sink's row, if it is not there.
   *
   * @throws Failure TM606 if another checkpoint of the same pipeline has written the same table
   */
  void claim(Connection connection, SinkSettings settings, SinkRequest request)
      throws SQLException {
    if (newest(connection).isPresent()) {
      return;
    }
    refuseOther(connection, settings, request);
    String insert =
        "INSERT INTO "
            + table
            + " (query_id, sink, pipeline, target, batch) VALUES (?, ?, ?, ?, ?)";
    try (PreparedStatement statement = connection.prepareStatement(insert)) {
      statement.setString(1, queryId);
      statement.setString(2, sink);
      statement.setString(3, request.pipeline());
      statement.setString(4, settings.table().table());
      statement.setLong(5, NONE);
      statement.executeUpdate();
    }
  }

  private void refuseOther(Connection connection, SinkSettings settings, SinkRequest request)
      throws SQLException {
    String select =
        "SELECT query_id, batch FROM "
            + table
            + " WHERE pipeline = ? AND target = ? AND sink = ? AND batch >= 0";
    try (PreparedStatement statement = connection.prepareStatement(select)) {
      statement.setString(1, request.pipeline());
      statement.setString(2, settings.table().table());
      statement.setString(3, sink);
      try (ResultSet rows = statement.executeQuery()) {
        if (rows.next()) {
          throw new Failure(
              Code.TM606,
              "table `%s` holds batches up to %d of `%s`, written from another checkpoint (%s)"
                  .formatted(
                      settings.table(), rows.getLong(2), request.pipeline(), rows.getString(1)),
              "go on with that checkpoint; or, to write everything again, empty the table and"
                  + " delete that row of `"
                  + TABLE
                  + "`");
        }
      }
    }
  }

  /** The newest batch that is in the table; -1 before the first, empty without a row. */
  Optional<Long> newest(Connection connection) throws SQLException {
    String select = "SELECT batch FROM " + table + " WHERE query_id = ? AND sink = ?";
    try (PreparedStatement statement = connection.prepareStatement(select)) {
      statement.setString(1, queryId);
      statement.setString(2, sink);
      try (ResultSet rows = statement.executeQuery()) {
        return rows.next() ? Optional.of(rows.getLong(1)) : Optional.empty();
      }
    }
  }

  /**
   * Notes a batch in the open transaction; whoever writes the same one waits here.
   *
   * @return false if it is in the table already
   */
  boolean advance(Connection connection, long batch) throws SQLException {
    String update =
        "UPDATE " + table + " SET batch = ? WHERE query_id = ? AND sink = ? AND batch < ?";
    try (PreparedStatement statement = connection.prepareStatement(update)) {
      statement.setLong(1, batch);
      statement.setString(2, queryId);
      statement.setString(3, sink);
      statement.setLong(4, batch);
      return statement.executeUpdate() == 1;
    }
  }
}
