package tidemark.connectors.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import tidemark.operators.connector.Options;
import tidemark.operators.diagnostics.Code;

/** A table in a database that the user has named for it; its columns are those of the rows. */
final class OtherDatabase implements ScratchGround {
  private final JdbcSettings database;
  private final String table;

  OtherDatabase(JdbcSettings database, String table) {
    this.database = database;
    this.table = table;
  }

  @Override
  public Options options(Options options) {
    return options.with("url", database.url()).with("table", table).with("create_table", true);
  }

  /** The sink makes its table. */
  @Override
  public void make() {}

  @Override
  public void drop() {
    try (Database opened = Database.open(database)) {
      boolean unused = opened.inTransaction(Code.TM645, this::drop);
    }
  }

  private boolean drop(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("DROP TABLE IF EXISTS " + database.dialect().quoted(table));
    }
    String marks = database.dialect().quoted(Markers.TABLE);
    try (PreparedStatement statement =
        connection.prepareStatement("DELETE FROM " + marks + " WHERE target = ?")) {
      statement.setString(1, table);
      return statement.executeUpdate() >= 0;
    }
  }
}
