package tidemark.connectors.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tidemark.operators.connector.OperationKey;
import tidemark.operators.connector.Outcome;
import tidemark.operators.connector.OutputMode;
import tidemark.operators.connector.Sink;
import tidemark.operators.connector.SinkBatch;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;
import tidemark.operators.types.DecimalType;
import tidemark.operators.types.Field;
import tidemark.operators.types.Schema;
import tidemark.operators.types.SimpleType;

/** What becomes of rows in a real PostgreSQL server. */
class JdbcSinkTest {
  private static final Schema PAIRS =
      Schema.of(Field.notNull("k", SimpleType.BIGINT), Field.of("v", SimpleType.STRING));
  private static final String ALL = "SELECT k, v FROM w ORDER BY k, v";

  @BeforeEach
  void makeTable() {
    Postgres.execute("CREATE TABLE w (k bigint, v text)");
  }

  @AfterEach
  void dropTables() {
    Postgres.execute("DROP TABLE IF EXISTS w", "DROP TABLE IF EXISTS tidemark_batches");
  }

  private static List<@Nullable Object> row(@Nullable Object... values) {
    return Arrays.asList(values);
  }

  private static Sink inserting(String url) {
    return Written.open(Written.request(Written.with(url, "w"), PAIRS, OutputMode.APPEND, "q"));
  }

  private static Sink upserting(Schema schema) {
    return Written.open(
        Written.request(
            Written.with(Postgres.url(), "w", "key", List.of("k")),
            schema,
            OutputMode.UPDATE,
            "q"));
  }

  private static OperationKey key(long batch) {
    return new OperationKey("q", batch, "out");
  }

  @Test
  void rowsOfABatchAreThereAfterItsCommitAndNotBefore() {
    try (Sink sink = inserting(Postgres.url());
        SinkBatch batch = sink.begin(key(0))) {
      batch.writer(1).write(Written.batch(PAIRS, List.of(row(2, "b"))));
      batch.writer(0).write(Written.batch(PAIRS, List.of(row(1, "a"), row(3, null))));
      batch.prepare();
      assertThat(Postgres.rows(ALL)).isEmpty();
      assertThat(sink.outcome(key(0))).isEqualTo(Outcome.ABSENT);
      batch.commit();
      assertThat(sink.outcome(key(0))).isEqualTo(Outcome.COMMITTED);
      assertThat(sink.outcome(key(1))).isEqualTo(Outcome.ABSENT);
    }
    assertThat(Postgres.rows(ALL)).containsExactly("1|a", "2|b", "3|-");
  }

  @Test
  void aBatchThatIsWrittenTwiceIsThereOnce() {
    try (Sink sink = inserting(Postgres.url())) {
      Written.write(sink, 0, PAIRS, List.of(row(1, "a")));
      Written.write(sink, 0, PAIRS, List.of(row(1, "a")));
      Written.write(sink, 1, PAIRS, List.of(row(2, "b")));
    }
    assertThat(Postgres.rows(ALL)).containsExactly("1|a", "2|b");
  }

