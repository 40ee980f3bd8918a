package tidemark.connectors.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.TimeZone;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tidemark.operators.connector.BatchLimits;
import tidemark.operators.connector.Range;
import tidemark.operators.connector.Source;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.operators.types.DecimalType;
import tidemark.operators.types.Field;
import tidemark.operators.types.Schema;
import tidemark.operators.types.SimpleType;

/** What is read of tables in a real PostgreSQL server. */
class JdbcSourceTest {
  private static final Schema EVENTS =
      Schema.of(Field.notNull("id", SimpleType.BIGINT), Field.of("v", SimpleType.STRING));

  private final TableReading reading = new TableReading();

  @AfterEach
  void dropTable() {
    Postgres.execute("DROP TABLE IF EXISTS s");
  }

  @Test
  void aTableIsReadWholeAndOnce() {
    Postgres.execute("CREATE TABLE s (id bigint, v text)", "INSERT INTO s VALUES (1,'a'),(2,null)");
    Remembered state = new Remembered();
    try (Source source = TableReading.open(EVENTS)) {
      assertThat(reading.next(source, state, EVENTS, Long.MAX_VALUE))
          .containsExactlyInAnyOrder("{\"id\":1,\"v\":\"a\"}", "{\"id\":2,\"v\":null}");
      assertThat(reading.next(source, state, EVENTS, Long.MAX_VALUE)).isEmpty();
    }
  }

  @Test
  void aColumnThatIncreasesGivesEachRowOnceAndKeepsEqualValuesTogether() {
    Postgres.execute(
        "CREATE TABLE s (id bigint, v text)",
        "INSERT INTO s VALUES (1,'a'),(2,'b'),(2,'c'),(2,'d'),(5,'e')");
    Remembered state = new Remembered();
    try (Source source = TableReading.open(EVENTS, "increasing", "id")) {
      assertThat(reading.next(source, state, EVENTS, 2)).hasSize(4);
      assertThat(reading.next(source, state, EVENTS, 2)).containsExactly("{\"id\":5,\"v\":\"e\"}");
      assertThat(reading.next(source, state, EVENTS, 2)).isEmpty();
      Postgres.execute("INSERT INTO s VALUES (6,'f')");
      assertThat(reading.next(source, state, EVENTS, 2)).containsExactly("{\"id\":6,\"v\":\"f\"}");
    }
  }

  @Test
  void aRangeGivesTheSameRowsAgainWhateverCameSince() {
    Postgres.execute("CREATE TABLE s (id bigint, v text)", "INSERT INTO s VALUES (1,'a'),(2,'b')");
    try (Source source = TableReading.open(EVENTS, "increasing", "id")) {
      Range range = source.plan(new Remembered(), BatchLimits.NONE).orElseThrow();
      Postgres.execute("INSERT INTO s VALUES (3,'c')");
      assertThat(reading.rows(source, range, EVENTS)).hasSize(2);
    }
  }

  @Test
  void aFrozenSourceEndsWhereItStood() {
    Postgres.execute("CREATE TABLE s (id bigint, v text)", "INSERT INTO s VALUES (1,'a')");
    Remembered state = new Remembered();
    try (Source source = TableReading.open(EVENTS, "increasing", "id")) {
      source.freeze();
      Postgres.execute("INSERT INTO s VALUES (2,'b')");
      assertThat(reading.next(source, state, EVENTS, Long.MAX_VALUE)).hasSize(1);
      assertThat(reading.next(source, state, EVENTS, Long.MAX_VALUE)).isEmpty();
    }
  }

