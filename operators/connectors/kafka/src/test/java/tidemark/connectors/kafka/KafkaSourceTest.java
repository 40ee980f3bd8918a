package tidemark.connectors.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tidemark.operators.batch.Batch;
import tidemark.operators.connector.BadRecordPolicy;
import tidemark.operators.connector.BatchLimits;
import tidemark.operators.connector.Options;
import tidemark.operators.connector.Range;
import tidemark.operators.connector.ReadRequest;
import tidemark.operators.connector.Source;
import tidemark.operators.connector.SourceRequest;
import tidemark.operators.connector.SourceState;
import tidemark.operators.connector.Split;
import tidemark.operators.connector.SplitReader;
import tidemark.operators.connector.Start;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.operators.diagnostics.Failure;
import tidemark.operators.diagnostics.Span;
import tidemark.operators.format.ByteSink;
import tidemark.operators.format.Format;
import tidemark.operators.format.FormatOptions;
import tidemark.operators.format.Formats;
import tidemark.operators.types.Field;
import tidemark.operators.types.Schema;
import tidemark.operators.types.SimpleType;

/** What is read of topics of a real broker. */
class KafkaSourceTest {
  private static final Schema NUMBERS = Schema.of(Field.of("n", SimpleType.BIGINT));

  private final List<String> bad = new ArrayList<>();
  private final Remembered state = new Remembered();

  /** What a source remembers, in memory. */
  private static final class Remembered implements SourceState {
    private final Map<String, byte[]> values = new TreeMap<>();

    @Override
    public byte @Nullable [] get(byte[] key) {
      return values.get(new String(key, StandardCharsets.UTF_8));
    }

    @Override
    public void put(byte[] key, byte[] value) {
      values.put(new String(key, StandardCharsets.UTF_8), value);
    }

    @Override
    public void remove(byte[] key) {
      values.remove(new String(key, StandardCharsets.UTF_8));
    }

    @Override
    public void forEach(BiPredicate<byte[], byte[]> visitor) {}

    @Override
    public long size() {
      return values.size();
    }
  }

  private static Source open(String topic, Start start, Object... more) {
    Map<String, Object> values =
        new TreeMap<>(Map.of("servers", Broker.servers(), "topic", topic, "timeout", 20_000L));
    for (int i = 0; i < more.length; i += 2) {
      values.put((String) more[i], more[i + 1]);
    }
    SourceRequest request =
        new SourceRequest(
            "in",
            new Options(values, Map.of(), Span.ofFile("p.yaml")),
            Optional.of(NUMBERS),
            BadRecordPolicy.DROP,
            Optional.empty(),
            BatchLimits.NONE,
            ZoneOffset.UTC,
            start);
    Diagnostics found = new Diagnostics();
    new KafkaConnector().describe(request, found);
    assertThat(found.sorted()).isEmpty();
    return new KafkaConnector().open(request);
  }

  private static Source open(String topic, Object... more) {
    return open(topic, new Start.Earliest(), more);
  }

  private List<String> next(Source source, long maxRows) {
    Optional<Range> range =
        source.plan(state, new BatchLimits(Long.MAX_VALUE, maxRows, Long.MAX_VALUE));
    if (range.isEmpty()) {
      return List.of("nothing");
    }
    List<String> rows = rows(source, range.get());
    source.advance(range.get(), state);
    return rows;
  }

  private List<String> next(Source source) {
    return next(source, Long.MAX_VALUE);
  }