  @Test
  void aBatchThatIsGivenUpLeavesNothing() {
    try (Sink sink = inserting(Postgres.url())) {
      try (SinkBatch batch = sink.begin(key(0))) {
        batch.writer(0).write(Written.batch(PAIRS, List.of(row(1, "a"))));
        batch.prepare();
      }
      assertThat(sink.outcome(key(0))).isEqualTo(Outcome.ABSENT);
    }
    assertThat(Postgres.rows(ALL)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(
      value = LossyLink.Cut.class,
      names = {"BEFORE_COMMIT", "AFTER_COMMIT"})
  void aCommitWhoseAnswerIsLostTakesEffectOnce(LossyLink.Cut cut) throws IOException {
    try (LossyLink link = new LossyLink(Postgres.port());
        Sink sink = inserting(Postgres.url(link.port()));
        SinkBatch batch = sink.begin(key(0))) {
      batch.writer(0).write(Written.batch(PAIRS, List.of(row(1, "a"), row(2, "b"))));
      batch.prepare();
      link.breakAt(cut);
      batch.commit();
      assertThat(link.hasBroken()).isTrue();
      assertThat(sink.outcome(key(0))).isEqualTo(Outcome.COMMITTED);
    }
    assertThat(Postgres.rows(ALL)).containsExactly("1|a", "2|b");
  }

  @Test
  void theNewestRowOfAKeyTakesThePlaceOfTheOthers() {
    Postgres.execute("ALTER TABLE w ADD PRIMARY KEY (k)");
    try (Sink sink = upserting(PAIRS)) {
      Written.write(sink, 0, PAIRS, List.of(row(1, "a"), row(2, "b"), row(1, "c")));
      Written.write(sink, 1, PAIRS, List.of(row(2, null), row(3, "d")));
    }
    assertThat(Postgres.rows(ALL)).containsExactly("1|c", "2|-", "3|d");
  }

  @Test
  void rowsThatAreMarkedAsDeletedGo() {
    Postgres.execute("ALTER TABLE w ADD PRIMARY KEY (k)");
    Schema marked =
        Schema.of(
            Field.notNull("k", SimpleType.BIGINT),
            Field.of("v", SimpleType.STRING),
            Field.notNull("_op", SimpleType.STRING));
    try (Sink sink = upserting(marked)) {
      Written.write(sink, 0, marked, List.of(row(1, "a", "insert"), row(2, "b", "insert")));
      Written.write(
          sink,
          1,
          marked,
          List.of(
              row(1, null, "delete"),
              row(2, "c", "update"),
              row(3, "d", "insert"),
              row(3, null, "delete")));
    }
    assertThat(Postgres.rows(ALL)).containsExactly("2|c");
  }

  @Test
  void aNullInTheKeyIsRefusedAndNothingIsWritten() {
    Schema nullable = Schema.of(Field.of("k", SimpleType.BIGINT), Field.of("v", SimpleType.STRING));
    Postgres.execute("CREATE UNIQUE INDEX ON w (k)");
    try (Sink sink = upserting(nullable)) {
      assertThatThrownBy(
              () -> Written.write(sink, 0, nullable, List.of(row(1, "a"), row(null, "b"))))
          .isInstanceOfSatisfying(
              Failure.class,
              failure -> {
                assertThat(failure.code()).isEqualTo(Code.TM605);
                assertThat(failure).hasMessageContaining("null in `k`");
              });
    }
    assertThat(Postgres.rows(ALL)).isEmpty();
  }

  @Test
  void theWholeResultTakesThePlaceOfTheOneBefore() {
    try (Sink sink =
        Written.open(
            Written.request(Written.with(Postgres.url(), "w"), PAIRS, OutputMode.COMPLETE, "q"))) {
      Written.write(sink, 0, PAIRS, List.of(row(1, "a"), row(2, "b")));
      Written.write(sink, 1, PAIRS, List.of(row(3, "c")));
    }
    assertThat(Postgres.rows(ALL)).containsExactly("3|c");
  }

  @Test
  void twoSinksThatUpsertTheSameKeysInOppositeOrderBothEnd() {
    Postgres.execute("ALTER TABLE w ADD PRIMARY KEY (k)");
    List<List<@Nullable Object>> up = new ArrayList<>();
    List<List<@Nullable Object>> down = new ArrayList<>();
    for (int k = 1; k <= 500; k++) {
      up.add(row(k, "up"));
      down.add(0, row(k, "down"));
    }
    CompletableFuture<Void> other = CompletableFuture.runAsync(() -> upsertOften("a", up));
    upsertOften("b", down);
    other.join();
    assertThat(Postgres.rows("SELECT count(*) FROM w")).containsExactly("500");
  }

  private static void upsertOften(String queryId, List<List<@Nullable Object>> rows) {
    try (Sink sink =
        new JdbcConnector()
            .open(
                new tidemark.operators.connector.SinkRequest(
                    "out",
                    Written.options(Written.with(Postgres.url(), "w", "key", List.of("k"))),
                    PAIRS,
                    OutputMode.UPDATE,
                    queryId,
                    queryId,
                    java.time.ZoneOffset.UTC))) {
      for (long batch = 0; batch < 25; batch++) {
        Written.write(sink, batch, PAIRS, rows);
      }
    }
  }

  @Test
  void everyValueArrivesAsItIs() {
    Postgres.execute("DROP TABLE w");
    Schema schema =
        Schema.of(
            Field.of("flag", SimpleType.BOOLEAN),
            Field.of("small", SimpleType.SMALLINT),
            Field.of("big", SimpleType.BIGINT),
            Field.of("real", SimpleType.DOUBLE),
            Field.of("short_money", new DecimalType(10, 2)),
            Field.of("long_money", new DecimalType(38, 9)),
            Field.of("itemNote", SimpleType.STRING),
            Field.of("raw", SimpleType.BINARY),
            Field.of("day", SimpleType.DATE),
            Field.of("at", SimpleType.TIMESTAMP),
            Field.of("clock", SimpleType.TIMESTAMP_NTZ));
    long micros =
        ChronoUnit.MICROS.between(Instant.EPOCH, Instant.parse("2024-01-01T00:30:00.000001Z"));
    try (Sink sink =
        Written.open(
            Written.request(
                Written.with(Postgres.url(), "w", "create_table", true),
                schema,
                OutputMode.APPEND,
                "q"))) {
      Written.write(
          sink,
          0,
          schema,
          List.of(
              row(
                  true,
                  Short.MIN_VALUE,
                  Long.MIN_VALUE,
                  Double.NaN,
                  -1234,
                  new BigDecimal("12345678901234567890.123456789"),
                  "a\tb\nc\\d\r\"é\u20ac\ud83d\ude00 \\N",
                  new byte[] {0, -1, 92},
                  LocalDate.of(-43, 3, 15).toEpochDay(),
                  micros,
                  micros),
              row(null, null, null, null, null, null, "", null, null, null, null),
              row(
                  false,
                  1,
                  Long.MAX_VALUE,
                  Double.NEGATIVE_INFINITY,
                  0,
                  BigDecimal.ZERO.setScale(9),
                  "\\.",
                  new byte[0],
                  0,
                  -1,
                  0)));
    }
    assertThat(
            Postgres.rows(
                "SELECT flag, small, big, \"real\", short_money, long_money, encode(raw, 'hex'),"
                    + " day, at AT TIME ZONE 'UTC', clock FROM w ORDER BY flag DESC NULLS LAST"))
        .containsExactly(
            "t|-32768|-9223372036854775808|NaN|-12.34|12345678901234567890.123456789|00ff5c"
                + "|0044-03-15 BC|2024-01-01 00:30:00.000001|2024-01-01 00:30:00.000001",
            "f|1|9223372036854775807|-Infinity|0.00|0.000000000|"
                + "|1970-01-01|1969-12-31 23:59:59.999999|1970-01-01 00:00:00",
            "-|-|-|-|-|-|-|-|-|-");
    assertThat(Postgres.rows("SELECT \"itemNote\" FROM w ORDER BY flag DESC NULLS LAST"))
        .containsExactly("a\tb\nc\\d\r\"é\u20ac\ud83d\ude00 \\N", "\\.", "");
  }

  @Test
  void instantsGoIntoClockColumnsInTheDeclaredZone() {
    Postgres.execute("DROP TABLE w", "CREATE TABLE w (at timestamp)");
    Schema schema = Schema.of(Field.of("at", SimpleType.TIMESTAMP));
    long micros = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.parse("2023-12-31T23:30:00Z"));
    try (Sink sink =
        Written.open(
            Written.request(
                Written.with(Postgres.url(), "w", "zone", "Europe/Stockholm"),
                schema,
                OutputMode.APPEND,
                "q"))) {
      Written.write(sink, 0, schema, List.of(row(micros)));
    }
    assertThat(Postgres.rows("SELECT at FROM w")).containsExactly("2024-01-01 00:30:00");
  }

  @Test
  void allThatDoesNotFitTheTableIsSaidAtOnce() {
    Postgres.execute("DROP TABLE w", "CREATE TABLE w (\"V\" text, k integer, must text NOT NULL)");
    assertThatThrownBy(() -> inserting(Postgres.url()))
        .isInstanceOfSatisfying(
            Failure.class,
            failure -> {
              assertThat(failure.code()).isEqualTo(Code.TM627);
              assertThat(failure.getMessage())
                  .contains("`k` is bigint in the rows and int4 in the table")
                  .contains("there is no column `v`; `V` is written otherwise")
                  .contains("`must` must have a value");
            });
  }

  @Test
  void anUpsertWithoutAUniqueIndexIsRefused() {
    assertThatThrownBy(() -> upserting(PAIRS)).hasMessageContaining("no unique index");
  }

  @Test
  void whatTheDatabaseRefusesIsToldWithoutThePasswordAndLeavesNothing() {
    Postgres.execute("ALTER TABLE w ADD CHECK (k < 10)");
    try (Sink sink = inserting(Postgres.url() + "&password=s3cr3t-77")) {
      assertThatThrownBy(() -> Written.write(sink, 0, PAIRS, List.of(row(1, "a"), row(10, "b"))))
          .isInstanceOfSatisfying(
              Failure.class,
              failure -> {
                assertThat(failure.code()).isEqualTo(Code.TM605);
                assertThat(failure.getMessage()).contains("w_k_check").doesNotContain("s3cr3t");
              });
    }
    assertThat(Postgres.rows(ALL)).isEmpty();
  }

  @Test
  void aServerThatIsNotThereIsNamed() {
    assertThatThrownBy(
            () ->
                Written.open(
                    Written.request(
                        Written.with(
                            "jdbc:postgresql://localhost:1/none?password=s3cr3t-77",
                            "w",
                            "connect_timeout",
                            1000L),
                        PAIRS,
                        OutputMode.APPEND,
                        "q")))
        .isInstanceOfSatisfying(
            Failure.class,
            failure -> {
              assertThat(failure.code()).isEqualTo(Code.TM615);
              assertThat(failure.getMessage())
                  .contains("jdbc:postgresql://localhost:1/none")
                  .doesNotContain("s3cr3t");
            });
  }

  @Test
  void moreRowsThanStayInMemoryArriveToo() {
    String text = "x".repeat(1000);
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (int i = 0; i < 4000; i++) {
      rows.add(row(i, text));
    }
    try (Sink sink = inserting(Postgres.url());
        SinkBatch batch = sink.begin(key(0))) {
      for (int i = 0; i < 5; i++) {
        batch.writer(0).write(Written.batch(PAIRS, rows));
      }
      batch.prepare();
      batch.commit();
    }
    assertThat(Postgres.rows("SELECT count(*), sum(length(v)), sum(k) FROM w"))
        .containsExactly("20000|20000000|" + 5L * 4000 * 3999 / 2);
  }
}
