package tidemark.connectors.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.BatchBuilder;
import tidemark.operators.batch.BytesBuilder;
import tidemark.operators.connector.EarlierBatches;
import tidemark.operators.connector.EarlierBatches.Held;
import tidemark.operators.connector.OperationKey;
import tidemark.operators.connector.Options;
import tidemark.operators.connector.Outcome;
import tidemark.operators.connector.OutputMode;
import tidemark.operators.connector.Sink;
import tidemark.operators.connector.SinkBatch;
import tidemark.operators.connector.SinkRequest;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;
import tidemark.operators.diagnostics.Span;
import tidemark.operators.types.Field;
import tidemark.operators.types.Schema;
import tidemark.operators.types.SimpleType;

/** Topics of a real broker that a new checkpoint finds written. */
class HeldTopicTest {
  private static final Schema ROWS = Schema.of(Field.of("v", SimpleType.STRING));
  private static final String INPUT = "{\"to\": [\"ä\"]}";

  private final String topic = Broker.topic(2);

  private Sink open(String queryId) {
    Map<String, Object> values =
        new TreeMap<>(Map.of("servers", Broker.servers(), "topic", topic, "timeout", 20_000L));
    return new KafkaConnector()
        .open(
            new SinkRequest(
                "out",
                new Options(values, Map.of(), Span.ofFile("p.yaml")),
                ROWS,
                OutputMode.APPEND,
                "p",
                queryId + topic,
                ZoneOffset.UTC));
  }

  private OperationKey key(String queryId, long batch) {
    return new OperationKey(queryId + topic, batch, "out");
  }

  private void write(Sink sink, String queryId, long batch, String value) {
    try (SinkBatch part = sink.begin(key(queryId, batch))) {
      BatchBuilder rows = new BatchBuilder(ROWS);
      ((BytesBuilder) rows.column(0)).append(value);
      rows.closeRow();
      Batch one = rows.take();
      part.writer(0).write(one);
      part.covers(INPUT);
      part.prepare();
      part.commit();
    }
  }

  private void writeTwoBatches() {
    try (Sink sink = open("q1")) {
      assertThat(sink.earlier()).isEmpty();
      write(sink, "q1", 0, "a");
      write(sink, "q1", 4, "b");
    }
  }

  private static EarlierBatches earlier(Sink sink) {
    return sink.earlier().orElseThrow();
  }

  private static void assertRefused(ThrowingCallable attempt, Code code, String why) {
    assertThatThrownBy(attempt)
        .isInstanceOfSatisfying(Failure.class, e -> assertThat(e.code()).isEqualTo(code))
        .hasMessageContaining(why);
  }

  private void assertHas(String... values) {
    assertThat(Broker.awaited(topic, 2, values.length))
        .containsExactlyInAnyOrderElementsOf(
            Arrays.stream(values).map(v -> "{\"v\":\"" + v + "\"}").toList());
  }

  @Test
  void newestBatchIsToldWithWhoWroteItAndWhatItCovers() {
    writeTwoBatches();
    for (String query : new String[] {"q1", "q2"}) {
      try (Sink sink = open(query)) {
        assertThat(earlier(sink).held())
            .isEqualTo(new Held("q1" + topic, "out", 4, Optional.of(INPUT)));
      }
    }
  }

  @Test
  void topicOfAnotherCheckpointIsNotWrittenUntilItIsHandedOver() {
    writeTwoBatches();
    for (int again = 0; again < 2; again++) {
      try (Sink sink = open("q2")) {
        assertRefused(() -> write(sink, "q2", 0, "x"), Code.TM606, "holds batches up to 4");
      }
    }
    assertHas("a", "b");
  }

  @Test
  void adoptedBatchesCountAsWrittenAndTheOldRunIsShutOut() {
    writeTwoBatches();
    try (Sink old = open("q1");
        SinkBatch left = old.begin(key("q1", 5))) {
      left.prepare();
      try (Sink sink = open("q2")) {
        earlier(sink).adopt();
        earlier(sink).adopt();
        assertThat(sink.outcome(key("q2", 4))).isEqualTo(Outcome.COMMITTED);
        assertThat(sink.outcome(key("q2", 5))).isEqualTo(Outcome.ABSENT);
        assertRefused(left::commit, Code.TM507, "another run writes");
        write(sink, "q2", 5, "c");
      }
    }
    try (Sink sink = open("q2")) {
      assertThat(sink.outcome(key("q2", 5))).isEqualTo(Outcome.COMMITTED);
    }
    try (Sink old = open("q1")) {
      assertThat(earlier(old).held().queryId()).isEqualTo("q2" + topic);
      assertRefused(() -> write(old, "q1", 5, "x"), Code.TM606, "holds batches up to 5");
    }
    assertHas("a", "b", "c");
  }

  @Test
  void batchThatWasWrittenMeanwhileStopsTheAdoption() {
    writeTwoBatches();
    try (Sink old = open("q1");
        Sink sink = open("q2")) {
      EarlierBatches seen = earlier(sink);
      write(old, "q1", 5, "c");
      assertRefused(seen::adopt, Code.TM606, "just now");
      assertThat(sink.outcome(key("q2", 5))).isEqualTo(Outcome.ABSENT);
    }
    try (Sink sink = open("q2")) {
      earlier(sink).adopt();
      assertThat(sink.outcome(key("q2", 5))).isEqualTo(Outcome.COMMITTED);
    }
  }

  @Test
  void recordsAreNotReplayedBeforeTheTopicIsEmpty() {
    writeTwoBatches();
    try (Sink sink = open("q2")) {
      assertRefused(earlier(sink)::requireReplayable, Code.TM606, "has records");
      assertRefused(earlier(sink)::drop, Code.TM606, "has records");
      Broker.deleteBefore(topic, 0, -1);
      Broker.deleteBefore(topic, 1, -1);
      earlier(sink).requireReplayable();
      earlier(sink).drop();
      assertThat(sink.earlier()).isEmpty();
      write(sink, "q2", 0, "a");
    }
    try (Sink sink = open("q3")) {
      assertThat(earlier(sink).held().queryId()).isEqualTo("q2" + topic);
      assertThat(earlier(sink).held().newest()).isZero();
    }
    assertHas("a");
  }
}
