package tidemark.connectors.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tidemark.operators.connector.OutputMode;
import tidemark.operators.connector.ScratchName;
import tidemark.operators.connector.ScratchTarget;
import tidemark.operators.connector.Sink;
import tidemark.operators.connector.SinkRequest;
import tidemark.operators.types.DecimalType;
import tidemark.operators.types.Field;
import tidemark.operators.types.Schema;
import tidemark.operators.types.SimpleType;

/** A database without COPY. */
class OtherDatabasesTest {
  private static final Schema ROWS =
      Schema.of(
          Field.notNull("k", SimpleType.BIGINT),
          Field.of("v", SimpleType.STRING),
          Field.of("amt", new DecimalType(10, 2)),
          Field.of("at", SimpleType.TIMESTAMP));

  @TempDir private Path folder;
  private String url = "";

  @BeforeEach
  void name() {
    url = "jdbc:sqlite:" + folder.resolve("w.db");
  }

  private static List<@Nullable Object> row(@Nullable Object... values) {
    return Arrays.asList(values);
  }

  private List<String> rows() throws SQLException {
    try (Connection connection = DriverManager.getConnection(url)) {
      return Postgres.rows(connection, "SELECT k, v, amt, at FROM w ORDER BY k");
    }
  }

  private Sink open(OutputMode mode) {
    return Written.open(
        Written.request(
            Written.with(url, "w", "create_table", true, "key", List.of("k")), ROWS, mode, "q"));
  }

  @Test
  void rowsTakeThePlaceOfThoseWithTheSameKey() throws SQLException {
    try (Sink sink = open(OutputMode.UPDATE)) {
      Written.write(sink, 0, ROWS, List.of(row(1, "a", 1250, 0), row(2, "b", null, null)));
      Written.write(sink, 1, ROWS, List.of(row(1, "c", 7, 1_500_000), row(1, "d", 8, 1_000_000)));
      Written.write(sink, 1, ROWS, List.of(row(1, "e", 8, 1_000_000)));
    }
    assertThat(rows()).containsExactly("1|d|0.08|1970-01-01T00:00:01", "2|b|-|-");
  }

  @Test
  void theWholeResultIsReplaced() throws SQLException {
    try (Sink sink = open(OutputMode.COMPLETE)) {
      Written.write(sink, 0, ROWS, List.of(row(1, "a", null, null)));
      Written.write(sink, 1, ROWS, List.of(row(2, "b", null, null)));
    }
    assertThat(rows()).containsExactly("2|b|-|-");
  }

  @Test
  void aRehearsalHasAFileOfItsOwnWithATableLikeTheSinks() throws SQLException, IOException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE w (k INTEGER PRIMARY KEY, v TEXT CHECK (v <> 'x'), amt NUMERIC, at TIMESTAMP)");
      statement.execute("INSERT INTO w VALUES (7, 'mine', NULL, NULL)");
    }
    Path own = folder.resolve("w.db");
    byte[] before = Files.readAllBytes(own);
    SinkRequest request =
        Written.request(Written.with(url, "w", "key", List.of("k")), ROWS, OutputMode.UPDATE, "q");
    ScratchTarget scratch =
        JdbcScratch.of(request, new ScratchName("scratch_1", folder, Optional.empty()))
            .orElseThrow();
    scratch.make();
    List<String> read = new ArrayList<>();
    try (Sink sink = Written.open(request.with(scratch.options()))) {
      Written.write(sink, 0, ROWS, List.of(row(1, "a'b", 1250, null), row(2, null, null, null)));
      assertThatThrownBy(() -> Written.write(sink, 1, ROWS, List.of(row(3, "x", null, null))))
          .hasMessageContaining("CHECK");
    }
    scratch.read(read::add);
    assertThat(read)
        .containsExactlyInAnyOrder("'1', 'a''b', '12.5', null", "'2', null, null, null");
    assertThat(scratch.place()).contains("scratch_1.db");
    scratch.drop();
    assertThat(Files.readAllBytes(own)).isEqualTo(before);
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).containsExactly(own);
    }
  }

  @Test
  void aRehearsalUsesADatabaseThatTheUserNames() throws SQLException {
    SinkRequest request =
        Written.request(
            Written.with("jdbc:mysql://nowhere/w", "w", "key", List.of("k")),
            ROWS,
            OutputMode.UPDATE,
            "q");
    assertThat(JdbcScratch.of(request, new ScratchName("scratch_1", folder, Optional.empty())))
        .isEmpty();
    ScratchTarget scratch =
        JdbcScratch.of(request, new ScratchName("scratch_1", folder, Optional.of(url)))
            .orElseThrow();
    scratch.make();
    try (Sink sink = Written.open(request.with(scratch.options()))) {
      Written.write(sink, 0, ROWS, List.of(row(1, "a", null, null)));
    }
    List<String> read = new ArrayList<>();
    scratch.read(read::add);
    scratch.drop();
    assertThat(read).containsExactly("'1', 'a', null, null");
    try (Connection connection = DriverManager.getConnection(url)) {
      assertThat(Postgres.rows(connection, "SELECT name FROM sqlite_master WHERE type = 'table'"))
          .containsExactly("tidemark_batches");
      assertThat(Postgres.rows(connection, "SELECT count(*) FROM tidemark_batches"))
          .containsExactly("0");
    }
  }
}
