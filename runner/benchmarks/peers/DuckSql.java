import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;

/** Statements on DuckDB, one an argument, with the settings that the other peers run with. */
public class DuckSql {
  public static void main(String[] args) throws Exception {
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement()) {
      statement.execute(
          "SET threads=2; SET memory_limit='8GB'; SET preserve_insertion_order=false;"
              + " SET TimeZone='UTC'");
      for (String each : args) {
        statement.execute(each);
      }
    }
  }
}