  private List<String> rows(Source source, Range range) {
    BitSet all = new BitSet();
    all.set(0, 10);
    ByteSink json = new ByteSink(1024);
    ReadRequest request =
        new ReadRequest(
            all,
            (place, position, raw, from, length, why) ->
                bad.add(position + ": " + new String(raw, from, length, StandardCharsets.UTF_8)));
    for (Split split : source.split(range, 2)) {
      try (SplitReader reader = source.open(split, request)) {
        for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
          Formats.encoder(FormatOptions.of(Format.NDJSON), batch.schema()).encode(batch, json);
        }
      }
    }
    return new String(json.bytes(), 0, json.size(), StandardCharsets.UTF_8)
        .lines()
        .sorted()
        .toList();
  }

  @Test
  void everyRecordComesOnceAndTheRestLater() {
    String topic = Broker.topic(2);
    Broker.send(topic, 0, "{\"n\":1}", "{\n\"n\": 2}");
    Broker.send(topic, 1, "{\"n\":3}");
    try (Source source = open(topic)) {
      assertThat(next(source)).containsExactly("{\"n\":1}", "{\"n\":2}", "{\"n\":3}");
      assertThat(next(source)).containsExactly("nothing");
      Broker.send(topic, 1, "{\"n\":4}");
      assertThat(next(source)).containsExactly("{\"n\":4}");
    }
  }

  @Test
  void aRangeGivesTheSameRowsAgainWhateverCameSince() {
    String topic = Broker.topic(1);
    Broker.send(topic, 0, "{\"n\":1}");
    try (Source source = open(topic)) {
      Range range = source.plan(state, BatchLimits.NONE).orElseThrow();
      Broker.send(topic, 0, "{\"n\":2}");
      assertThat(rows(source, range)).containsExactly("{\"n\":1}");
      assertThat(rows(source, range)).containsExactly("{\"n\":1}");
    }
  }

  @Test
  void aLimitIsSharedByPartitionsAndWhatOneLeavesIsTakenByOthers() {
    String topic = Broker.topic(2);
    Broker.send(topic, 0, "{\"n\":1}");
    Broker.send(topic, 1, "{\"n\":2}", "{\"n\":3}", "{\"n\":4}", "{\"n\":5}");
    try (Source source = open(topic)) {
      assertThat(next(source, 4)).hasSize(4);
      assertThat(source.backlog().units()).isEqualTo(1);
      assertThat(next(source, 4)).containsExactly("{\"n\":5}");
    }
  }

  @Test
  void aFrozenSourceEndsWhereItStood() {
    String topic = Broker.topic(1);
    Broker.send(topic, 0, "{\"n\":1}");
    try (Source source = open(topic)) {
      source.freeze();
      Broker.send(topic, 0, "{\"n\":2}");
      assertThat(next(source)).containsExactly("{\"n\":1}");
      assertThat(next(source)).containsExactly("nothing");
    }
  }

  @Test
  void abortedTransactionsStayOutAndTheirMarksAreNoRecords() {
    String topic = Broker.topic(1);
    try (Producer<String, @Nullable String> producer =
        Broker.producer(Map.of("transactional.id", "x" + topic))) {
      producer.initTransactions();
      producer.beginTransaction();
      producer.send(new ProducerRecord<>(topic, 0, "k", "{\"n\":1}"));
      producer.abortTransaction();
      producer.beginTransaction();
      producer.send(new ProducerRecord<>(topic, 0, "k", "{\"n\":2}"));
      producer.commitTransaction();
      producer.beginTransaction();
      producer.send(new ProducerRecord<>(topic, 0, "k", "{\"n\":3}"));
      producer.flush();
      try (Source source = open(topic)) {
        assertThat(next(source)).containsExactly("{\"n\":2}");
        assertThat(next(source)).containsExactly("nothing");
        producer.commitTransaction();
        List<String> rows = next(source);
        for (int i = 0; i < 1000 && rows.equals(List.of("nothing")); i++) {
          rows = next(source);
        }
        assertThat(rows).containsExactly("{\"n\":3}");
      }
    }
  }

  @Test
  void latestBeginsBehindTheFirstPlanEvenIfNothingWasThere() {
    String topic = Broker.topic(1);
    Broker.send(topic, 0, "{\"n\":1}");
    try (Source source = open(topic, new Start.Latest())) {
      assertThat(next(source)).isEmpty();
      Broker.send(topic, 0, "{\"n\":2}");
    }
    try (Source again = open(topic, new Start.Latest())) {
      assertThat(next(again)).containsExactly("{\"n\":2}");
    }
  }

  @Test
  void aTimeAndOffsetsAreBegunAt() {
    String topic = Broker.topic(1);
    Broker.send(topic, 0, "{\"n\":1}", "{\"n\":2}");
    try (Source source = open(topic, new Start.AtTime(1_000))) {
      assertThat(next(source)).hasSize(2);
    }
    state.values.clear();
    try (Source source = open(topic, new Start.AtTime(1_001))) {
      assertThat(next(source)).isEmpty();
    }
    state.values.clear();
    try (Source source = open(topic, new Start.AtOffsets(Map.of("0", 1L)))) {
      assertThat(next(source)).containsExactly("{\"n\":2}");
    }
  }

  @Test
  void aNewPartitionIsReadFromItsBeginning() throws Exception {
    String topic = Broker.topic(1);
    Broker.send(topic, 0, "{\"n\":1}");
    try (Source source = open(topic)) {
      assertThat(next(source)).hasSize(1);
      try (Admin admin = Broker.admin()) {
        admin.createPartitions(Map.of(topic, NewPartitions.increaseTo(2))).all().get();
      }
      Broker.send(topic, 1, "{\"n\":2}");
    }
    try (Source source = open(topic)) {
      assertThat(next(source)).containsExactly("{\"n\":2}");
    }
  }

  @Test
  void recordsThatWereDeletedAreMissedAndNotSkipped() {
    String topic = Broker.topic(1);
    Broker.send(topic, 0, "{\"n\":1}", "{\"n\":2}", "{\"n\":3}");
    try (Source source = open(topic)) {
      assertThat(next(source, 1)).hasSize(1);
      Broker.deleteBefore(topic, 0, 2);
      assertThatThrownBy(() -> source.plan(state, BatchLimits.NONE))
          .isInstanceOfSatisfying(
              Failure.class,
              failure -> {
                assertThat(failure.code()).isEqualTo(Code.TM603);
                assertThat(failure)
                    .hasMessage(
                        "partition 0 of topic `%s` begins at offset 2, and offset 1 is to be read:"
                                .formatted(topic)
                            + " 1 records were deleted before");
              });
    }
  }

  @Test
  void badRecordsAreToldByOffsetAndShiftNoColumnBesideThem() {
    String topic = Broker.topic(1);
    Broker.send(topic, 0, "{\"n\":1}", "no json", null, " ", "{\"n\":\"x\"}", "{\"n\":2}");
    try (Source source =
        open(topic, "metadata", List.of("offset", "partition", "topic", "timestamp", "key"))) {
      assertThat(next(source))
          .containsExactly(
              "{\"n\":1,\"kafka_offset\":0,\"kafka_partition\":0,\"kafka_topic\":\"%s\","
                      .formatted(topic)
                  + "\"kafka_timestamp\":\"1970-01-01T00:00:01.000Z\",\"kafka_key\":\"aw==\"}",
              "{\"n\":2,\"kafka_offset\":5,\"kafka_partition\":0,\"kafka_topic\":\"%s\","
                      .formatted(topic)
                  + "\"kafka_timestamp\":\"1970-01-01T00:00:01.000Z\",\"kafka_key\":\"aw==\"}");
    }
    assertThat(bad).containsExactly("1: no json", "3:  ", "4: {\"n\":\"x\"}");
  }

  @Test
  void badRecordsThatAreKeptStandWithTheirTextBesideTheirOffset() {
    String topic = Broker.topic(1);
    Broker.send(topic, 0, "{\"n\":1}", "no json", "", "{\"n\":2}");
    Schema columns =
        Schema.of(Field.of("n", SimpleType.BIGINT), Field.of("text", SimpleType.STRING));
    SourceRequest request =
        new SourceRequest(
            "in",
            new Options(
                Map.of("servers", Broker.servers(), "topic", topic, "metadata", List.of("offset")),
                Map.of(),
                Span.ofFile("p.yaml")),
            Optional.of(columns),
            BadRecordPolicy.KEEP,
            Optional.of("text"),
            BatchLimits.NONE,
            ZoneOffset.UTC,
            new Start.Earliest());
    try (Source source = new KafkaConnector().open(request)) {
      assertThat(next(source))
          .containsExactlyInAnyOrder(
              "{\"n\":1,\"text\":null,\"kafka_offset\":0}",
              "{\"n\":null,\"text\":\"no json\",\"kafka_offset\":1}",
              "{\"n\":null,\"text\":\"\\\"\\\"\",\"kafka_offset\":2}",
              "{\"n\":2,\"text\":null,\"kafka_offset\":3}");
    }
  }

  @Test
  void aTopicThatIsNotThereIsNamed() {
    try (Source source = open("nowhere", "timeout", 3_000L)) {
      assertThatThrownBy(() -> source.plan(state, BatchLimits.NONE))
          .isInstanceOf(Failure.class)
          .hasMessageContaining("nowhere");
    }
  }

  @Test
  void manyRecordsOfSeveralBatchesArriveWhole() {
    String topic = Broker.topic(1);
    String[] values = new String[10_000];
    for (int i = 0; i < values.length; i++) {
      values[i] = "{\"n\":%d}".formatted(i);
    }
    Broker.send(topic, 0, values);
    try (Source source = open(topic)) {
      assertThat(next(source)).hasSize(10_000).doesNotHaveDuplicates();
    }
  }
}
