package tidemark.connectors.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import tidemark.operators.connector.BadRecordPolicy;
import tidemark.operators.connector.BatchLimits;
import tidemark.operators.connector.OperationKey;
import tidemark.operators.connector.Outcome;
import tidemark.operators.connector.OutputMode;
import tidemark.operators.connector.Sink;
import tidemark.operators.connector.Source;
import tidemark.operators.connector.SourceRequest;
import tidemark.operators.connector.Start;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;
import tidemark.operators.types.DecimalType;
import tidemark.operators.types.Field;
import tidemark.operators.types.Schema;
import tidemark.operators.types.SimpleType;

/** Tables of a real server that speaks MySQL's protocol; there are binaries of it for Linux. */
@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
class MariaDbTest {
  private static final Schema ROWS =
      Schema.of(
          Field.notNull("k", SimpleType.BIGINT),
          Field.of("v", SimpleType.STRING),
          Field.of("amt", new DecimalType(10, 2)),
          Field.of("at", SimpleType.TIMESTAMP),
          Field.of("good", SimpleType.BOOLEAN));

  @AfterEach
  void dropTables() {
    MariaDb.execute("DROP TABLE IF EXISTS w, tidemark_batches");
  }

  private static List<@Nullable Object> row(@Nullable Object... values) {
    return Arrays.asList(values);
  }

  private static List<String> rows() {
    return MariaDb.rows("SELECT k, v, amt, at, good FROM w ORDER BY k");
  }

  private static Sink open(OutputMode mode, Object... more) {
    List<Object> options = new ArrayList<>(List.of("create_table", true));
    options.addAll(List.of(more));
    return Written.open(
        Written.request(Written.with(MariaDb.url(), "w", options.toArray()), ROWS, mode, "q"));
  }

  @Test
  void insertedRowsAreThereOnceWithAllTheirBytes() {
    List<List<@Nullable Object>> rows =
        List.of(
            row(1, "tab\t, \\, ' and \uD83D\uDE80", 1250, 1_500_000, true),
            row(2, null, null, null, null));
    try (Sink sink = open(OutputMode.APPEND)) {
      Written.write(sink, 0, ROWS, rows);
      Written.write(sink, 0, ROWS, rows);
      assertThat(sink.outcome(new OperationKey("q", 0, "out"))).isEqualTo(Outcome.COMMITTED);
      assertThat(sink.outcome(new OperationKey("q", 1, "out"))).isEqualTo(Outcome.ABSENT);
    }
    assertThat(rows())
        .containsExactly(
            "1|tab\t, \\, ' and \uD83D\uDE80|12.50|1970-01-01 00:00:01.500000|1", "2|-|-|-|-");
  }

  @Test
  void rowsTakeThePlaceOfThoseWithTheSameKey() {
    try (Sink sink = open(OutputMode.UPDATE, "key", List.of("k"))) {
      Written.write(
          sink, 0, ROWS, List.of(row(1, "a", 1250, 0, true), row(2, "b", null, null, null)));
      Written.write(
          sink, 1, ROWS, List.of(row(1, "c", 7, 0, true), row(1, "d", 8, 1_000_000, false)));
    }
    assertThat(rows()).containsExactly("1|d|0.08|1970-01-01 00:00:01.000000|0", "2|b|-|-|-");
  }

  @Test
  void keysThatDifferByCaseOnlyAreTwo() {
    Schema columns = Schema.of(Field.notNull("k", SimpleType.STRING));
    try (Sink sink =
        Written.open(
            Written.request(
                Written.with(MariaDb.url(), "w", "create_table", true, "key", List.of("k")),
                columns,
                OutputMode.UPDATE,
                "q"))) {
      Written.write(sink, 0, columns, List.of(row("a"), row("A"), row("\u00e4")));
    }
    assertThat(MariaDb.rows("SELECT count(*) FROM w")).containsExactly("3");
  }

