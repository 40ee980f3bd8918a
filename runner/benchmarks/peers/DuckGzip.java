import java.io.File;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;

/**
 * The workload {@code w1} on DuckDB over gzipped files. Arguments: input folder, output folder,
 * {@code true} to leave out the windows that a watermark of ten minutes keeps open.
 */
public class DuckGzip {
  private static final String COLUMNS =
      "{ts:'TIMESTAMP', site:'VARCHAR', url:'VARCHAR', user_id:'BIGINT', status:'INTEGER',"
          + " bytes:'BIGINT', latency_ms:'DOUBLE'}";

  public static void main(String[] args) throws Exception {
    String query =
        "SELECT date_trunc('minute', ts) AS window_start, site, count(*) AS n, sum(bytes) AS bytes,"
            + " avg(latency_ms) AS avg_latency, max(latency_ms) AS max_latency"
            + " FROM src GROUP BY ALL";
    if (Boolean.parseBoolean(args[2])) {
      query =
          "SELECT * FROM ("
              + query
              + ") WHERE window_start + INTERVAL 1 MINUTE <="
              + " (SELECT max(ts) FROM src) - INTERVAL 10 MINUTE";
    }
    new File(args[1]).mkdirs();
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement()) {
      statement.execute(
          "SET threads=2; SET memory_limit='8GB'; SET preserve_insertion_order=false;"
              + " SET TimeZone='UTC'");
      statement.execute(
          "CREATE VIEW src AS FROM read_json('"
              + args[0]
              + "/*.gz', format='newline_delimited', columns="
              + COLUMNS
              + ")");
      statement.execute("COPY (" + query + ") TO '" + args[1] + "/result.json' (FORMAT json)");
    }
  }
}
