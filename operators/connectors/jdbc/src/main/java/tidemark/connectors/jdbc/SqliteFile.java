package tidemark.connectors.jdbc;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import tidemark.operators.connector.Options;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;

/** A database file beside the sink's, with a table like its own in it. */
final class SqliteFile implements ScratchGround {
  private static final String PREFIX = "jdbc:sqlite:";
  private static final List<String> PARTS = List.of("", "-journal", "-wal", "-shm");

  private final SinkSettings own;
  private final Path file;
  private final String parameters;

  SqliteFile(SinkSettings own, String name) {
    this.own = own;
    String url = own.database().url();
    this.parameters = url.contains("?") ? url.substring(url.indexOf('?')) : "";
    this.file = file(url).toAbsolutePath().resolveSibling(name + ".db");
  }

  /** Whether the database is in a file, and not in memory. */
  static boolean isFile(SinkSettings own) {
    String name = file(own.database().url()).toString();
    return !name.isEmpty() && !name.startsWith(":") && !name.startsWith("file:");
  }

  private static Path file(String url) {
    return Path.of(url.substring(PREFIX.length()).replaceFirst("\\?.*", ""));
  }

  private JdbcSettings database() {
    return own.database().at(PREFIX + file + parameters);
  }

  @Override
  public Options options(Options options) {
    return options.with("url", database().url());
  }

  @Override
  public void make() {
    List<String> statements;
    try (Database opened = Database.open(own.database())) {
      statements = opened.inTransaction(Code.TM645, this::pattern);
    }
    try (Database opened = Database.open(database())) {
      boolean unused =
          opened.inTransaction(
              Code.TM645,
              connection -> {
                try (Statement statement = connection.createStatement()) {
                  for (String sql : statements) {
                    statement.execute(sql);
                  }
                  return true;
                }
              });
    }
  }

  /** The statements that made the sink's table and its indexes. */
  private List<String> pattern(Connection connection) throws SQLException {
    String select =
        "SELECT sql FROM sqlite_master WHERE tbl_name = ? AND type IN ('table', 'index')"
            + " AND sql IS NOT NULL ORDER BY type DESC";
    try (PreparedStatement statement = connection.prepareStatement(select)) {
      statement.setString(1, own.table().table());
      try (ResultSet rows = statement.executeQuery()) {
        List<String> statements = new ArrayList<>();
        while (rows.next()) {
          statements.add(rows.getString(1));
        }
        return statements;
      }
    }
  }

  @Override
  public void drop() {
    for (String part : PARTS) {
      try {
        Files.deleteIfExists(file.resolveSibling(file.getFileName() + part));
      } catch (IOException e) {
        throw new Failure(
            Code.TM645,
            "the file " + file + " cannot be deleted: " + e.getMessage(),
            "delete it: it is left from a rehearsal",
            e);
      }
    }
  }
}
