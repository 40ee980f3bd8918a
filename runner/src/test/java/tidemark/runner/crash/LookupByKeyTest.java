package tidemark.runner.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;
import tidemark.runner.engine.BatchProgress;
import tidemark.runner.engine.Boundary;
import tidemark.runner.engine.LookupMetrics;

/** Lookups that ask a real PostgreSQL server key by key, while its table changes and runs die. */
class LookupByKeyTest {
  private static final int CASES = Integer.getInteger("tidemark.cases", 12);
  private static final long SEED = Long.getLong("tidemark.seed", System.nanoTime());
  private static EmbeddedPostgres server;

  @TempDir private Path folder;
  private final Ticking clock = new Ticking();
  private final List<BatchProgress> batches = new ArrayList<>();

  /** A clock that stands still until it is moved. */
  private static final class Ticking extends Clock {
    private Instant now = Instant.parse("2026-07-01T00:00:00Z");

    void tick(Duration length) {
      now = now.plus(length);
    }

    @Override
    public Instant instant() {
      return now;
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }
  }

  @BeforeAll
  static void start() throws IOException {
    server = EmbeddedPostgres.builder().start();
  }

  @AfterAll
  static void stop() throws IOException {
    server.close();
  }

  @BeforeEach
  void begin() throws IOException {
    Files.createDirectories(folder.resolve("in"));
    execute("CREATE TABLE names (id int, kind text, name text)");
  }

  @AfterEach
  void dropTable() {
    execute("DROP TABLE names");
  }

  private static String url() {
    return "jdbc:postgresql://localhost:" + server.getPort() + "/postgres?user=postgres";
  }

