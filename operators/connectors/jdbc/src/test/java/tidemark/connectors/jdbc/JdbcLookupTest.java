package tidemark.connectors.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tidemark.operators.batch.Batch;
import tidemark.operators.connector.BadRecordPolicy;
import tidemark.operators.connector.BatchLimits;
import tidemark.operators.connector.PointLookup;
import tidemark.operators.connector.ReadRequest;
import tidemark.operators.connector.SourceRequest;
import tidemark.operators.connector.Start;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.operators.diagnostics.Failure;
import tidemark.operators.format.ByteSink;
import tidemark.operators.format.Format;
import tidemark.operators.format.FormatOptions;
import tidemark.operators.format.Formats;
import tidemark.operators.types.DataType;
import tidemark.operators.types.DecimalType;
import tidemark.operators.types.Field;
import tidemark.operators.types.Schema;
import tidemark.operators.types.SimpleType;

/** Tables that are asked for the rows of keys: in a real PostgreSQL server, and in SQLite. */
class JdbcLookupTest {
  private static final Schema NAMES =
      Schema.of(Field.of("id", SimpleType.BIGINT), Field.of("v", SimpleType.STRING));
  private static final Schema BY_ID = key("id", SimpleType.BIGINT);

  private final List<String> bad = new ArrayList<>();
  @TempDir private Path folder;

  @AfterEach
  void dropTable() {
    Postgres.execute("DROP TABLE IF EXISTS s");
  }

  private static Schema key(String name, DataType type) {
    return Schema.of(Field.notNull(name, type));
  }

  private static PointLookup open(String url, Schema columns, Schema keys, Object... options) {
    SourceRequest request = request(url, columns, options);
    Diagnostics found = new Diagnostics();
    JdbcConnector connector = new JdbcConnector();
    assertThat(connector.describe(request, found).schema()).isEqualTo(columns);
    assertThat(found.sorted()).isEmpty();
    keys.fields().forEach(k -> assertThat(connector.findsBy(request, k.type())).isTrue());
    return connector.openLookup(request, keys);
  }

  private static SourceRequest request(String url, Schema columns, Object... options) {
    return new SourceRequest(
        "names",
        Written.options(Written.with(url, "s", options)),
        Optional.of(columns),
        BadRecordPolicy.DROP,
        Optional.empty(),
        BatchLimits.NONE,
        ZoneOffset.UTC,
        new Start.Earliest());
  }

  private static List<@Nullable Object> row(@Nullable Object... values) {
    return Arrays.asList(values);
  }

  /** The rows of keys as JSON, in no order. */
  private List<String> find(
      PointLookup lookup, Schema columns, Schema keys, List<List<@Nullable Object>> asked) {
    BitSet all = new BitSet();
    all.set(0, columns.size());
    ReadRequest request =
        new ReadRequest(
            all, (location, position, buffer, offset, length, reason) -> bad.add(reason));
    Lines answer = new Lines(columns);
    lookup.find(Written.batch(keys, asked), request, answer);
    return answer.lines;
  }

  /** Keeps rows as JSON. */
  private static final class Lines implements PointLookup.Answer {
    private final Schema columns;
    private List<String> lines = new ArrayList<>();
    private int begun;

    Lines(Schema columns) {
      this.columns = columns;
    }

    @Override
    public void begin() {
      begun = lines.size();
    }

    @Override
    public void add(Batch rows) {
      ByteSink json = new ByteSink();
      Formats.encoder(FormatOptions.of(Format.NDJSON), columns).encode(rows, json);
      new String(json.bytes(), 0, json.size(), StandardCharsets.UTF_8).lines().forEach(lines::add);
    }

    @Override
    public void forget() {
      lines = new ArrayList<>(lines.subList(0, begun));
    }
  }

