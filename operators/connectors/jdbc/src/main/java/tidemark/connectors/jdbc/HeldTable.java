package tidemark.connectors.jdbc;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import tidemark.operators.connector.EarlierBatches;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;

/** A table that has micro-batches when its sink is opened. */
final class HeldTable implements EarlierBatches {
  private final Database database;
  private final Markers markers;
  private final SinkSettings settings;
  private final Held held;

  HeldTable(Database database, Markers markers, SinkSettings settings, Held held) {
    this.database = database;
    this.markers = markers;
    this.settings = settings;
    this.held = held;
  }

  @Override
  public Held held() {
    return held;
  }

  @Override
  public void adopt() {
    database.inTransaction(
        Code.TM605,
        connection -> {
          if (!markers.adopt(connection, held)) {
            throw new Failure(
                Code.TM606,
                "table `%s` was written by checkpoint %s just now"
                    .formatted(settings.table(), held.queryId()),
                "stop that run, and run again");
          }
          return true;
        });
  }

  /** Rows that are added would be there twice; by key or as a whole they are written over. */
  @Override
  public void requireReplayable() {
    database.inTransaction(
        Code.TM605,
        connection -> {
          requireEmptyIfRowsAdd(connection);
          return true;
        });
  }

  @Override
  public void drop() {
    database.inTransaction(
        Code.TM605,
        connection -> {
          requireEmptyIfRowsAdd(connection);
          markers.drop(connection);
          return true;
        });
  }

  private void requireEmptyIfRowsAdd(Connection connection) throws SQLException {
    if (settings.mode() != WriteMode.INSERT) {
      return;
    }
    String table = settings.table().quoted(settings.database().dialect());
    try (Statement statement = connection.createStatement();
        ResultSet any = statement.executeQuery("SELECT 1 FROM " + table + " LIMIT 1")) {
      if (any.next()) {
        throw new Failure(
            Code.TM606,
            "table `%s` has rows, and the rows of a replay would be added to them"
                .formatted(settings.table()),
            "empty the table (`TRUNCATE %s`), or let the sink write to another one"
                .formatted(settings.table()));
      }
    }
  }
}
