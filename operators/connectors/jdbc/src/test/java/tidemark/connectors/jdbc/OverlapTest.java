package tidemark.connectors.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tidemark.operators.connector.BatchLimits;
import tidemark.operators.connector.Notice;
import tidemark.operators.connector.Range;
import tidemark.operators.connector.Source;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.operators.types.Field;
import tidemark.operators.types.Schema;
import tidemark.operators.types.SimpleType;

/** Rows that are committed behind what was read, in a real PostgreSQL server. */
class OverlapTest {
  private static final Schema IDS = Schema.of(Field.notNull("id", SimpleType.BIGINT));
  private static final Schema TIMES =
      Schema.of(Field.notNull("id", SimpleType.BIGINT), Field.of("at", SimpleType.TIMESTAMP));
  private static final long MINUTE = 60_000;

  private final TableReading reading = new TableReading();
  private final Remembered state = new Remembered();

  @AfterEach
  void dropTable() {
    Postgres.execute("DROP TABLE IF EXISTS s");
  }

  private List<String> next(Source source, Schema columns) {
    return reading.next(source, state, columns, Long.MAX_VALUE);
  }

  private static String id(long id) {
    return "{\"id\":" + id + "}";
  }

  private static Source times() {
    return TableReading.open(
        TIMES, "increasing", "at", "overlap", 10 * MINUTE, "key", List.of("id"));
  }

  private static void insert(long id, String clock) {
    Postgres.execute("INSERT INTO s VALUES (" + id + ", '2026-01-01 " + clock + "+00')");
  }

  /** The rows' ids. */
  private List<String> ids(Source source) {
    return next(source, TIMES).stream().map(row -> row.replaceAll("\\D*(\\d+).*", "$1")).toList();
  }

  @Test
  void aTransactionThatEndsLaterThanOneThatBeganAfterItIsReadOnce() throws SQLException {
    Postgres.execute("CREATE TABLE s (id bigint)");
    try (Source source = TableReading.open(IDS, "increasing", "id", "overlap_values", 100L);
        Connection slow = DriverManager.getConnection(Postgres.url());
        Statement late = slow.createStatement()) {
      slow.setAutoCommit(false);
      late.execute("INSERT INTO s VALUES (1)");
      Postgres.execute("INSERT INTO s VALUES (2)");
      assertThat(next(source, IDS)).containsExactly(id(2));
      slow.commit();
      assertThat(next(source, IDS)).containsExactly(id(1));
      assertThat(next(source, IDS)).isEmpty();
      Postgres.execute("INSERT INTO s VALUES (3)");
      assertThat(next(source, IDS)).containsExactly(id(3));
    }
  }

  @Test
  void rowsThatComeLateAreCounted() {
    Postgres.execute("CREATE TABLE s (id bigint)", "INSERT INTO s VALUES (9)");
    try (Source source = TableReading.open(IDS, "increasing", "id", "overlap_values", 100L)) {
      assertThat(next(source, IDS)).hasSize(1);
      Postgres.execute("INSERT INTO s VALUES (7), (8), (10)");
      Range range = source.plan(state, BatchLimits.NONE).orElseThrow();
      assertThat(source.notices())
          .extracting(Notice::code, Notice::count)
          .containsExactly(tuple(Code.TM633, 2L));
      assertThat(source.notices()).isEmpty();
      assertThat(reading.rows(source, range, IDS)).containsExactly(id(7), id(8), id(10));
    }
  }

  @Test
  void rowsOfEqualTimesThatComeLaterAreReadAndNoneTwice() {
    Postgres.execute("CREATE TABLE s (id bigint, at timestamptz)");
    insert(1, "12:00:00");
    try (Source source = times()) {
      assertThat(ids(source)).containsExactly("1");
      insert(2, "12:00:00");
      insert(3, "11:55:00");
      assertThat(ids(source)).containsExactly("3", "2");
      assertThat(ids(source)).isEmpty();
    }
  }

  /** Read at 12:00; a transaction that ends after 12:05 was read gives it the time 12:03. */
  @Test
  void aRowThatWasReadAndIsChangedByATransactionThatEndsLateIsReadOnceMore() throws SQLException {
    Postgres.execute("CREATE TABLE s (id bigint, at timestamptz)");
    insert(1, "12:00:00");
    try (Source source = times();
        Connection slow = DriverManager.getConnection(Postgres.url());
        Statement late = slow.createStatement()) {
      assertThat(ids(source)).containsExactly("1");
      slow.setAutoCommit(false);
      late.execute("UPDATE s SET at = '2026-01-01 12:03:00+00' WHERE id = 1");
      insert(2, "12:05:00");
      assertThat(ids(source)).containsExactly("2");
      slow.commit();
      assertThat(ids(source)).containsExactly("1");
      assertThat(ids(source)).isEmpty();
    }
  }