  private void sqlite(String... statements) throws SQLException {
    try (Connection connection = DriverManager.getConnection(sqliteUrl());
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  private String sqliteUrl() {
    return "jdbc:sqlite:" + folder.resolve("s.db");
  }

  @Test
  void theRowsOfTheKeysAreFoundAndNoOthers() {
    Postgres.execute(
        "CREATE TABLE s (id bigint, v text)",
        "INSERT INTO s VALUES (1,'a'),(2,'b'),(2,'c'),(3,'d'),(null,'e')");
    try (PointLookup lookup = open(Postgres.url(), NAMES, BY_ID)) {
      assertThat(find(lookup, NAMES, BY_ID, List.of(row(2), row(3), row(9))))
          .containsExactlyInAnyOrder(
              "{\"id\":2,\"v\":\"b\"}", "{\"id\":2,\"v\":\"c\"}", "{\"id\":3,\"v\":\"d\"}");
      assertThat(find(lookup, NAMES, BY_ID, List.of(row(9)))).isEmpty();
    }
  }

  @Test
  void aQueryIsAskedLikeATable() {
    Postgres.execute(
        "CREATE TABLE s (k text, v text)", "INSERT INTO s VALUES ('Ab','x'),('cd','y')");
    Schema columns =
        Schema.of(Field.of("low", SimpleType.STRING), Field.of("v", SimpleType.STRING));
    SourceRequest request = request(Postgres.url(), columns);
    Map<String, Object> options = new TreeMap<>(request.options().values());
    options.remove("table");
    options.put("query", "SELECT lower(k) AS low, v FROM s");
    SourceRequest query =
        new SourceRequest(
            "names",
            Written.options(options),
            request.columns(),
            request.badRecords(),
            request.badRecordColumn(),
            request.limits(),
            request.zone(),
            request.start());
    Schema keys = key("low", SimpleType.STRING);
    try (PointLookup lookup = new JdbcConnector().openLookup(query, keys)) {
      assertThat(find(lookup, columns, keys, List.of(row("ab"), row("Ab"))))
          .containsExactly("{\"low\":\"ab\",\"v\":\"x\"}");
    }
  }

  @Test
  void aTableThatChangesIsAskedAnew() {
    Postgres.execute("CREATE TABLE s (id bigint, v text)", "INSERT INTO s VALUES (1,'a')");
    try (PointLookup lookup = open(Postgres.url(), NAMES, BY_ID)) {
      assertThat(find(lookup, NAMES, BY_ID, List.of(row(1)))).hasSize(1);
      Postgres.execute("INSERT INTO s VALUES (1,'b')");
      assertThat(find(lookup, NAMES, BY_ID, List.of(row(1)))).hasSize(2);
    }
  }

  @Test
  void aKeyMayHaveSeveralColumnsOfSeveralTypes() {
    Schema columns =
        Schema.of(
            Field.of("a", SimpleType.INT),
            Field.of("b", SimpleType.STRING),
            Field.of("c", SimpleType.DATE),
            Field.of("n", SimpleType.INT));
    Schema keys =
        Schema.of(
            Field.notNull("a", SimpleType.BIGINT),
            Field.notNull("b", SimpleType.STRING),
            Field.notNull("c", SimpleType.DATE));
    Postgres.execute(
        "CREATE TABLE s (a int, b varchar(9), c date, n int)",
        "INSERT INTO s VALUES (1,'x','2024-02-29',1),(1,'y','2024-02-29',2),"
            + "(2,'x','2024-02-29',3),(1,'x','2024-03-01',4)");
    long day = LocalDate.of(2024, 2, 29).toEpochDay();
    try (PointLookup lookup = open(Postgres.url(), columns, keys)) {
      assertThat(
              find(
                  lookup,
                  columns,
                  keys,
                  List.of(row(1, "x", day), row(2, "x", day), row(5_000_000_000L, "y", day))))
          .containsExactlyInAnyOrder(
              "{\"a\":1,\"b\":\"x\",\"c\":\"2024-02-29\",\"n\":1}",
              "{\"a\":2,\"b\":\"x\",\"c\":\"2024-02-29\",\"n\":3}");
    }
  }

  /** A column of a PostgreSQL type finds the one value that is asked for and was inserted. */
  private void assertFinds(String sqlType, String inserted, DataType type, Object asked) {
    Schema columns = Schema.of(Field.of("k", type), Field.of("n", SimpleType.INT));
    Schema keys = key("k", type);
    Postgres.execute(
        "DROP TABLE IF EXISTS s",
        "CREATE TABLE s (k " + sqlType + ", n int)",
        "INSERT INTO s VALUES (" + inserted + ", 7)");
    try (PointLookup lookup = open(Postgres.url(), columns, keys, "zone", "Europe/Stockholm")) {
      List<String> found = find(lookup, columns, keys, List.of(row(asked)));
      assertThat(found).as(sqlType).singleElement().asString().endsWith("\"n\":7}");
    }
  }

  @Test
  void valuesAreHeldAgainstColumnsOfManyTypes() {
    assertFinds("smallint", "7", SimpleType.BIGINT, 7L);
    assertFinds("numeric", "7.00", SimpleType.BIGINT, 7L);
    assertFinds("numeric(10,2)", "1.50", new DecimalType(10, 2), 150L);
    assertFinds(
        "numeric",
        "12345678901234567890.5",
        new DecimalType(30, 1),
        new BigDecimal("12345678901234567890.5"));
    assertFinds("boolean", "true", SimpleType.BOOLEAN, true);
    assertFinds("varchar(20)", "'it''s \"{,}\\'", SimpleType.STRING, "it's \"{,}\\");
    assertFinds("char(5)", "'ab'", SimpleType.STRING, "ab");
    assertFinds("date", "'0001-01-01'", SimpleType.DATE, LocalDate.of(1, 1, 1).toEpochDay());
    String id = "6f1c4e0a-9d1e-4f7b-8f55-0d9f6a2c1b3e";
    assertFinds("uuid", "'" + id + "'", SimpleType.STRING, id);
    assertFinds("inet", "'10.0.0.1/32'", SimpleType.STRING, "10.0.0.1/32");
    // 00:30 on the clocks of Stockholm is 23:30 of the day before in UTC.
    long instant = Instant.parse("2023-12-31T23:30:00.000001Z").toEpochMilli() * 1000 + 1;
    long clock = Instant.parse("2024-01-01T00:30:00.000001Z").toEpochMilli() * 1000 + 1;
    assertFinds("timestamp", "'2024-01-01 00:30:00.000001'", SimpleType.TIMESTAMP, instant);
    assertFinds("timestamptz", "'2024-01-01 00:30:00.000001+01'", SimpleType.TIMESTAMP, instant);
    assertFinds("timestamp", "'2024-01-01 00:30:00.000001'", SimpleType.TIMESTAMP_NTZ, clock);
    assertFinds("timestamptz", "'2024-01-01 00:30:00.000001+01'", SimpleType.TIMESTAMP_NTZ, clock);
  }

  @Test
  void aValueThatTheColumnCannotHoldFindsNothingAndStopsNothing() {
    Schema columns = Schema.of(Field.of("k", SimpleType.STRING));
    Schema keys = key("k", SimpleType.STRING);
    Postgres.execute("CREATE TABLE s (k uuid)");
    try (PointLookup lookup = open(Postgres.url(), columns, keys)) {
      assertThat(find(lookup, columns, keys, List.of(row("no uuid"), row("a\0b")))).isEmpty();
    }
    Postgres.execute("DROP TABLE s", "CREATE TABLE s (k text)", "INSERT INTO s VALUES ('a')");
    try (PointLookup lookup = open(Postgres.url(), columns, keys)) {
      assertThat(find(lookup, columns, keys, List.of(row("a\0b"), row("a")))).hasSize(1);
    }
    Schema dates = Schema.of(Field.of("k", SimpleType.DATE));
    Postgres.execute(
        "DROP TABLE s", "CREATE TABLE s (k date)", "INSERT INTO s VALUES ('1970-01-02')");
    try (PointLookup lookup = open(Postgres.url(), dates, key("k", SimpleType.DATE))) {
      long far = LocalDate.of(20_000, 1, 1).toEpochDay();
      assertThat(find(lookup, dates, key("k", SimpleType.DATE), List.of(row(far), row(1L))))
          .containsExactly("{\"k\":\"1970-01-02\"}");
    }
  }

  @Test
  void anIndexIsUsedForManyKeys() throws SQLException {
    Postgres.execute(
        "CREATE TABLE s AS SELECT i::int AS id, 'v' || i AS v, i % 7 AS w"
            + " FROM generate_series(1, 100000) i",
        "CREATE INDEX ON s (id, v)", "ANALYZE s");
    try (Connection connection = DriverManager.getConnection(Postgres.url())) {
      for (Schema keys :
          List.of(
              key("id", SimpleType.BIGINT),
              Schema.of(
                  Field.notNull("id", SimpleType.BIGINT), Field.notNull("v", SimpleType.STRING)))) {
        SourceSettings settings =
            SourceSettings.of(request(Postgres.url(), NAMES), new Diagnostics()).orElseThrow();
        List<List<@Nullable Object>> asked =
            IntStream.range(0, 100)
                .<List<@Nullable Object>>mapToObj(
                    i -> keys.size() == 1 ? row((long) i) : row((long) i, "v" + i))
                .toList();
        Batch batch = Written.batch(keys, asked);
        try (var statement =
                ArrayQuestion.of(settings, keys, connection)
                    .prepare(connection, "EXPLAIN SELECT id, v FROM s", batch, 0, 100);
            var plan = statement.executeQuery()) {
          StringBuilder text = new StringBuilder();
          while (plan.next()) {
            text.append(plan.getString(1)).append('\n');
          }
          assertThat(text.toString()).contains("s_id_v_idx").doesNotContain("Seq Scan on s");
        }
      }
    }
  }

  @Test
  void moreKeysThanOneStatementTakesAreAskedInSeveral() throws SQLException {
    sqlite(
        "CREATE TABLE s (id bigint, v text)", "INSERT INTO s VALUES (5,'a'),(1299,'b'),(1300,'c')");
    List<List<@Nullable Object>> asked =
        IntStream.range(0, 1300).<List<@Nullable Object>>mapToObj(i -> row((long) i)).toList();
    try (PointLookup lookup = open(sqliteUrl(), NAMES, BY_ID)) {
      assertThat(find(lookup, NAMES, BY_ID, asked))
          .containsExactly("{\"id\":5,\"v\":\"a\"}", "{\"id\":1299,\"v\":\"b\"}");
    }
  }

  @Test
  void otherDatabasesAreAskedByLists() throws SQLException {
    Schema columns =
        Schema.of(
            Field.of("a", SimpleType.INT),
            Field.of("b", SimpleType.STRING),
            Field.of("c", SimpleType.DATE),
            Field.of("d", SimpleType.BOOLEAN));
    Schema keys =
        Schema.of(
            Field.notNull("a", SimpleType.INT),
            Field.notNull("b", SimpleType.STRING),
            Field.notNull("c", SimpleType.DATE),
            Field.notNull("d", SimpleType.BOOLEAN));
    sqlite(
        "CREATE TABLE s (a integer, b text, c date, d boolean)",
        "INSERT INTO s VALUES (1,'x','1970-01-02',1),(1,'x','1970-01-02',0),(2,'x','1970-01-02',1),(1,'it''s','1970-01-03',0)");
    try (PointLookup lookup = open(sqliteUrl(), columns, keys)) {
      assertThat(
              find(
                  lookup,
                  columns,
                  keys,
                  List.of(row(1, "x", 1, true), row(1, "it's", 2, false), row(3, "x", 1, true))))
          .containsExactlyInAnyOrder(
              "{\"a\":1,\"b\":\"x\",\"c\":\"1970-01-02\",\"d\":true}",
              "{\"a\":1,\"b\":\"it's\",\"c\":\"1970-01-03\",\"d\":false}");
    }
  }

  @Test
  void whatADatabaseHoldsInAnotherWayIsNotAskedBy() {
    SourceRequest sqlite = request(sqliteUrl(), NAMES);
    SourceRequest postgres = request(Postgres.url(), NAMES);
    JdbcConnector connector = new JdbcConnector();
    assertThat(connector.findsBy(sqlite, SimpleType.TIMESTAMP)).isFalse();
    assertThat(connector.findsBy(sqlite, new DecimalType(9, 2))).isFalse();
    assertThat(connector.findsBy(postgres, SimpleType.DOUBLE)).isFalse();
    assertThat(connector.findsBy(postgres, SimpleType.TIMESTAMP)).isTrue();
  }

  @Test
  void aQuestionWhoseAnswerIsLostIsAskedAgain() throws IOException {
    Postgres.execute(
        "CREATE TABLE s (id bigint, v text)", "INSERT INTO s VALUES (1,'a'),(99999999999,'b')");
    Schema narrow = Schema.of(Field.of("id", SimpleType.INT), Field.of("v", SimpleType.STRING));
    try (LossyLink link = new LossyLink(Postgres.port());
        PointLookup lookup = open(Postgres.url(link.port()), narrow, BY_ID)) {
      for (LossyLink.Cut cut : List.of(LossyLink.Cut.BEFORE_COMMIT, LossyLink.Cut.AFTER_COMMIT)) {
        bad.clear();
        link.breakAt(cut);
        assertThat(find(lookup, narrow, BY_ID, List.of(row(1L), row(99_999_999_999L)))).hasSize(1);
        assertThat(link.hasBroken()).isTrue();
        assertThat(bad).containsExactly("column `id`: `99999999999` is no int");
      }
    }
  }

  @Test
  void connectionsThatTheServerEndedAreMadeAnew() {
    Postgres.execute("CREATE TABLE s (id bigint, v text)", "INSERT INTO s VALUES (1,'a')");
    try (PointLookup lookup = open(Postgres.url(), NAMES, BY_ID)) {
      assertThat(find(lookup, NAMES, BY_ID, List.of(row(1)))).hasSize(1);
      Postgres.execute(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
              + " WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'");
      assertThat(find(lookup, NAMES, BY_ID, List.of(row(1)))).hasSize(1);
    }
  }

  @Test
  void aDatabaseThatStaysAwayIsOneDiagnostic() throws IOException {
    Postgres.execute("CREATE TABLE s (id bigint, v text)");
    LossyLink link = new LossyLink(Postgres.port());
    try (PointLookup lookup =
        open(Postgres.url(link.port()), NAMES, BY_ID, "connect_timeout", 500L)) {
      link.close();
      link.breakAt(LossyLink.Cut.BEFORE_COMMIT);
      assertThatThrownBy(() -> find(lookup, NAMES, BY_ID, List.of(row(1))))
          .isInstanceOfSatisfying(
              Failure.class, failure -> assertThat(failure.code()).isEqualTo(Code.TM615));
    }
  }

  @Test
  void aTableThatIsNotThereIsToldAtOnce() {
    assertThatThrownBy(() -> open(Postgres.url(), NAMES, BY_ID))
        .isInstanceOfSatisfying(
            Failure.class, failure -> assertThat(failure.code()).isEqualTo(Code.TM604));
  }
}
