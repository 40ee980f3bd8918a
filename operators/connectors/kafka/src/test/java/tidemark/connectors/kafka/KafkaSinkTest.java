package tidemark.connectors.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.ZoneOffset;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.BatchBuilder;
import tidemark.operators.batch.BytesBuilder;
import tidemark.operators.connector.Delivery;
import tidemark.operators.connector.OperationKey;
import tidemark.operators.connector.Options;
import tidemark.operators.connector.Outcome;
import tidemark.operators.connector.OutputMode;
import tidemark.operators.connector.Sink;
import tidemark.operators.connector.SinkBatch;
import tidemark.operators.connector.SinkRequest;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.operators.diagnostics.Failure;
import tidemark.operators.diagnostics.Span;
import tidemark.operators.types.Field;
import tidemark.operators.types.Schema;
import tidemark.operators.types.SimpleType;

/** What readers of a real broker see of a sink's batches. */
class KafkaSinkTest {
  private static final Schema ROWS = Schema.of(Field.of("v", SimpleType.STRING));

  private static SinkRequest request(String topic, OutputMode mode) {
    return request(topic, mode, "exactly_once");
  }

  private static SinkRequest request(String topic, OutputMode mode, String delivery) {
    Map<String, Object> values =
        new TreeMap<>(
            Map.of(
                "servers",
                Broker.servers(),
                "topic",
                topic,
                "timeout",
                20_000L,
                "delivery",
                delivery));
    return new SinkRequest(
        "out",
        new Options(values, Map.of(), Span.ofFile("p.yaml")),
        ROWS,
        mode,
        "p",
        "q-" + topic,
        ZoneOffset.UTC);
  }

  private static Sink open(String topic) {
    return new KafkaConnector().open(request(topic, OutputMode.APPEND));
  }

  private static OperationKey key(String topic, long batch) {
    return new OperationKey("q-" + topic, batch, "out");
  }

  private static Batch rows(String... texts) {
    BatchBuilder rows = new BatchBuilder(ROWS);
    for (String text : texts) {
      ((BytesBuilder) rows.column(0)).append(text);
      rows.closeRow();
    }
    return rows.take();
  }

  @Test
  void aBatchShowsWhenItIsCommittedAndNotBefore() {
    String topic = Broker.topic(1);
    try (Sink sink = open(topic)) {
      try (SinkBatch batch = sink.begin(key(topic, 0))) {
        batch.writer(0).write(rows("a", "b"));
        batch.prepare();
        assertThat(Broker.values(topic, 1)).isEmpty();
        batch.commit();
      }
      assertThat(sink.outcome(key(topic, 0))).isEqualTo(Outcome.COMMITTED);
      assertThat(sink.outcome(key(topic, 1))).isEqualTo(Outcome.ABSENT);
    }
    assertThat(Broker.awaited(topic, 1, 2)).containsExactly("{\"v\":\"a\"}", "{\"v\":\"b\"}");
  }

  @Test
  void aRunThatComesLaterKnowsWhatIsThere() {
    String topic = Broker.topic(1);
    try (Sink sink = open(topic)) {
      for (long batch = 0; batch < 3; batch++) {
        try (SinkBatch work = sink.begin(key(topic, batch))) {
          work.writer(0).write(rows("x" + batch));
          work.prepare();
          work.commit();
        }
      }
    }
    try (Sink later = open(topic)) {
      assertThat(later.outcome(key(topic, 2))).isEqualTo(Outcome.COMMITTED);
      assertThat(later.outcome(key(topic, 3))).isEqualTo(Outcome.ABSENT);
    }
  }

  @Test
  void aBatchThatIsGivenUpLeavesNothing() {
    String topic = Broker.topic(1);
    try (Sink sink = open(topic)) {
      try (SinkBatch batch = sink.begin(key(topic, 0))) {
        batch.writer(0).write(rows("a"));
        batch.prepare();
      }
      try (SinkBatch batch = sink.begin(key(topic, 0))) {
        batch.writer(0).write(rows("b"));
        batch.prepare();
        batch.commit();
      }
    }
    assertThat(Broker.awaited(topic, 1, 1)).containsExactly("{\"v\":\"b\"}");
  }