  /** What is read later than planned counts as read only with the value that was planned. */
  @Test
  void aRowThatIsChangedBetweenPlanAndReadingIsReadOnce() {
    Postgres.execute("CREATE TABLE s (id bigint, at timestamptz)");
    insert(1, "12:00:00");
    insert(2, "12:05:00");
    try (Source source = times()) {
      Range range = source.plan(state, BatchLimits.NONE).orElseThrow();
      Postgres.execute("UPDATE s SET at = '2026-01-01 12:03:00+00' WHERE id = 1");
      assertThat(reading.rows(source, range, TIMES)).hasSize(1);
      source.advance(range, state);
      assertThat(ids(source)).containsExactly("1");
      assertThat(ids(source)).isEmpty();
    }
  }

  @Test
  void aRangeGivesTheSameRowsAgainWhateverCameSinceAndThatComesNext() {
    Postgres.execute("CREATE TABLE s (id bigint)", "INSERT INTO s VALUES (3), (5)");
    try (Source source = TableReading.open(IDS, "increasing", "id", "overlap_values", 100L)) {
      Range range = source.plan(state, BatchLimits.NONE).orElseThrow();
      Postgres.execute("INSERT INTO s VALUES (4), (6)");
      assertThat(reading.rows(source, range, IDS)).containsExactly(id(3), id(5));
      assertThat(reading.rows(source, range, IDS)).containsExactly(id(3), id(5));
      source.advance(range, state);
      assertThat(next(source, IDS)).containsExactly(id(4), id(6));
    }
  }

  @Test
  void aSourceThatIsOpenedAgainKnowsWhatWasRead() {
    Postgres.execute("CREATE TABLE s (id bigint, at timestamptz)");
    insert(1, "12:00:00");
    try (Source source = times()) {
      assertThat(ids(source)).containsExactly("1");
    }
    insert(2, "11:59:00");
    try (Source again = times()) {
      assertThat(ids(again)).containsExactly("2");
      assertThat(ids(again)).isEmpty();
    }
  }

  /** Position and the rows from 12:50 to 13:00, which are looked at again; no others. */
  @Test
  void onlyWhatIsLookedAtAgainIsRemembered() {
    Postgres.execute("CREATE TABLE s (id bigint, at timestamptz)");
    for (int minute = 0; minute < 60; minute++) {
      insert(minute, "12:%02d:00".formatted(minute));
    }
    insert(60, "13:00:00");
    try (Source source = times()) {
      assertThat(ids(source)).hasSize(61);
      assertThat(state.size()).isEqualTo(1 + 10);
      insert(61, "14:00:00");
      assertThat(ids(source)).containsExactly("61");
      assertThat(state.size()).isEqualTo(1 + 1);
    }
  }

  @Test
  void aLimitCutsWhatIsNewAndNotWhatCameLate() {
    Postgres.execute("CREATE TABLE s (id bigint)", "INSERT INTO s VALUES (10)");
    try (Source source = TableReading.open(IDS, "increasing", "id", "overlap_values", 5L)) {
      assertThat(next(source, IDS)).hasSize(1);
      Postgres.execute("INSERT INTO s VALUES (9), (11), (12), (13)");
      assertThat(reading.next(source, state, IDS, 2)).containsExactly(id(9), id(11), id(12));
      assertThat(reading.next(source, state, IDS, 2)).containsExactly(id(13));
    }
  }

  @Test
  void aColumnThatIncreasesWithoutOverlapOrLagIsWarnedOf() {
    assertThat(found(IDS, "increasing", "id")).containsExactly(Code.TM633);
    assertThat(found(IDS, "increasing", "id", "overlap_values", 5L)).isEmpty();
    assertThat(found(TIMES, "increasing", "at", "lag", MINUTE)).isEmpty();
  }

  @Test
  void anOverlapThatCannotBeUsedIsRefused() {
    assertThat(found(TIMES, "increasing", "at", "overlap", MINUTE)).containsExactly(Code.TM104);
    assertThat(found(TIMES, "increasing", "at", "overlap_values", 5L)).containsExactly(Code.TM614);
    assertThat(found(IDS, "increasing", "id", "overlap", MINUTE)).containsExactly(Code.TM614);
    assertThat(found(IDS, "overlap_values", 5L)).containsExactly(Code.TM614);
    assertThat(found(IDS, "increasing", "id", "overlap_values", 5L, "key", List.of("no")))
        .containsExactly(Code.TM304);
  }

  private static List<Code> found(Schema columns, Object... options) {
    Diagnostics found = new Diagnostics();
    new JdbcConnector().describe(TableReading.request(columns, options), found);
    return found.sorted().stream().map(d -> d.code()).toList();
  }
}