  private static void execute(String sql) {
    try (Connection connection = DriverManager.getConnection(url());
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private void give(int number, String... rows) throws IOException {
    Path file =
        Files.writeString(folder.resolve("in/" + number + ".ndjson"), String.join("\n", rows));
    Files.setLastModifiedTime(file, FileTime.fromMillis(1_700_000_000_000L + 1000L * number));
  }

  private static String[] keys(Object... ids) {
    return List.of(ids).stream().map(id -> "{\"id\":" + id + "}").toArray(String[]::new);
  }

  /**
   * @param lookup the keys of the lookup beside its source
   * @param source keys of the source beside its connector
   */
  private LocalPipeline pipeline(String name, String lookup, String source) throws IOException {
    String text =
        """
        format: 1
        pipeline: names
        sources:
          in:
            file: {path: in, format: ndjson, max_files_per_batch: 1}
            columns: {id: bigint, kind: string}
          names:
            jdbc: {url: "%s", table: names}
            columns: {id: int, kind: string, name: string}
            static: true
            %s
        steps:
          named:
            from: in
            lookup: {source: names, select: {id: left.id, name: right.name}, %s}
        sinks:
          out: {from: named, file: {path: "%s-out", format: ndjson}}
        checkpoint: %s-checkpoint
        """
            .formatted(url(), source, lookup, name, name);
    return new LocalPipeline(Files.writeString(folder.resolve(name + ".yaml"), text), 1, clock);
  }

  private LocalPipeline pipeline(String cache) throws IOException {
    return pipeline(
        "p", "type: left_outer, match: left.id = right.id, cache: " + cache, "on_bad_record: fail");
  }

  private List<String> out(String name) {
    return Results.of(folder.resolve(name + "-out"));
  }

  private static String row(int id, String name) {
    return "{\"id\":%d,\"name\":%s}".formatted(id, name == null ? "null" : "\"" + name + "\"");
  }

  /** What the lookup did in a micro-batch, without the time that it took. */
  private LookupMetrics did(int batch) {
    LookupMetrics metrics = batches.get(batch).lookups().get("steps.named");
    return new LookupMetrics(metrics.remembered(), metrics.asked(), metrics.rows(), 0);
  }

  @Test
  void everyKeyIsAskedForOnceAndNullNever() throws IOException {
    execute(
        "INSERT INTO names VALUES (1, 'k', 'one'), (1, 'k', 'uno'), (2, 'k', 'two'), (null, 'k', 'x')");
    give(1, keys(1, 9, 1, "null"));
    give(2, keys(1, 2, 9));
    pipeline("{max_rows: 100}").run(1, batches::add);
    assertThat(out("p"))
        .containsExactlyInAnyOrder(
            row(1, "one"),
            row(1, "uno"),
            row(9, null),
            row(1, "one"),
            row(1, "uno"),
            "{\"id\":null,\"name\":null}",
            row(1, "one"),
            row(1, "uno"),
            row(2, "two"),
            row(9, null));
    assertThat(did(0)).isEqualTo(new LookupMetrics(0, 2, 2, 0));
    assertThat(did(1)).isEqualTo(new LookupMetrics(2, 1, 1, 0));
  }

  @Test
  void answersAndTheirAbsenceAreForgottenInTime() throws IOException {
    execute("INSERT INTO names VALUES (1, 'k', 'one')");
    for (int file = 1; file <= 3; file++) {
      give(file, keys(1, 2));
    }
    pipeline("{expire_after: 10 minutes}")
        .run(
            1,
            progress -> {
              execute("DELETE FROM names");
              execute("INSERT INTO names VALUES (1, 'k', 'uno'), (2, 'k', 'due')");
              clock.tick(Duration.ofMinutes(progress.batch() == 0 ? 9 : 1));
            });
    assertThat(out("p"))
        .containsExactlyInAnyOrder(
            row(1, "one"), row(2, null), row(1, "one"), row(2, null), row(1, "uno"), row(2, "due"));
  }

  @Test
  void refreshOfTheSourceMakesAnswersExpireWhereTheCacheDoesNot() throws IOException {
    execute("INSERT INTO names VALUES (1, 'k', 'one')");
    give(1, keys(1));
    give(2, keys(1));
    pipeline("p", "match: left.id = right.id, cache: {max_rows: 9}", "refresh: 1 hour")
        .run(
            1,
            progress -> {
              execute("UPDATE names SET name = 'uno'");
              clock.tick(Duration.ofHours(1));
            });
    assertThat(out("p")).containsExactlyInAnyOrder(row(1, "one"), row(1, "uno"));
  }

  @Test
  void keysAskedForTheLeastGoWhenThereAreTooMany() throws IOException {
    execute("INSERT INTO names SELECT i, 'k', 'v' || i FROM generate_series(0, 999) i");
    List<String> rows = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      rows.add("{\"id\":" + i + "}");
    }
    give(1, rows.toArray(String[]::new));
    give(2, rows.toArray(String[]::new));
    pipeline("{max_rows: 100}").run(1, batches::add);
    assertThat(out("p")).hasSize(2000);
    assertThat(did(1).remembered()).isBetween(1L, 100L);
    assertThat(did(1).remembered() + did(1).asked()).isEqualTo(1000);
  }

  /** Answers may take half of 64 MiB; 400,000 texts of 100 letters are more. */
  @Test
  void keyWithTooManyRowsForTheMemoryIsOneDiagnostic() throws IOException {
    execute("INSERT INTO names SELECT 1, 'k', repeat('x', 100) FROM generate_series(1, 400000)");
    give(1, keys(1));
    LocalPipeline pipeline = pipeline("{max_rows: 9}");
    assertThatThrownBy(() -> pipeline.run(1))
        .isInstanceOfSatisfying(Failure.class, f -> assertThat(f.code()).isEqualTo(Code.TM703))
        .hasMessageContaining("`names`");
    execute("DELETE FROM names");
    pipeline.run(1);
    assertThat(out("p")).containsExactly(row(1, null));
  }

  @Test
  void connectionsThatBreakBetweenBatchesAreMadeAnew() throws IOException {
    execute("INSERT INTO names VALUES (1, 'k', 'one'), (2, 'k', 'two')");
    give(1, keys(1));
    give(2, keys(2));
    pipeline("{max_rows: 9}")
        .run(
            1,
            progress ->
                execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                        + " WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'"));
    assertThat(out("p")).containsExactlyInAnyOrder(row(1, "one"), row(2, "two"));
  }

