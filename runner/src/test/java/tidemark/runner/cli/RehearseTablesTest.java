package tidemark.runner.cli;

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
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rehearsals whose sinks are tables of a real PostgreSQL server. */
class RehearseTablesTest {
  private static EmbeddedPostgres server;

  @TempDir private Path folder;

  @BeforeAll
  static void start() throws IOException, SQLException {
    server = EmbeddedPostgres.builder().start();
    execute(
        "CREATE TABLE counts (id serial, k text PRIMARY KEY, n bigint NOT NULL CHECK (n > 0))",
        "CREATE ROLE poor LOGIN",
        "GRANT ALL ON SCHEMA public TO poor",
        "GRANT ALL ON counts, counts_id_seq TO poor");
  }

  @AfterAll
  static void stop() throws IOException {
    server.close();
  }

  private static String url(String user) {
    return "jdbc:postgresql://localhost:%d/postgres?user=%s".formatted(server.getPort(), user);
  }

  private static void execute(String... sqls) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url("postgres"));
        Statement statement = connection.createStatement()) {
      for (String sql : sqls) {
        statement.execute(sql);
      }
    }
  }

  private static List<String> rows(String select) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url("postgres"));
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(select)) {
      List<String> rows = new ArrayList<>();
      while (result.next()) {
        rows.add(result.getString(1));
      }
      return rows;
    }
  }

  private static List<String> everything() throws SQLException {
    List<String> all = new ArrayList<>();
    all.addAll(rows("SELECT c::text FROM counts c ORDER BY k"));
    all.addAll(rows("SELECT m::text FROM tidemark_batches m ORDER BY 1"));
    all.addAll(rows("SELECT last_value::text FROM counts_id_seq"));
    all.addAll(rows("SELECT nspname FROM pg_namespace WHERE nspname !~ '^pg_' ORDER BY 1"));
    all.addAll(rows("SELECT relname FROM pg_class WHERE relname !~ '^pg_' ORDER BY 1"));
    return all;
  }

  private String pipeline(String user) throws IOException {
    return Files.writeString(
            folder.resolve("p.yaml"),
            """
            format: 1
            pipeline: tables
            sources:
              events:
                file: {path: in, format: ndjson, max_files_per_batch: 1}
                columns: {k: string}
            steps:
              # tidemark:ignore TM701 few keys
              counts: {from: events, aggregate: {by: [k], compute: {n: count(*)}}}
            sinks:
              table: {from: counts, jdbc: {url: "%s", table: counts, key: [k]}}
              raw: {from: counts, jdbc: {url: "%s", table: raw, key: [k, n], create_table: true}}
            output_mode: update
            checkpoint: checkpoint
            """
                .formatted(url(user), url(user)))
        .toString();
  }

  private void give(int files) throws IOException {
    Path in = Files.createDirectories(folder.resolve("in"));
    for (int file = 0; file < files; file++) {
      Files.writeString(
          in.resolve(file + ".ndjson"), "{\"k\":\"a\"}\n{\"k\":\"b%d\"}\n".formatted(file));
    }
  }

  @Test
  void tablesLoseAndDoubleNothingAndAreNotTouched() throws IOException, SQLException {
    String file = pipeline("postgres");
    give(1);
    CliRun first = CliRun.of("run", file);
    assertThat(first.end()).as(first.err()).isEqualTo(ExitCode.DONE);
    give(4);
    List<String> before = everything();
    CliRun run = CliRun.of("rehearse", file);
    assertThat(run.end()).as(run.out() + run.err()).isEqualTo(ExitCode.DONE);
    assertThat(run.out().replaceAll(" +", " "))
        .contains("batches 1 to 3, 6 rows read, killed 10 times")
        .contains("after `raw` was done, before `table` committed 2 raw 0 0 the sink has it,")
        .contains("after `raw` was done, before `table` committed 2 table 0 0 nothing of it is")
        .contains("after `table` committed, its answer lost 2 table 0 0 the sink has it,")
        .contains("raw 6 exactly once exactly once holds")
        .contains("table 4 exactly once exactly once holds");
    assertThat(everything()).isEqualTo(before);
  }

  @Test
  void aSchemaThatMayNotBeMadeIsSaidToBe() throws IOException {
    give(1);
    CliRun run = CliRun.of("rehearse", pipeline("poor"));
    assertThat(run.end()).isEqualTo(ExitCode.FAILED);
    assertThat(run.err())
        .contains("error TM645", "permission denied for database postgres", "--scratch SINK=URL");
  }
}