  @Test
  void aLagWaitsForTransactionsThatBeganEarlier() throws SQLException {
    Schema columns =
        Schema.of(Field.of("id", SimpleType.BIGINT), Field.of("at", SimpleType.TIMESTAMP));
    Postgres.execute("CREATE TABLE s (id bigint, at timestamptz)");
    Remembered state = new Remembered();
    try (Source source = TableReading.open(columns, "increasing", "at", "lag", 600_000L);
        Connection slow = DriverManager.getConnection(Postgres.url());
        Statement late = slow.createStatement()) {
      slow.setAutoCommit(false);
      late.execute("INSERT INTO s VALUES (1, now() - interval '5 minutes')");
      Postgres.execute("INSERT INTO s VALUES (2, now() - interval '4 minutes')");
      Postgres.execute("INSERT INTO s VALUES (0, now() - interval '1 hour')");
      assertThat(reading.next(source, state, columns, Long.MAX_VALUE)).hasSize(1);
      slow.commit();
    }
    try (Source later = TableReading.open(columns, "increasing", "at", "lag", 60_000L)) {
      assertThat(reading.next(later, state, columns, Long.MAX_VALUE)).hasSize(2);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"timestamp", "timestamptz"})
  void timesAreReadInTheDeclaredZoneAndNoOther(String type) {
    Postgres.execute("CREATE TABLE s (at " + type + ")");
    Postgres.execute(
        "SET timezone = 'Europe/Stockholm'", "INSERT INTO s VALUES ('2024-01-01 00:30:00+01')");
    Schema columns = Schema.of(Field.of("at", SimpleType.TIMESTAMP));
    if (type.equals("timestamptz")) {
      Postgres.execute("UPDATE s SET at = '2023-12-31 23:30:00+00'");
    }
    try (Source source = TableReading.open(columns, "zone", "Europe/Stockholm")) {
      assertThat(reading.next(source, new Remembered(), columns, Long.MAX_VALUE))
          .containsExactly("{\"at\":\"2023-12-31T23:30:00.000Z\"}");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"timestamp", "timestamptz"})
  void theZoneOfThisMachineNeverMatters(String type) {
    Postgres.execute(
        "CREATE TABLE s (id bigint, at " + type + ")",
        "SET timezone = 'Europe/Stockholm'",
        "INSERT INTO s VALUES (1, '2024-01-01 00:30:00+01'), (2, '2024-01-01 00:31:00+01')");
    Schema columns =
        Schema.of(Field.of("id", SimpleType.BIGINT), Field.of("at", SimpleType.TIMESTAMP));
    TimeZone before = TimeZone.getDefault();
    for (String machine : new String[] {"America/New_York", "Asia/Kolkata", "UTC"}) {
      TimeZone.setDefault(TimeZone.getTimeZone(machine));
      Remembered state = new Remembered();
      try (Source source =
          TableReading.open(
              columns, "zone", "Europe/Stockholm", "increasing", "at", "lag", 60_000L)) {
        assertThat(reading.next(source, state, columns, 1))
            .containsExactly("{\"id\":1,\"at\":\"2023-12-31T23:30:00.000Z\"}");
        assertThat(reading.next(source, state, columns, 1))
            .containsExactly("{\"id\":2,\"at\":\"2023-12-31T23:31:00.000Z\"}");
      } finally {
        TimeZone.setDefault(before);
      }
    }
  }

  @Test
  void decimalsAreExactOrBad() {
    Postgres.execute(
        "CREATE TABLE s (amt numeric)",
        "INSERT INTO s VALUES (12345678901234567890.123456789), (0.1)");
    Schema wide = Schema.of(Field.of("amt", new DecimalType(38, 9)));
    try (Source source = TableReading.open(wide)) {
      assertThat(reading.next(source, new Remembered(), wide, Long.MAX_VALUE))
          .containsExactly("{\"amt\":12345678901234567890.123456789}", "{\"amt\":0.100000000}");
    }
    Schema narrow = Schema.of(Field.of("amt", new DecimalType(10, 2)));
    try (Source source = TableReading.open(narrow)) {
      assertThat(reading.next(source, new Remembered(), narrow, Long.MAX_VALUE))
          .containsExactly("{\"amt\":0.10}");
    }
    assertThat(reading.bad())
        .containsExactly("1: column `amt`: `12345678901234567890.123456789` is no decimal(10,2)");
  }

  @Test
  void whatCannotBeReadIsRefusedBeforeAnythingIsAsked() {
    Diagnostics found = new Diagnostics();
    new JdbcConnector()
        .describe(TableReading.request(EVENTS, "increasing", "v", "query", "SELECT 1"), found);
    assertThat(found.sorted()).extracting(d -> d.code()).containsExactly(Code.TM614, Code.TM614);
  }
}
