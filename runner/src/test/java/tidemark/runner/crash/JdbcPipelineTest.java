package tidemark.runner.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;
import tidemark.runner.engine.Boundary;
import tidemark.runner.engine.OnEarlier;

/** Pipelines that end in tables of a real PostgreSQL server, and die at every boundary. */
class JdbcPipelineTest {
  private static EmbeddedPostgres server;

  @TempDir private Path folder;

  @BeforeAll
  static void start() throws IOException {
    server = EmbeddedPostgres.builder().start();
  }

  @AfterAll
  static void stop() throws IOException {
    server.close();
  }

  @AfterEach
  void dropTables() throws SQLException {
    execute("DROP TABLE IF EXISTS counts, raw, names, tidemark_batches");
  }

  private static String url() {
    return "jdbc:postgresql://localhost:" + server.getPort() + "/postgres?user=postgres";
  }

  private static void execute(String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url());
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static List<String> rows(String select) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url());
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(select)) {
      List<String> rows = new ArrayList<>();
      while (result.next()) {
        rows.add(result.getString(1) + "=" + result.getString(2));
      }
      return rows;
    }
  }

  /** What a dead process leaves to the server: nothing. */
  private static void hangUp() throws SQLException {
    execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            + " WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'");
  }

  private LocalPipeline pipeline() throws IOException {
    Path in = Files.createDirectories(folder.resolve("in"));
    for (int file = 0; file < 3; file++) {
      Files.writeString(
          in.resolve(file + ".ndjson"),
          "{\"k\":\"a\",\"v\":%d}\n{\"k\":\"b%d\",\"v\":1}\n".formatted(file, file));
    }
    Path yaml =
        Files.writeString(
            folder.resolve("p.yaml"),
            """
            format: 1
            pipeline: tables
            sources:
              events:
                file: {path: in, format: ndjson, max_files_per_batch: 1}
                columns: {k: string, v: bigint}
            steps:
              counts:
                from: events
                aggregate: {by: [k], compute: {n: count(*)}}
            sinks:
              table:
                from: counts
                jdbc: {url: "%s", table: counts, key: [k], create_table: true}
              files: {from: counts, file: {path: out, format: ndjson}}
              raw:
                from: counts
                jdbc: {url: "%s", table: raw, mode: upsert, key: [k, n], create_table: true}
            output_mode: update
            checkpoint: checkpoint
            """
                .formatted(url(), url()));
    return new LocalPipeline(yaml, 1);
  }

  private void assertWhole() throws SQLException, IOException {
    assertThat(rows("SELECT k, n FROM counts ORDER BY k"))
        .containsExactly("a=3", "b0=1", "b1=1", "b2=1");
    assertThat(rows("SELECT k, n FROM raw ORDER BY k, n"))
        .containsExactly("a=1", "a=2", "a=3", "b0=1", "b1=1", "b2=1");
    List<String> lines = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder.resolve("out"))) {
      for (Path file : files.filter(f -> f.toString().endsWith(".ndjson")).toList()) {
        lines.addAll(Files.readAllLines(file));
      }
    }
    assertThat(lines).hasSize(6).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @EnumSource(Boundary.class)
  void everyRowIsThereOnceWhereverARunDies(Boundary where) throws SQLException, IOException {
    LocalPipeline pipeline = pipeline();
    for (long batch = 0; batch < 3; batch++) {
      long dies = batch;
      assertThat(
              pipeline.dies(
                  2,
                  (boundary, at) -> {
                    if (boundary == where && at == dies) {
                      throw new Died(boundary, at);
                    }
                  }))
          .isTrue();
      hangUp();
    }
    pipeline.run(2);
    assertWhole();
  }

  @Test
  void aTableThatComesLateGetsWhatItMissed() throws SQLException, IOException {
    LocalPipeline pipeline = pipeline();
    pipeline.run(1);
    execute("ALTER TABLE raw RENAME TO gone");
    Files.writeString(folder.resolve("in/3.ndjson"), "{\"k\":\"c\",\"v\":1}\n");
    execute(
        "CREATE TABLE raw (k text NOT NULL, n bigint NOT NULL CHECK (n > 5), PRIMARY KEY (k, n))");
    assertThatThrownBy(() -> pipeline.run(1))
        .isInstanceOf(Failure.class)
        .hasMessageContaining("batch 3");
    execute("DROP TABLE raw");
    execute("ALTER TABLE gone RENAME TO raw");
    pipeline.run(1);
    assertThat(rows("SELECT k, n FROM raw WHERE k = 'c'")).containsExactly("c=1");
    assertThat(rows("SELECT k, n FROM counts WHERE k = 'c'")).containsExactly("c=1");
  }

  @Test
  void aTableIsLookedUp() throws SQLException, IOException {
    execute("CREATE TABLE names (k text, name text)");
    execute("INSERT INTO names VALUES ('a', 'Anna'), ('x', 'Xenia')");
    Files.createDirectories(folder.resolve("in"));
    Files.writeString(folder.resolve("in/1.ndjson"), "{\"k\":\"a\"}\n{\"k\":\"b\"}\n");
    Path yaml =
        Files.writeString(
            folder.resolve("lookup.yaml"),
            """
            format: 1
            pipeline: named
            sources:
              events: {file: {path: in, format: ndjson}, columns: {k: string}}
              names:
                static: true
                jdbc: {url: "%s", table: names}
                columns: {k: string, name: string}
            steps:
              named:
                from: events
                lookup:
                  source: names
                  type: left_outer
                  match: left.k = right.k
                  select: {k: left.k, v: right.name}
            sinks:
              out: {from: named, jdbc: {url: "%s", table: raw, create_table: true}}
            checkpoint: checkpoint
            """
                .formatted(url(), url()));
    new LocalPipeline(yaml, 1).run(1);
    assertThat(rows("SELECT k, v FROM raw ORDER BY k")).containsExactly("a=Anna", "b=null");
  }

  /** Rows of a table go to another one; the position in the first is kept beside the second. */
  @Test
  void tableIsNotWrittenTwiceWhenTheCheckpointIsDeleted() throws SQLException, IOException {
    execute("CREATE TABLE names (id bigint PRIMARY KEY, name text)");
    execute("INSERT INTO names VALUES (1, 'a'), (2, 'b')");
    Path yaml =
        Files.writeString(
            folder.resolve("p.yaml"),
            """
            format: 1
            pipeline: copy
            sources:
              events:
                jdbc: {url: "%1$s", table: names, increasing: id}
                columns: {id: bigint, name: string}
            sinks:
              out: {from: events, jdbc: {url: "%1$s", table: raw, create_table: true}}
            checkpoint: checkpoint
            """
                .formatted(url()));
    new LocalPipeline(yaml, 1).run(1);
    execute("INSERT INTO names VALUES (3, 'c')");
    Results.delete(folder.resolve("checkpoint"));
    assertThatThrownBy(() -> new LocalPipeline(yaml, 2).run(1))
        .isInstanceOfSatisfying(Failure.class, e -> assertThat(e.code()).isEqualTo(Code.TM606));
    assertThatThrownBy(() -> new LocalPipeline(yaml, 2).run(1, OnEarlier.REPLAY))
        .hasMessageContaining("table `raw` has rows");
    assertThat(rows("SELECT id, name FROM raw ORDER BY id")).containsExactly("1=a", "2=b");
    new LocalPipeline(yaml, 2).run(1, OnEarlier.ADOPT);
    execute("INSERT INTO names VALUES (4, 'd')");
    new LocalPipeline(yaml, 3).run(1);
    assertThat(rows("SELECT id, name FROM raw ORDER BY id"))
        .containsExactly("1=a", "2=b", "3=c", "4=d");

    Results.delete(folder.resolve("checkpoint"));
    execute("TRUNCATE raw");
    new LocalPipeline(yaml, 4).run(1, OnEarlier.REPLAY);
    assertThat(rows("SELECT id, name FROM raw ORDER BY id"))
        .containsExactly("1=a", "2=b", "3=c", "4=d");
  }
}
