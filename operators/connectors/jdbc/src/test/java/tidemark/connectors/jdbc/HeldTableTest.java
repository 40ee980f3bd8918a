package tidemark.connectors.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tidemark.operators.connector.EarlierBatches;
import tidemark.operators.connector.EarlierBatches.Held;
import tidemark.operators.connector.OperationKey;
import tidemark.operators.connector.Outcome;
import tidemark.operators.connector.OutputMode;
import tidemark.operators.connector.Sink;
import tidemark.operators.connector.SinkBatch;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;
import tidemark.operators.types.Field;
import tidemark.operators.types.Schema;
import tidemark.operators.types.SimpleType;

/** Tables of a real PostgreSQL server that a new checkpoint finds written. */
class HeldTableTest {
  private static final Schema PAIRS =
      Schema.of(Field.notNull("k", SimpleType.BIGINT), Field.of("v", SimpleType.STRING));
  private static final String ALL = "SELECT k, v FROM w ORDER BY k, v";
  private static final String INPUT = "{\"to\": 7}";

  @BeforeEach
  void makeTable() {
    Postgres.execute("CREATE TABLE w (k bigint PRIMARY KEY, v text)");
  }

  @AfterEach
  void dropTables() {
    Postgres.execute("DROP TABLE IF EXISTS w", "DROP TABLE IF EXISTS tidemark_batches");
  }

  private static Sink inserting(String queryId) {
    return open(queryId, OutputMode.APPEND, Written.with(Postgres.url(), "w"));
  }

  private static Sink open(String queryId, OutputMode mode, Map<String, Object> options) {
    return Written.open(Written.request(options, PAIRS, mode, queryId));
  }

  private static OperationKey key(String queryId, long batch) {
    return new OperationKey(queryId, batch, "out");
  }

  private static void write(Sink sink, String queryId, long batch, long k, @Nullable String v) {
    try (SinkBatch part = sink.begin(key(queryId, batch))) {
      part.writer(0).write(Written.batch(PAIRS, List.of(Arrays.asList(k, v))));
      part.covers(INPUT);
      part.prepare();
      part.commit();
    }
  }

  private static EarlierBatches earlier(Sink sink) {
    return sink.earlier().orElseThrow();
  }

  private static void assertRefused(ThrowingCallable attempt, String why) {
    assertThatThrownBy(attempt)
        .isInstanceOfSatisfying(Failure.class, e -> assertThat(e.code()).isEqualTo(Code.TM606))
        .hasMessageContaining(why);
  }

  private static void writeTwoBatches() {
    try (Sink sink = inserting("q1")) {
      assertThat(sink.earlier()).isEmpty();
      write(sink, "q1", 0, 1, "a");
      write(sink, "q1", 4, 2, "b");
    }
  }

  @Test
  void newestBatchIsToldWithWhoWroteItAndWhatItCovers() {
    writeTwoBatches();
    for (String query : List.of("q1", "q2")) {
      try (Sink sink = inserting(query)) {
        assertThat(earlier(sink).held()).isEqualTo(new Held("q1", "out", 4, Optional.of(INPUT)));
      }
    }
  }

  @Test
  void tableOfAnotherCheckpointIsNotWrittenUntilItIsHandedOver() {
    writeTwoBatches();
    for (int again = 0; again < 2; again++) {
      try (Sink sink = inserting("q2")) {
        assertRefused(() -> write(sink, "q2", 0, 9, "x"), "holds batches up to 4");
      }
    }
    assertThat(Postgres.rows(ALL)).containsExactly("1|a", "2|b");
  }

  @Test
  void adoptedBatchesCountAsWritten() {
    writeTwoBatches();
    try (Sink sink = inserting("q2")) {
      earlier(sink).adopt();
      earlier(sink).adopt();
      assertThat(sink.outcome(key("q2", 4))).isEqualTo(Outcome.COMMITTED);
      assertThat(sink.outcome(key("q2", 5))).isEqualTo(Outcome.ABSENT);
      write(sink, "q2", 5, 3, "c");
      assertThat(earlier(sink).held().queryId()).isEqualTo("q2");
    }
    assertThat(Postgres.rows(ALL)).containsExactly("1|a", "2|b", "3|c");
  }

