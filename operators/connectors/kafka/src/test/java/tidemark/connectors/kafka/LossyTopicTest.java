package tidemark.connectors.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tidemark.connectors.kafka.LossyBrokerLink.Cut;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.BatchBuilder;
import tidemark.operators.batch.BytesBuilder;
import tidemark.operators.connector.BatchLimits;
import tidemark.operators.connector.OperationKey;
import tidemark.operators.connector.Options;
import tidemark.operators.connector.Outcome;
import tidemark.operators.connector.OutputMode;
import tidemark.operators.connector.Range;
import tidemark.operators.connector.Sink;
import tidemark.operators.connector.SinkBatch;
import tidemark.operators.connector.SinkRequest;
import tidemark.operators.connector.Source;
import tidemark.operators.connector.Start;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;
import tidemark.operators.diagnostics.Span;
import tidemark.operators.types.Field;
import tidemark.operators.types.Schema;
import tidemark.operators.types.SimpleType;

/** A network that drops the answer to a commit, and a broker that is killed and comes back. */
class LossyTopicTest {
  private static final List<Outcome> COMMITTED = List.of(Outcome.COMMITTED);
  private static final List<Outcome> COMMITTED_OR_ABSENT =
      List.of(Outcome.COMMITTED, Outcome.ABSENT);
  private static final Schema ROWS = Schema.of(Field.of("v", SimpleType.STRING));

  private static BrokerServer broker;
  private static LossyBrokerLink link;
  private static int topics;

  @BeforeAll
  static void start() throws IOException {
    int port = BrokerServer.freePort();
    link = new LossyBrokerLink(port);
    broker = new BrokerServer(port, link.port(), BrokerServer.SMALL);
  }

  @AfterAll
  static void stop() throws IOException {
    broker.close();
    link.close();
  }

  private static String topic() {
    String topic = "lossy" + topics++;
    Broker.make(link.servers(), topic, 1);
    return topic;
  }

  private static Sink open(String topic, long timeoutMillis) {
    Map<String, Object> values =
        new TreeMap<>(Map.of("servers", link.servers(), "topic", topic, "timeout", timeoutMillis));
    return new KafkaConnector()
        .open(
            new SinkRequest(
                "out",
                new Options(values, Map.of(), Span.ofFile("p.yaml")),
                ROWS,
                OutputMode.APPEND,
                "p",
                "q-" + topic,
                ZoneOffset.UTC));
  }

  private static OperationKey key(String topic, long batch) {
    return new OperationKey("q-" + topic, batch, "out");
  }

  private static Batch row(String text) {
    BatchBuilder rows = new BatchBuilder(ROWS);
    ((BytesBuilder) rows.column(0)).append(text);
    rows.closeRow();
    return rows.take();
  }

  /** Once there is one at least. */
  private static List<String> values(String topic) {
    return Broker.awaited(link.servers(), topic, 1, 1);
  }

  private static SinkBatch prepared(Sink sink, String topic) {
    SinkBatch batch = sink.begin(key(topic, 0));
    batch.writer(0).write(row("a"));
    batch.prepare();
    return batch;
  }

  @ParameterizedTest
  @EnumSource(
      value = Cut.class,
      names = {"BEFORE_COMMIT", "AFTER_COMMIT"})
  void aCommitWhoseAnswerIsLostIsAskedForAgainAndTakesEffectOnce(Cut cut) {
    String topic = topic();
    try (Sink sink = open(topic, 20_000);
        SinkBatch batch = prepared(sink, topic)) {
      link.breakAt(cut);
      batch.commit();
      assertThat(link.hasBroken()).isTrue();
      assertThat(sink.outcome(key(topic, 0))).isEqualTo(Outcome.COMMITTED);
    }
    assertThat(values(topic)).containsExactly("{\"v\":\"a\"}");
  }