  @ParameterizedTest
  @EnumSource(Boundary.class)
  void everyRowIsThereOnceWhereverARunDies(Boundary where) throws IOException {
    execute("INSERT INTO names VALUES (1, 'k', 'before')");
    give(1, keys(1, 2));
    LocalPipeline pipeline = pipeline("{max_rows: 9}");
    assertThat(
            pipeline.dies(
                2,
                (boundary, batch) -> {
                  if (boundary == where) {
                    throw new Died(boundary, batch);
                  }
                }))
        .isTrue();
    execute("UPDATE names SET name = 'after'");
    pipeline.run(2);
    boolean isWritten = where == Boundary.SINK_COMMITTED || where == Boundary.COMMITTED;
    assertThat(out("p"))
        .containsExactlyInAnyOrder(row(1, isWritten ? "before" : "after"), row(2, null));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void batchThatIsUnfinishedGoesOnWhereTheCacheCameOrWent(boolean came) throws IOException {
    execute("INSERT INTO names VALUES (1, 'k', 'one')");
    give(1, keys(1));
    String whole = "match: left.id = right.id";
    String asked = whole + ", cache: {max_rows: 9}";
    LocalPipeline before = pipeline("p", came ? whole : asked, "");
    assertThat(
            before.dies(
                1,
                (boundary, batch) -> {
                  if (boundary == Boundary.READ) {
                    throw new Died(boundary, batch);
                  }
                }))
        .isTrue();
    give(2, keys(1));
    pipeline("p", came ? asked : whole, "").run(1);
    assertThat(out("p")).containsExactly(row(1, "one"), row(1, "one"));
  }

  @Test
  void decimalsAndNumbersOfOtherWidthsAreAskedBy() throws IOException {
    execute("ALTER TABLE names ALTER id TYPE numeric(6, 1)");
    execute("INSERT INTO names VALUES (1.0, 'k', 'one'), (1.5, 'k', 'more')");
    give(1, keys(1, 2));
    Path file = folder.resolve("p.yaml");
    pipeline("{max_rows: 9}");
    Files.writeString(
        file,
        Files.readString(file)
            .replace("columns: {id: int,", "columns: {id: \"decimal(6,1)\",")
            .replace("columns: {id: bigint,", "columns: {id: \"decimal(20,3)\","));
    new LocalPipeline(file, 1).run(1, batches::add);
    assertThat(out("p"))
        .containsExactlyInAnyOrder(
            "{\"id\":1.000,\"name\":\"one\"}", "{\"id\":2.000,\"name\":null}");
    assertThat(did(0)).isEqualTo(new LookupMetrics(0, 2, 1, 0));
  }

  @Test
  void rowThatIsBadStopsTheRunOrIsLeftOut() throws IOException {
    execute("ALTER TABLE names ALTER name TYPE numeric USING 0");
    execute("INSERT INTO names VALUES (1, 'k', 7), (2, 'k', 7.5), (3, 'k', 7.5)");
    give(1, keys(1, 2));
    String columns = "columns: {id: int, kind: string, name: string}";
    Path file = folder.resolve("p.yaml");
    pipeline("{max_rows: 9}");
    String whole =
        Files.readString(file).replace(columns, columns.replace("name: string", "name: int"));
    Files.writeString(file, whole);
    assertThatThrownBy(() -> new LocalPipeline(file, 1).run(1))
        .isInstanceOfSatisfying(Failure.class, f -> assertThat(f.code()).isEqualTo(Code.TM601))
        .hasMessageContaining("`7.5` is no int");
    Files.writeString(file, whole.replace("on_bad_record: fail", "on_bad_record: drop"));
    new LocalPipeline(file, 1).run(1, batches::add);
    assertThat(out("p"))
        .containsExactlyInAnyOrder("{\"id\":1,\"name\":7}", "{\"id\":2,\"name\":null}");
    assertThat(batches.get(0).badRows()).isEqualTo(Map.of("in", 0L, "names", 1L));
  }

  @Test
  void theExampleAsksForItsProducts() throws IOException {
    Path example = ExampleCopy.root().resolve("pipelines/orders-priced");
    for (String name : List.of("pipeline.yaml", "orders.ndjson")) {
      Files.copy(example.resolve(name), folder.resolve(name));
    }
    execute(Files.readString(example.resolve("products.sql")));
    try {
      new LocalPipeline(folder.resolve("pipeline.yaml"), 1, Map.of("database", url()))
          .run(1, batches::add);
    } finally {
      execute("DROP TABLE products");
    }
    assertThat(Results.of(folder.resolve("out/priced")))
        .containsExactlyInAnyOrder(
            "{\"order_id\":1,\"product\":\"tea\",\"amount\":7.00}",
            "{\"order_id\":2,\"product\":\"tea\",\"amount\":3.80}",
            "{\"order_id\":3,\"product\":\"C1\",\"amount\":null}",
            "{\"order_id\":4,\"product\":\"T1\",\"amount\":null}");
    LookupMetrics asked = batches.get(0).lookups().get("steps.priced");
    assertThat(asked.asked()).isEqualTo(3);
    assertThat(asked.rows()).isEqualTo(2);
  }

  /** The rows that come out are those of the same lookup in the whole table. */
  @Test
  void askingGivesWhatReadingTheWholeTableGives() throws IOException {
    SplittableRandom seeds = new SplittableRandom(SEED);
    for (int i = 0; i < CASES; i++) {
      compare(i, seeds.split());
    }
  }

  private void compare(int number, SplittableRandom random) throws IOException {
    execute("DELETE FROM names");
    List<String> values = new ArrayList<>();
    for (int i = 1 + random.nextInt(40); i > 0; i--) {
      values.add("(%s, %s, 'n%d')".formatted(id(random), kind(random, "'"), i));
    }
    execute("INSERT INTO names VALUES " + String.join(", ", values));
    for (int file = 1; file <= 3; file++) {
      String[] rows = new String[1 + random.nextInt(30)];
      for (int i = 0; i < rows.length; i++) {
        rows[i] = "{\"id\":%s,\"kind\":%s}".formatted(id(random), kind(random, "\""));
      }
      give(file, rows);
    }
    String match = match(random);
    String type = random.nextBoolean() ? "inner" : "left_outer";
    String lookup = "type: " + type + ", match: \"" + match + "\"";
    String cache = ", cache: {max_rows: " + (1 + random.nextInt(30)) + "}";
    int threads = 1 + random.nextInt(2);
    pipeline("w" + number, lookup, "").run(threads);
    pipeline("k" + number, lookup + cache, "").run(threads);
    assertThat(out("k" + number))
        .as("seed %d, case %d: %s", SEED, number, lookup + cache)
        .isEqualTo(out("w" + number));
  }

  private static String match(SplittableRandom random) {
    List<String> parts = new ArrayList<>();
    int first = random.nextInt(3);
    if (first != 1) {
      parts.add("left.id = right.id");
    }
    if (first != 0) {
      parts.add("left.kind = right.kind");
    }
    List<String> more =
        List.of(
            "right.name > 'n2'",
            "left.id > 1",
            "left.id + 1 = right.id + 1",
            "right.kind <=> left.kind",
            "coalesce(left.kind, 'a') <> right.name",
            "right.id < 4");
    for (String part : more) {
      if (random.nextInt(4) == 0) {
        parts.add(part);
      }
    }
    return String.join(" AND ", parts);
  }

  private static String id(SplittableRandom random) {
    return random.nextInt(6) == 0 ? "null" : Integer.toString(random.nextInt(6));
  }

  private static String kind(SplittableRandom random, String quote) {
    return random.nextInt(6) == 0 ? "null" : quote + (char) ('a' + random.nextInt(3)) + quote;
  }
}