  @Test
  void runOfTheOldCheckpointCanWriteNoMore() {
    writeTwoBatches();
    try (Sink old = inserting("q1");
        SinkBatch open = old.begin(key("q1", 5))) {
      open.writer(0).write(Written.batch(PAIRS, List.of(Arrays.asList(9, "old"))));
      try (Sink sink = inserting("q2")) {
        earlier(sink).adopt();
      }
      assertRefused(open::prepare, "another checkpoint has taken table `w` over");
      assertRefused(() -> write(old, "q1", 6, 9, "old"), "holds batches up to 4");
    }
    try (Sink old = inserting("q1")) {
      assertThat(earlier(old).held().queryId()).isEqualTo("q2");
    }
    assertThat(Postgres.rows(ALL)).containsExactly("1|a", "2|b");
  }

  @Test
  void batchThatWasWrittenMeanwhileStopsTheAdoption() {
    writeTwoBatches();
    try (Sink sink = inserting("q2");
        Sink old = inserting("q1")) {
      EarlierBatches seen = earlier(sink);
      write(old, "q1", 5, 3, "c");
      assertRefused(seen::adopt, "was written by checkpoint q1 just now");
      assertThat(old.outcome(key("q1", 5))).isEqualTo(Outcome.COMMITTED);
      assertThat(sink.outcome(key("q2", 5))).isEqualTo(Outcome.ABSENT);
      earlier(sink).adopt();
      assertThat(sink.outcome(key("q2", 5))).isEqualTo(Outcome.COMMITTED);
    }
  }

  @Test
  void rowsThatWouldBeAddedTwiceAreNotReplayedBeforeTheTableIsEmpty() {
    writeTwoBatches();
    try (Sink sink = inserting("q2")) {
      assertRefused(earlier(sink)::requireReplayable, "table `w` has rows");
      assertRefused(earlier(sink)::drop, "table `w` has rows");
      assertThat(earlier(sink).held().queryId()).isEqualTo("q1");
      Postgres.execute("TRUNCATE w");
      earlier(sink).requireReplayable();
      earlier(sink).drop();
      assertThat(sink.earlier()).isEmpty();
      write(sink, "q2", 0, 1, "a");
    }
    assertThat(Postgres.rows(ALL)).containsExactly("1|a");
    assertThat(Postgres.rows("SELECT query_id, batch FROM tidemark_batches"))
        .containsExactly("q2|0");
  }

  @Test
  void rowsThatAreWrittenOverByKeyAreReplayedAsTheyAre() {
    Map<String, Object> upsert = Written.with(Postgres.url(), "w", "key", List.of("k"));
    try (Sink sink = open("q1", OutputMode.UPDATE, upsert)) {
      write(sink, "q1", 0, 1, "a");
      write(sink, "q1", 1, 2, "b");
    }
    try (Sink sink = open("q2", OutputMode.UPDATE, upsert)) {
      earlier(sink).requireReplayable();
      earlier(sink).drop();
      write(sink, "q2", 0, 1, "c");
    }
    assertThat(Postgres.rows(ALL)).containsExactly("1|c", "2|b");
  }

  @Test
  void marksOfSeveralWritersCoverNothingTogether() {
    writeTwoBatches();
    Postgres.execute(
        "INSERT INTO tidemark_batches (query_id, sink, pipeline, target, batch)"
            + " VALUES ('q0', 'other', 'shop', 'w', 2)");
    try (Sink sink = inserting("q2")) {
      assertThat(earlier(sink).held()).isEqualTo(new Held("q1", "out", 4, Optional.empty()));
    }
  }

  @Test
  void tableOfMarksWithoutTheColumnForInputGetsIt() {
    Postgres.execute(
        "CREATE TABLE tidemark_batches (query_id VARCHAR(64) NOT NULL, sink VARCHAR(200) NOT NULL,"
            + " pipeline VARCHAR(200) NOT NULL, target VARCHAR(200) NOT NULL,"
            + " batch BIGINT NOT NULL, PRIMARY KEY (query_id, sink))",
        "INSERT INTO tidemark_batches VALUES ('q1', 'out', 'shop', 'w', 7)");
    try (Sink sink = inserting("q1")) {
      assertThat(earlier(sink).held()).isEqualTo(new Held("q1", "out", 7, Optional.empty()));
      write(sink, "q1", 8, 1, "a");
      assertThat(earlier(sink).held().input()).hasValue(INPUT);
    }
  }
}
