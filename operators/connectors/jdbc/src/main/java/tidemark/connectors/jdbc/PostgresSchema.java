package tidemark.connectors.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tidemark.operators.connector.Options;
import tidemark.operators.diagnostics.Code;

/**
 * A schema of its own, with a table like the sink's in it: the same columns, keys and checks, and
 * sequences of its own. The markers lie there too.
 */
final class PostgresSchema implements ScratchGround {
  private static final Dialect SQL = Dialect.POSTGRESQL;

  private final SinkSettings own;
  private final JdbcSettings database;
  private final String schema;
  private final TableName table;

  /**
   * @param database where the schema is; not necessarily that of the sink
   */
  PostgresSchema(SinkSettings own, JdbcSettings database, String schema) {
    this.own = own;
    this.database = database;
    this.schema = schema;
    this.table = new TableName(Optional.of(schema), own.table().table());
  }

  @Override
  public Options options(Options options) {
    Options there = options.with("url", database.url()).with("table", table.toString());
    return isElsewhere() ? there.with("create_table", true) : there;
  }

  private boolean isElsewhere() {
    return !database.url().equals(own.database().url());
  }

  @Override
  public void make() {
    try (Database opened = Database.open(database)) {
      boolean unused =
          opened.inTransaction(
              Code.TM645,
              connection -> {
                execute(connection, "CREATE SCHEMA " + SQL.quoted(schema));
                if (!isElsewhere() && isNeededLikeTheOwn(connection)) {
                  copy(connection);
                }
                return true;
              });
    }
  }

  /** A table that the sink makes itself needs no pattern; any other must be there, and fit. */
  private boolean isNeededLikeTheOwn(Connection connection) throws SQLException {
    if (own.createTable() && !TargetTable.isThere(connection, own)) {
      return false;
    }
    TargetTable unused = TargetTable.open(connection, own);
    return true;
  }

  private void copy(Connection connection) throws SQLException {
    execute(
        connection,
        "CREATE TABLE %s (LIKE %s INCLUDING ALL)"
            .formatted(table.quoted(SQL), own.table().quoted(SQL)));
    for (String column : countedColumns(connection)) {
      String sequence = SQL.quoted(schema) + "." + SQL.quoted(column + "_seq");
      execute(connection, "CREATE SEQUENCE " + sequence);
      execute(
          connection,
          "ALTER TABLE %s ALTER COLUMN %s SET DEFAULT nextval('%s')"
              .formatted(table.quoted(SQL), SQL.quoted(column), sequence.replace("'", "''")));
    }
  }

  /** Columns that would count on in a sequence of the sink's own table. */
  private List<String> countedColumns(Connection connection) throws SQLException {
    String select =
        "SELECT column_name FROM information_schema.columns"
            + " WHERE table_schema = ? AND table_name = ? AND column_default LIKE 'nextval(%'";
    try (PreparedStatement statement = connection.prepareStatement(select)) {
      statement.setString(1, schema);
      statement.setString(2, table.table());
      try (ResultSet rows = statement.executeQuery()) {
        List<String> columns = new ArrayList<>();
        while (rows.next()) {
          columns.add(rows.getString(1));
        }
        return columns;
      }
    }
  }

  @Override
  public void drop() {
    try (Database opened = Database.open(database)) {
      boolean unused =
          opened.inTransaction(
              Code.TM645,
              c -> execute(c, "DROP SCHEMA IF EXISTS " + SQL.quoted(schema) + " CASCADE"));
    }
  }

  private static boolean execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      return statement.execute(sql);
    }
  }
}