  @Test
  void whatADeadRunLeftOpenIsSettledAndTheDeadRunCannotCommit() {
    String topic = Broker.topic(1);
    try (Sink dead = open(topic);
        SinkBatch left = dead.begin(key(topic, 0))) {
      left.writer(0).write(rows("dead"));
      left.prepare();
      try (Sink sink = open(topic)) {
        assertThat(sink.outcome(key(topic, 0))).isEqualTo(Outcome.ABSENT);
        try (SinkBatch batch = sink.begin(key(topic, 0))) {
          batch.writer(0).write(rows("alive"));
          batch.prepare();
          batch.commit();
        }
      }
      assertThatThrownBy(left::commit)
          .isInstanceOfSatisfying(
              Failure.class, failure -> assertThat(failure.code()).isEqualTo(Code.TM507));
    }
    assertThat(Broker.awaited(topic, 1, 1)).containsExactly("{\"v\":\"alive\"}");
  }

  @Test
  void aRowThatIsTooLongIsNamedAndNothingShows() {
    String topic = Broker.topic(1);
    try (Sink sink = open(topic);
        SinkBatch batch = sink.begin(key(topic, 0))) {
      Batch rows = rows("small", "x".repeat(2_000_000), "small");
      assertThatThrownBy(
              () -> {
                batch.writer(0).write(rows);
                batch.prepare();
              })
          .isInstanceOfSatisfying(
              Failure.class,
              failure -> {
                assertThat(failure.code()).isEqualTo(Code.TM605);
                assertThat(failure).hasMessageContaining("a row of 2000008 bytes");
              });
    }
    assertThat(Broker.values(topic, 1)).isEmpty();
  }

  @Test
  void withoutTransactionsAllIsThereBeforeTheCommitAndARepeatedBatchShowsTwice() {
    String topic = Broker.topic(1);
    KafkaConnector connector = new KafkaConnector();
    SinkRequest request = request(topic, OutputMode.APPEND, "at_least_once");
    assertThat(connector.delivery(request.options())).isEqualTo(Delivery.NONE);
    try (Sink sink = connector.open(request)) {
      assertThat(sink.delivery()).isEqualTo(Delivery.NONE);
      for (int tried = 0; tried < 2; tried++) {
        assertThat(sink.outcome(key(topic, 0))).isEqualTo(Outcome.ABSENT);
        try (SinkBatch batch = sink.begin(key(topic, 0))) {
          batch.writer(0).write(rows("a"));
          batch.prepare();
          assertThat(Broker.values(topic, 1)).hasSize(tried + 1);
          batch.commit();
        }
      }
    }
    assertThat(Broker.values(topic, 1)).containsExactly("{\"v\":\"a\"}", "{\"v\":\"a\"}");
  }

  @Test
  void withoutTransactionsARowThatIsTooLongIsNamed() {
    String topic = Broker.topic(1);
    SinkRequest request = request(topic, OutputMode.APPEND, "at_least_once");
    try (Sink sink = new KafkaConnector().open(request);
        SinkBatch batch = sink.begin(key(topic, 0))) {
      Batch tooLong = rows("x".repeat(2_000_000));
      assertThatThrownBy(
              () -> {
                batch.writer(0).write(tooLong);
                batch.prepare();
              })
          .isInstanceOfSatisfying(
              Failure.class, failure -> assertThat(failure.code()).isEqualTo(Code.TM605));
    }
  }

  @Test
  void completeModeIsRefused() {
    Diagnostics found = new Diagnostics();
    new KafkaConnector().check(request("t", OutputMode.COMPLETE), found);
    assertThat(found.sorted()).extracting(d -> d.code()).containsExactly(Code.TM628);
  }
}
