package tidemark.runner.crash;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tidemark.connectors.kafka.Broker;
import tidemark.runner.engine.Boundary;

/** The example {@code kafka-to-postgres}, with a real broker and a real database. */
class KafkaToPostgresTest {
  private static final Path EXAMPLE = ExampleCopy.root().resolve("pipelines/kafka-to-postgres");

  /** What a dead process leaves to the server: nothing. */
  private static final String HANG_UP =
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
          + " WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'";

  @TempDir private Path folder;

  /** 5 orders in the file; one more, of 1.00 in the south at 10:02, before each death. */
  @Test
  void everyOrderCountsOnceWhereverARunDies() throws IOException, SQLException {
    Broker.make("orders", 2);
    List<String> lines = Files.readAllLines(EXAMPLE.resolve("orders.ndjson"));
    Broker.send("orders", 0, lines.toArray(String[]::new));
    Path yaml = Files.copy(EXAMPLE.resolve("pipeline.yaml"), folder.resolve("pipeline.yaml"));
    try (EmbeddedPostgres server = EmbeddedPostgres.builder().start()) {
      String url = "jdbc:postgresql://localhost:" + server.getPort() + "/postgres?user=postgres";
      LocalPipeline pipeline =
          new LocalPipeline(yaml, 7, Map.of("servers", Broker.servers(), "database", url));
      int more = 0;
      for (Boundary where : Boundary.values()) {
        Broker.send(
            "orders",
            1,
            "{\"order_id\":%d,\"shop\":\"south\",\"amount\":\"1.00\",\"ordered_at\":\"2026-01-05T10:02:00Z\"}"
                .formatted(100 + more++));
        assertThat(
                pipeline.dies(
                    2,
                    (boundary, batch) -> {
                      if (boundary == where) {
                        throw new Died(boundary, batch);
                      }
                    }))
            .isTrue();
        execute(url, HANG_UP);
      }
      pipeline.run(2);
      assertThat(rows(url))
          .containsExactly(
              "10:00 north 2 13.00",
              "10:00 south 1 8.00",
              "10:01 north 1 3.00",
              "10:02 south %d %d.25".formatted(1 + more, 20 + more));
    }
    assertThat(Results.below(folder).values())
        .singleElement()
        .satisfies(
            rows ->
                assertThat(rows)
                    .singleElement()
                    .asString()
                    .contains(
                        "\"location\":\"orders-0\",\"position\":3,\"code\":\"TM601\"",
                        Base64.getEncoder().encodeToString("no order".getBytes(UTF_8))));
  }

  private static void execute(String url, String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static List<String> rows(String url) throws SQLException {
    String select =
        "SELECT concat_ws(' ', to_char(window_start AT TIME ZONE 'UTC', 'HH24:MI'), shop, orders, amount)"
            + " FROM turnover ORDER BY window_start, shop";
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(select)) {
      List<String> rows = new ArrayList<>();
      while (result.next()) {
        rows.add(result.getString(1));
      }
      return rows;
    }
  }
}
