package tidemark.connectors.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tidemark.operators.connector.Backlog;
import tidemark.operators.connector.BadRecordPolicy;
import tidemark.operators.connector.BatchLimits;
import tidemark.operators.connector.Notice;
import tidemark.operators.connector.Options;
import tidemark.operators.connector.Range;
import tidemark.operators.connector.Source;
import tidemark.operators.connector.SourceRequest;
import tidemark.operators.connector.Start;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;
import tidemark.operators.diagnostics.Span;
import tidemark.operators.types.Field;
import tidemark.operators.types.Schema;
import tidemark.operators.types.SimpleType;

/** What is read of topics of a real broker. */
class KafkaSourceTest {
  private final TopicReading reading = new TopicReading();

  @Test
  void everyRecordComesOnceAndTheRestLater() {
    String topic = Broker.topic(2);
    Broker.send(topic, 0, "{\"n\":1}", "{\n\"n\": 2}");
    Broker.send(topic, 1, "{\"n\":3}");
    try (Source source = TopicReading.open(topic)) {
      assertThat(reading.next(source)).containsExactly("{\"n\":1}", "{\"n\":2}", "{\"n\":3}");
      assertThat(reading.next(source)).containsExactly("nothing");
      Broker.send(topic, 1, "{\"n\":4}");
      assertThat(reading.next(source)).containsExactly("{\"n\":4}");
    }
  }

  @Test
  void aRangeGivesTheSameRowsAgainWhateverCameSince() {
    String topic = Broker.topic(1);
    Broker.send(topic, 0, "{\"n\":1}");
    try (Source source = TopicReading.open(topic)) {
      Range range = source.plan(reading.state(), BatchLimits.NONE).orElseThrow();
      Broker.send(topic, 0, "{\"n\":2}");
      assertThat(reading.rows(source, range)).containsExactly("{\"n\":1}");
      assertThat(reading.rows(source, range)).containsExactly("{\"n\":1}");
    }
  }

  @Test
  void aLimitIsSharedByPartitionsAndWhatOneLeavesIsTakenByOthers() {
    String topic = Broker.topic(2);
    Broker.send(topic, 0, "{\"n\":1}");
    Broker.send(topic, 1, "{\"n\":2}", "{\"n\":3}", "{\"n\":4}", "{\"n\":5}");
    try (Source source = TopicReading.open(topic)) {
      assertThat(reading.next(source, 4)).hasSize(4);
      assertThat(source.backlog().units()).isEqualTo(1);
      assertThat(reading.next(source, 4)).containsExactly("{\"n\":5}");
    }
  }

  @Test
  void aFrozenSourceEndsWhereItStood() {
    String topic = Broker.topic(1);
    Broker.send(topic, 0, "{\"n\":1}");
    try (Source source = TopicReading.open(topic)) {
      source.freeze();
      Broker.send(topic, 0, "{\"n\":2}");
      assertThat(reading.next(source)).containsExactly("{\"n\":1}");
      assertThat(reading.next(source)).containsExactly("nothing");
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
      try (Source source = TopicReading.open(topic)) {
        assertThat(reading.next(source)).containsExactly("{\"n\":2}");
        assertThat(reading.next(source)).containsExactly("nothing");
        producer.commitTransaction();
        List<String> rows = reading.next(source);
        for (int i = 0; i < 1000 && rows.equals(List.of("nothing")); i++) {
          rows = reading.next(source);
        }
        assertThat(rows).containsExactly("{\"n\":3}");
      }
    }
  }

  @Test
  void latestBeginsBehindTheFirstPlanEvenIfNothingWasThere() {
    String topic = Broker.topic(1);
    Broker.send(topic, 0, "{\"n\":1}");
    try (Source source = TopicReading.open(topic, new Start.Latest())) {
      assertThat(reading.next(source)).isEmpty();
      Broker.send(topic, 0, "{\"n\":2}");
    }
    try (Source again = TopicReading.open(topic, new Start.Latest())) {
      assertThat(reading.next(again)).containsExactly("{\"n\":2}");
    }
  }

  @Test
  void aTimeAndOffsetsAreBegunAt() {
    String topic = Broker.topic(1);
    Broker.send(topic, 0, "{\"n\":1}", "{\"n\":2}");
    try (Source source = TopicReading.open(topic, new Start.AtTime(1_000))) {
      assertThat(reading.next(source)).hasSize(2);
    }
    reading.forget();
    try (Source source = TopicReading.open(topic, new Start.AtTime(1_001))) {
      assertThat(reading.next(source)).isEmpty();
    }
    reading.forget();
    try (Source source = TopicReading.open(topic, new Start.AtOffsets(Map.of("0", 1L)))) {
      assertThat(reading.next(source)).containsExactly("{\"n\":2}");
    }
  }

