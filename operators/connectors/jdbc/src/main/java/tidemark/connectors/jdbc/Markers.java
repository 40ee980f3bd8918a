package tidemark.connectors.jdbc;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tidemark.operators.connector.EarlierBatches.Held;
import tidemark.operators.connector.SinkRequest;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;

/**
 * The table {@value #TABLE}, beside the sink's: the newest micro-batch that each sink of each
 * checkpoint has written, and which input its batches cover. A batch's row is changed in the
 * transaction of the batch, so what it says is true of the rows.
 */
final class Markers {
  /** Its name. */
  static final String TABLE = "tidemark_batches";

  private static final int NONE = -1;

  private final Optional<String> schema;
  private final String table;
  private final String target;
  private final SinkRequest request;

  Markers(SinkSettings settings, SinkRequest request) {
    this.schema = settings.table().schema();
    this.table = settings.table().sibling(TABLE).quoted(settings.database().dialect());
    this.target = settings.table().table();
    this.request = request;
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

  /** Whether the table is there, with the column that early releases did not have. */
  private boolean isThere(Database database) {
    return database.inTransaction(
        Code.TM605, connection -> has(connection, null) && has(connection, "input"));
  }

  private boolean has(Connection connection, @Nullable String column) throws SQLException {
    DatabaseMetaData known = connection.getMetaData();
    String escaped = TABLE.replace("_", known.getSearchStringEscape() + "_");
    String catalog = connection.getCatalog();
    String within = schema.orElse(connection.getSchema());
    try (ResultSet found =
        column == null
            ? known.getTables(catalog, within, escaped, null)
            : known.getColumns(catalog, within, escaped, column)) {
      return found.next();
    }
  }

  private boolean create(Connection connection) throws SQLException {
    String sql =
        has(connection, null)
            ? "ALTER TABLE " + table + " ADD COLUMN input TEXT"
            : "CREATE TABLE IF NOT EXISTS "
                + table
                + " (query_id VARCHAR(64) NOT NULL, sink VARCHAR(200) NOT NULL,"
                + " pipeline VARCHAR(200) NOT NULL, target VARCHAR(200) NOT NULL,"
                + " batch BIGINT NOT NULL, input TEXT, PRIMARY KEY (query_id, sink))";
    try (Statement statement = connection.createStatement()) {
      return statement.execute(sql);
    }
  }

  /** Makes this sink's row, if it is not there. */
  void claim(Connection connection) throws SQLException {
    if (newest(connection).isPresent()) {
      return;
    }
    String insert =
        "INSERT INTO "
            + table
            + " (query_id, sink, pipeline, target, batch) VALUES (?, ?, ?, ?, ?)";
    try (PreparedStatement statement = connection.prepareStatement(insert)) {
      statement.setString(1, request.queryId());
      statement.setString(2, request.id());
      statement.setString(3, request.pipeline());
      statement.setString(4, target);
      statement.setLong(5, NONE);
      statement.executeUpdate();
    }
  }

  /**
   * What the table holds of this pipeline: by this checkpoint, else by others. Where several sinks
   * or checkpoints wrote it, no mark says what their batches cover together.
   */
  Optional<Held> held(Connection connection) throws SQLException {
    List<Held> others = new ArrayList<>();
    String select =
        "SELECT query_id, sink, batch, input FROM "
            + table
            + " WHERE pipeline = ? AND target = ? AND batch >= 0 ORDER BY batch DESC";
    try (PreparedStatement statement = connection.prepareStatement(select)) {
      statement.setString(1, request.pipeline());
      statement.setString(2, target);
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          Held held =
              new Held(
                  rows.getString(1),
                  rows.getString(2),
                  rows.getLong(3),
                  Optional.ofNullable(rows.getString(4)));
          if (!isOwn(held)) {
            others.add(held);
          } else if (held.sink().equals(request.id())) {
            return Optional.of(held);
          }
        }
      }
    }
    if (others.size() < 2) {
      return others.stream().findFirst();
    }
    Held newest = others.get(0);
    return Optional.of(
        new Held(newest.queryId(), newest.sink(), newest.newest(), Optional.empty()));
  }

  /** Whether this checkpoint has written it. */
  boolean isOwn(Held held) {
    return held.queryId().equals(request.queryId());
  }

  /** Gives another checkpoint's row to this sink; false if it has changed. */
  boolean adopt(Connection connection, Held held) throws SQLException {
    if (isOwn(held)) {
      return true;
    }
    String delete = "DELETE FROM " + table + " WHERE query_id = ? AND sink = ? AND batch < 0";
    try (PreparedStatement statement = connection.prepareStatement(delete)) {
      statement.setString(1, request.queryId());
      statement.setString(2, request.id());
      statement.executeUpdate();
    }
    String update =
        "UPDATE " + table + " SET query_id = ? WHERE query_id = ? AND sink = ? AND batch = ?";
    try (PreparedStatement statement = connection.prepareStatement(update)) {
      statement.setString(1, request.queryId());
      statement.setString(2, held.queryId());
      statement.setString(3, held.sink());
      statement.setLong(4, held.newest());
      return statement.executeUpdate() == 1;
    }
  }

  /** Forgets what any checkpoint of this pipeline has written to the table, but for other sinks. */
  void drop(Connection connection) throws SQLException {
    String delete =
        "DELETE FROM "
            + table
            + " WHERE pipeline = ? AND target = ? AND (query_id <> ? OR sink = ?)";
    try (PreparedStatement statement = connection.prepareStatement(delete)) {
      statement.setString(1, request.pipeline());
      statement.setString(2, target);
      statement.setString(3, request.queryId());
      statement.setString(4, request.id());
      statement.executeUpdate();
    }
    claim(connection);
  }

  /** The newest batch that is in the table; -1 before the first, empty without a row. */
  Optional<Long> newest(Connection connection) throws SQLException {
    String select = "SELECT batch FROM " + table + " WHERE query_id = ? AND sink = ?";
    try (PreparedStatement statement = connection.prepareStatement(select)) {
      statement.setString(1, request.queryId());
      statement.setString(2, request.id());
      try (ResultSet rows = statement.executeQuery()) {
        return rows.next() ? Optional.of(rows.getLong(1)) : Optional.empty();
      }
    }
  }

  /**
   * Notes a batch in the open transaction; whoever writes the same one waits here.
   *
   * @param input what the batches up to this one cover, if it is known
   * @return false if it is in the table already
   * @throws Failure TM606 if another checkpoint has taken the table over
   */
  boolean advance(Connection connection, long batch, Optional<String> input) throws SQLException {
    String update =
        "UPDATE "
            + table
            + " SET batch = ?, input = ? WHERE query_id = ? AND sink = ? AND batch < ?";
    try (PreparedStatement statement = connection.prepareStatement(update)) {
      statement.setLong(1, batch);
      statement.setString(2, input.orElse(null));
      statement.setString(3, request.queryId());
      statement.setString(4, request.id());
      statement.setLong(5, batch);
      if (statement.executeUpdate() == 1) {
        return true;
      }
    }
    if (newest(connection).isEmpty()) {
      throw new Failure(
          Code.TM606,
          "another checkpoint has taken table `%s` over from this one".formatted(target),
          "let the other one go on; nothing of this run's batch is in the table");
    }
    return false;
  }
}
