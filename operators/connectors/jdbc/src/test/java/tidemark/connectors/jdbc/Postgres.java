package tidemark.connectors.jdbc;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** A real server, one for all tests; it ends with the process. */
final class Postgres {
  private static final EmbeddedPostgres SERVER = start();

  private Postgres() {}

  private static EmbeddedPostgres start() {
    try {
      return EmbeddedPostgres.builder().start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static int port() {
    return SERVER.getPort();
  }

  static String url() {
    return url(port());
  }

  static String url(int port) {
    return "jdbc:postgresql://localhost:" + port + "/postgres?user=postgres";
  }

  static void execute(String... statements) {
    try (Connection connection = DriverManager.getConnection(url());
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The rows of a query as texts, null being {@code -}. */
  static List<String> rows(String select) {
    try (Connection connection = DriverManager.getConnection(url())) {
      return rows(connection, select);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  static List<String> rows(Connection connection, String select) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(select)) {
      List<String> rows = new ArrayList<>();
      int columns = result.getMetaData().getColumnCount();
      while (result.next()) {
        List<String> row = new ArrayList<>();
        for (int c = 1; c <= columns; c++) {
          String text = result.getString(c);
          row.add(text == null ? "-" : text);
        }
        rows.add(String.join("|", row));
      }
      return rows;
    }
  }
}
