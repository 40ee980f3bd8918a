package tidemark.benchmarks;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * A PostgreSQL server that runs the statements of the standard input, a line each, and ends with
 * it. Each is answered by a line, with the first value of a query's result; the first line is the
 * server's URL.
 */
public final class TableServer {
  private TableServer() {}

  /** Takes no arguments. */
  public static void main(String[] args) throws IOException, SQLException {
    try (EmbeddedPostgres server = EmbeddedPostgres.builder().start();
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      String url = "jdbc:postgresql://localhost:" + server.getPort() + "/postgres?user=postgres";
      System.out.println(url);
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        System.out.println(answer(url, line));
      }
    }
  }

  private static String answer(String url, String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      if (!statement.execute(sql)) {
        return "done";
      }
      try (ResultSet result = statement.getResultSet()) {
        return result.next() ? result.getString(1) : "nothing";
      }
    }
  }
}