  @Test
  void aNewPartitionIsReadFromItsBeginning() throws Exception {
    String topic = Broker.topic(1);
    Broker.send(topic, 0, "{\"n\":1}");
    try (Source source = TopicReading.open(topic)) {
      assertThat(reading.next(source)).hasSize(1);
      try (Admin admin = Broker.admin()) {
        admin.createPartitions(Map.of(topic, NewPartitions.increaseTo(2))).all().get();
      }
      Broker.send(topic, 1, "{\"n\":2}");
    }
    try (Source source = TopicReading.open(topic)) {
      assertThat(reading.next(source)).containsExactly("{\"n\":2}");
    }
  }

  @Test
  void recordsThatWereDeletedAreMissedAndNotSkipped() {
    String topic = Broker.topic(1);
    Broker.send(topic, 0, "{\"n\":1}", "{\"n\":2}", "{\"n\":3}");
    try (Source source = TopicReading.open(topic)) {
      assertThat(reading.next(source, 1)).hasSize(1);
      Broker.deleteBefore(topic, 0, 2);
      assertThatThrownBy(() -> source.plan(reading.state(), BatchLimits.NONE))
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
  void recordsThatWereDeletedAreLeftOutAndCountedWhereThePipelineSaysSo() {
    String topic = Broker.topic(1);
    Broker.send(topic, 0, "{\"n\":0}", "{\"n\":1}", "{\"n\":2}", "{\"n\":3}", "{\"n\":4}");
    try (Source source = TopicReading.open(topic, "on_lost_records", "skip")) {
      assertThat(reading.next(source, 1)).hasSize(1);
      assertThat(source.notices()).isEmpty();
      Broker.deleteBefore(topic, 0, 3);
      assertThat(reading.next(source)).containsExactly("{\"n\":3}", "{\"n\":4}");
      assertThat(source.notices())
          .extracting(Notice::code, Notice::count)
          .containsExactly(tuple(Code.TM603, 2L));
      assertThat(source.notices()).isEmpty();
    }
  }

  @Test
  void recordsThatWereDeletedAreCountedOnceEvenIfNoneIsLeft() {
    String topic = Broker.topic(1);
    Broker.send(topic, 0, "{\"n\":0}", "{\"n\":1}", "{\"n\":2}");
    try (Source source = TopicReading.open(topic, "on_lost_records", "skip")) {
      assertThat(reading.next(source, 1)).hasSize(1);
      Broker.deleteBefore(topic, 0, 3);
      assertThat(reading.next(source)).isEmpty();
      assertThat(source.notices())
          .extracting(Notice::code, Notice::count)
          .containsExactly(tuple(Code.TM603, 2L));
      assertThat(reading.next(source)).containsExactly("nothing");
      assertThat(source.notices()).isEmpty();
      Broker.send(topic, 0, "{\"n\":3}");
      assertThat(reading.next(source)).containsExactly("{\"n\":3}");
      assertThat(source.notices()).isEmpty();
    }
  }

  @Test
  void recordsThatAreDeletedAfterTheyWerePlannedStopTheRunOrAreCounted() {
    String topic = Broker.topic(1);
    Broker.send(topic, 0, "{\"n\":0}", "{\"n\":1}", "{\"n\":2}");
    try (Source fails = TopicReading.open(topic);
        Source skips = TopicReading.open(topic, "on_lost_records", "skip")) {
      Range range = fails.plan(reading.state(), BatchLimits.NONE).orElseThrow();
      Broker.deleteBefore(topic, 0, 2);
      assertThatThrownBy(() -> reading.rows(fails, range))
          .isInstanceOfSatisfying(
              Failure.class, failure -> assertThat(failure.code()).isEqualTo(Code.TM603));
      assertThat(reading.rows(skips, range)).containsExactly("{\"n\":2}");
      assertThat(skips.notices()).extracting(Notice::count).containsExactly(2L);
      Broker.deleteBefore(topic, 0, 3);
      assertThat(reading.rows(skips, range)).isEmpty();
    }
  }

  @Test
  void aTopicThatWasMadeAnewStopsTheRunOrIsReadFromItsBeginning() throws Exception {
    String topic = Broker.topic(1);
    Broker.send(topic, 0, "{\"n\":1}", "{\"n\":2}", "{\"n\":3}");
    try (Source source = TopicReading.open(topic)) {
      assertThat(reading.next(source)).hasSize(3);
    }
    try (Admin admin = Broker.admin()) {
      admin.deleteTopics(List.of(topic)).all().get();
    }
    Broker.makeAgain(topic);
    Broker.send(topic, 0, "{\"n\":7}", "{\"n\":8}");
    try (Source source = TopicReading.open(topic)) {
      assertThatThrownBy(() -> source.plan(reading.state(), BatchLimits.NONE))
          .isInstanceOf(Failure.class)
          .hasMessageContaining("ends at offset 2, and offset 3 is to be read");
    }
    try (Source source = TopicReading.open(topic, "on_lost_records", "skip")) {
      assertThat(reading.next(source)).containsExactly("{\"n\":7}", "{\"n\":8}");
      assertThat(source.notices()).hasSize(1);
    }
  }

  @Test
  void badRecordsAreToldByOffsetAndShiftNoColumnBesideThem() {
    String topic = Broker.topic(1);
    Broker.send(topic, 0, "{\"n\":1}", "no json", null, " ", "{\"n\":\"x\"}", "{\"n\":2}");
    try (Source source =
        TopicReading.open(
            topic, "metadata", List.of("offset", "partition", "topic", "timestamp", "key"))) {
      assertThat(reading.next(source))
          .containsExactly(
              "{\"n\":1,\"kafka_offset\":0,\"kafka_partition\":0,\"kafka_topic\":\"%s\","
                      .formatted(topic)
                  + "\"kafka_timestamp\":\"1970-01-01T00:00:01.000Z\",\"kafka_key\":\"aw==\"}",
              "{\"n\":2,\"kafka_offset\":5,\"kafka_partition\":0,\"kafka_topic\":\"%s\","
                      .formatted(topic)
                  + "\"kafka_timestamp\":\"1970-01-01T00:00:01.000Z\",\"kafka_key\":\"aw==\"}");
    }
    assertThat(reading.bad()).containsExactly("1: no json", "3:  ", "4: {\"n\":\"x\"}");
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
      assertThat(reading.next(source))
          .containsExactlyInAnyOrder(
              "{\"n\":1,\"text\":null,\"kafka_offset\":0}",
              "{\"n\":null,\"text\":\"no json\",\"kafka_offset\":1}",
              "{\"n\":null,\"text\":\"\\\"\\\"\",\"kafka_offset\":2}",
              "{\"n\":2,\"text\":null,\"kafka_offset\":3}");
    }
  }

  @Test
  void headersAreAColumnInTheirOrder() {
    String topic = Broker.topic(1);
    try (Producer<String, @Nullable String> producer = Broker.producer(Map.of())) {
      ProducerRecord<String, @Nullable String> record =
          new ProducerRecord<>(topic, 0, "k", "{\"n\":1}");
      record.headers().add("trace", new byte[] {'x'}).add("none", null);
      producer.send(record);
      producer.send(new ProducerRecord<>(topic, 0, "k", "{\"n\":2}"));
    }
    try (Source source = TopicReading.open(topic, "metadata", List.of("headers"))) {
      assertThat(reading.next(source))
          .containsExactly(
              "{\"n\":1,\"kafka_headers\":[{\"key\":\"trace\",\"value\":\"eA==\"},"
                  + "{\"key\":\"none\",\"value\":null}]}",
              "{\"n\":2,\"kafka_headers\":[]}");
    }
  }

  @Test
  void howFarBehindIsToldInRecordsAndByTheTimeOfTheLastThatWasRead() {
    String topic = Broker.topic(1);
    Broker.send(topic, 0, "{\"n\":1}", "{\"n\":2}", "{\"n\":3}");
    Clock minuteLater = Clock.fixed(Instant.ofEpochMilli(61_000), ZoneOffset.UTC);
    SourceRequest request = TopicReading.request(topic, new Start.Earliest());
    try (Source source = new KafkaConnector(minuteLater).open(request)) {
      assertThat(reading.next(source, 2)).hasSize(2);
      assertThat(source.backlog()).isEqualTo(new Backlog(1, 0, 60_000));
      assertThat(reading.next(source, 2)).hasSize(1);
      assertThat(source.backlog()).isEqualTo(Backlog.NONE);
    }
  }

  @Test
  void aTopicThatIsNotThereIsNamed() {
    try (Source source = TopicReading.open("nowhere", "timeout", 3_000L)) {
      assertThatThrownBy(() -> source.plan(reading.state(), BatchLimits.NONE))
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
    try (Source source = TopicReading.open(topic)) {
      assertThat(reading.next(source)).hasSize(10_000).doesNotHaveDuplicates();
    }
  }
}