  /** The run ends without knowing; the next one asks the marker, and writes only what is absent. */
  @ParameterizedTest
  @EnumSource(
      value = Cut.class,
      names = {"BEFORE_COMMIT", "AFTER_COMMIT"})
  void whatBecameOfACommitThatNobodyHeardOfIsKnownToTheNextRun(Cut cut) {
    String topic = topic();
    Sink sink = open(topic, 1_000);
    SinkBatch batch = prepared(sink, topic);
    link.breakForLongAt(cut);
    assertThatThrownBy(batch::commit)
        .isInstanceOfSatisfying(
            Failure.class, failure -> assertThat(failure.code()).isEqualTo(Code.TM615));
    link.mend();
    try (Sink next = open(topic, 20_000)) {
      Outcome outcome = next.outcome(key(topic, 0));
      // The client that was given up may come through once more before the next one fences it.
      assertThat(outcome).isIn(cut == Cut.AFTER_COMMIT ? COMMITTED : COMMITTED_OR_ABSENT);
      int rows = outcome == Outcome.COMMITTED ? 1 : 0;
      assertThat(Broker.awaited(link.servers(), topic, 1, rows)).hasSize(rows);
      if (outcome == Outcome.ABSENT) {
        try (SinkBatch again = prepared(next, topic)) {
          again.commit();
        }
      }
    }
    assertThat(values(topic)).containsExactly("{\"v\":\"a\"}");
    batch.close();
    sink.close();
    assertThat(values(topic)).containsExactly("{\"v\":\"a\"}");
  }

  @Test
  void aBrokerThatIsKilledBeforeTheCommitAndComesBackTakesTheBatchOnce()
      throws IOException, InterruptedException {
    String topic = topic();
    try (Sink sink = open(topic, 60_000);
        SinkBatch batch = prepared(sink, topic)) {
      broker.restart();
      batch.commit();
    }
    assertThat(values(topic)).containsExactly("{\"v\":\"a\"}");
  }

  @Test
  void aRangeIsReadWholeThoughTheBrokerIsKilledWhileItIsRead()
      throws IOException, InterruptedException {
    String topic = topic();
    String[] records = new String[20_000];
    for (int i = 0; i < records.length; i++) {
      records[i] = "{\"n\":%d}".formatted(i);
    }
    Broker.send(link.servers(), topic, 0, records);
    TopicReading reading = new TopicReading();
    List<String> rows = new ArrayList<>();
    try (Source source =
        TopicReading.open(
            topic, new Start.Earliest(), "servers", link.servers(), "timeout", 60_000L)) {
      Range range = source.plan(reading.state(), BatchLimits.NONE).orElseThrow();
      broker.restart();
      rows.addAll(reading.rows(source, range));
    }
    assertThat(rows).hasSize(20_000).doesNotHaveDuplicates();
  }

  @Test
  void aBrokerThatIsGoneWhenLostRecordsAreToBePassedOverDoesNotAnswer() {
    String topic = topic();
    Broker.send(link.servers(), topic, 0, "{\"n\":0}", "{\"n\":1}", "{\"n\":2}");
    TopicReading reading = new TopicReading();
    try (Source source =
        TopicReading.open(
            topic,
            new Start.Earliest(),
            "servers",
            link.servers(),
            "timeout",
            1_000L,
            "on_lost_records",
            "skip")) {
      Range range = source.plan(reading.state(), BatchLimits.NONE).orElseThrow();
      Broker.deleteBefore(link.servers(), topic, 0, 2);
      link.breakForLongAt(Cut.BEFORE_OFFSETS);
      assertThatThrownBy(() -> reading.rows(source, range))
          .isInstanceOfSatisfying(
              Failure.class, failure -> assertThat(failure.code()).isEqualTo(Code.TM615));
      assertThat(link.hasBroken()).isTrue();
      link.mend();
      assertThat(reading.rows(source, range)).containsExactly("{\"n\":2}");
    }
  }
}
