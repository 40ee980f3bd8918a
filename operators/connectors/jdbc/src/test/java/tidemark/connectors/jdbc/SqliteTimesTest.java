package tidemark.connectors.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tidemark.operators.connector.Source;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;
import tidemark.operators.types.Field;
import tidemark.operators.types.Schema;
import tidemark.operators.types.SimpleType;

/** SQLite holds times as texts of several forms; which is later does not depend on the form. */
class SqliteTimesTest {
  private static final Schema ROWS =
      Schema.of(Field.notNull("id", SimpleType.BIGINT), Field.of("at", SimpleType.TIMESTAMP));
  private static final long MINUTE = 60_000;

  @TempDir private Path folder;
  private final TableReading reading = new TableReading();
  private final Remembered state = new Remembered();
  private String url = "";

  @BeforeEach
  void makeTable() throws SQLException {
    url = "jdbc:sqlite:" + folder.resolve("s.db");
    execute("CREATE TABLE s (id INTEGER, at TIMESTAMP)");
  }

  private void execute(String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private void insert(long id, String time) throws SQLException {
    execute("INSERT INTO s VALUES (" + id + ", '" + time + "')");
  }

  private Source source(Object... options) {
    Object[] all = Arrays.copyOf(options, options.length + 4);
    all[options.length] = "url";
    all[options.length + 1] = url;
    all[options.length + 2] = "increasing";
    all[options.length + 3] = "at";
    return TableReading.open(ROWS, all);
  }

  private List<String> next(Source source, long maxRows) {
    return reading.next(source, state, ROWS, maxRows).stream()
        .map(row -> row.replaceAll("\\D*(\\d+).*", "$1"))
        .toList();
  }

  private List<String> next(Source source) {
    return next(source, Long.MAX_VALUE);
  }

  @Test
  void aFullMinuteIsReadAtOnceAndOnce() throws SQLException {
    insert(1, "2026-01-01 12:00:00");
    try (Source source = source()) {
      assertThat(next(source)).containsExactly("1");
      assertThat(next(source)).isEmpty();
      insert(2, "2026-01-01 12:01:00");
      assertThat(next(source)).containsExactly("2");
    }
  }

  /** In the order of the times: 11:59, 12:00, 12:00:00.5, 12:00:00.500001, 12:00:01. */
  @Test
  void theFormOfATimeDoesNotMatter() throws SQLException {
    insert(5, "2026-01-01 12:00:01");
    insert(4, "2026-01-01T12:00:00.500001");
    insert(3, "2026-01-01 12:00:00.500");
    insert(2, "2026-01-01T12:00");
    insert(1, "2026-01-01T11:59:00");
    try (Source source = source()) {
      assertThat(next(source, 2)).containsExactly("1", "2");
      assertThat(next(source, 2)).containsExactly("3", "4");
      assertThat(next(source, 2)).containsExactly("5");
      assertThat(next(source, 2)).isEmpty();
      insert(6, "2026-01-01 12:00:01.000001");
      insert(7, "2026-01-01T12:00:01.0000010");
      assertThat(next(source, 2)).containsExactly("6", "7");
    }
  }

  @Test
  void aFullMinuteThatComesLateIsReadOnceWithinAnOverlap() throws SQLException {
    insert(1, "2026-01-01 12:10:00");
    try (Source source = source("overlap", 10 * MINUTE, "key", List.of("id"))) {
      assertThat(next(source)).containsExactly("1");
      insert(2, "2026-01-01T12:05");
      insert(3, "2026-01-01 12:10:00.000");
      insert(4, "2026-01-01 12:00:00");
      assertThat(next(source)).containsExactly("2", "3");
      assertThat(next(source)).isEmpty();
    }
  }

  /** The database's clock shows UTC, whatever zone its columns are in. */
  @ParameterizedTest
  @ValueSource(strings = {"America/New_York", "UTC", "Asia/Tokyo"})
  void theNewestRowsAreLeftByTheClockOfTheirZone(String zone) throws SQLException {
    LocalDateTime now = LocalDateTime.now(ZoneId.of(zone));
    insert(1, now.minusMinutes(61).toString());
    insert(2, now.minusMinutes(1).toString());
    try (Source source = source("zone", zone, "lag", 30 * MINUTE)) {
      assertThat(next(source)).containsExactly("1");
      assertThat(next(source)).isEmpty();
    }
  }

  @Test
  void aValueThatIsNoTimeIsOneDiagnostic() throws SQLException {
    execute("INSERT INTO s VALUES (1, 1767225600000)");
    try (Source source = source()) {
      assertThatThrownBy(() -> next(source))
          .isInstanceOfSatisfying(
              Failure.class, failure -> assertThat(failure.code()).isEqualTo(Code.TM604))
          .hasMessageContaining("`at`")
          .hasMessageContaining("`s`");
    }
  }
}