  @Test
  void theWholeResultIsReplaced() {
    try (Sink sink = open(OutputMode.COMPLETE)) {
      Written.write(sink, 0, ROWS, List.of(row(1, "a", null, null, null)));
      Written.write(sink, 1, ROWS, List.of(row(2, "b", null, null, null)));
    }
    assertThat(rows()).containsExactly("2|b|-|-|-");
  }

  @Test
  void aTableThatDoesNotFitIsRefusedWithAllThatDoesNot() {
    MariaDb.execute("CREATE TABLE w (k int, v varchar(20), amt decimal(5,2), at date)");
    assertThatThrownBy(() -> open(OutputMode.APPEND))
        .isInstanceOfSatisfying(
            Failure.class,
            failure -> {
              assertThat(failure.code()).isEqualTo(Code.TM627);
              assertThat(failure).hasMessageContainingAll("`k`", "`amt`", "`at`", "`good`");
            });
  }

  @Test
  void rowsAreReadByAColumnThatIncreasesAndThoseThatComeLateToo() {
    Schema columns =
        Schema.of(
            Field.notNull("k", SimpleType.BIGINT),
            Field.of("at", SimpleType.TIMESTAMP),
            Field.of("amt", new DecimalType(10, 2)));
    MariaDb.execute(
        "CREATE TABLE w (k bigint, at datetime(6), amt decimal(10,2))",
        "INSERT INTO w VALUES (1, '2026-01-01 12:00:00.000001', 1.5), (2, '2026-01-01 12:00:00', null)");
    SourceRequest request =
        new SourceRequest(
            "w",
            Written.options(
                Written.with(
                    MariaDb.url(),
                    "w",
                    "increasing",
                    "at",
                    "overlap",
                    600_000L,
                    "key",
                    List.of("k"))),
            Optional.of(columns),
            BadRecordPolicy.FAIL,
            Optional.empty(),
            BatchLimits.NONE,
            ZoneOffset.UTC,
            new Start.Earliest());
    TableReading reading = new TableReading();
    Remembered state = new Remembered();
    try (Source source = new JdbcConnector().open(request)) {
      assertThat(reading.next(source, state, columns, Long.MAX_VALUE))
          .containsExactly(
              "{\"k\":2,\"at\":\"2026-01-01T12:00:00.000Z\",\"amt\":null}",
              "{\"k\":1,\"at\":\"2026-01-01T12:00:00.000001Z\",\"amt\":1.50}");
      MariaDb.execute("INSERT INTO w VALUES (3, '2026-01-01 11:55:00', 2)");
      assertThat(reading.next(source, state, columns, Long.MAX_VALUE))
          .containsExactly("{\"k\":3,\"at\":\"2026-01-01T11:55:00.000Z\",\"amt\":2.00}");
      assertThat(reading.next(source, state, columns, Long.MAX_VALUE)).isEmpty();
    }
  }

  /** Half an hour of lag; 61 minutes ago and one minute ago by the clock of New York. */
  @Test
  void theNewestRowsAreLeftByTheClockOfTheirZone() {
    Schema columns =
        Schema.of(Field.notNull("id", SimpleType.BIGINT), Field.of("at", SimpleType.TIMESTAMP));
    LocalDateTime now = LocalDateTime.now(ZoneId.of("America/New_York"));
    MariaDb.execute(
        "CREATE TABLE w (id BIGINT, at DATETIME(6))",
        "INSERT INTO w VALUES (1, '" + now.minusMinutes(61) + "')",
        "INSERT INTO w VALUES (2, '" + now.minusMinutes(1) + "')");
    Object[] options = {
      "url",
      MariaDb.url(),
      "table",
      "w",
      "zone",
      "America/New_York",
      "increasing",
      "at",
      "lag",
      1_800_000L
    };
    try (Source source = TableReading.open(columns, options)) {
      assertThat(new TableReading().next(source, new Remembered(), columns, Long.MAX_VALUE))
          .singleElement()
          .asString()
          .startsWith("{\"id\":1,");
    }
  }
}
