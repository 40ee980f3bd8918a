package tidemark.connectors.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tidemark.operators.connector.BadRecordPolicy;
import tidemark.operators.connector.Source;
import tidemark.operators.connector.SourceRequest;
import tidemark.operators.connector.Start;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.operators.diagnostics.Failure;
import tidemark.operators.types.Field;
import tidemark.operators.types.Schema;
import tidemark.operators.types.SimpleType;

/** Values in Avro, with and without a schema registry. Bytes are written after Avro's page 1.12. */
class AvroTopicTest {
  private static final String INT =
      "{'type':'record','name':'r','fields':[{'name':'n','type':'int'}]}".replace('\'', '"');
  private static final String LONG_BEHIND_TEXT =
      "{'type':'record','name':'r','fields':[{'name':'t','type':'string'},{'name':'n','type':['null','long']}]}"
          .replace('\'', '"');
  private static final String TEXT =
      "{'type':'record','name':'r','fields':[{'name':'n','type':'string'}]}".replace('\'', '"');

  private final TopicReading reading = new TopicReading();

  private static byte[] bytes(int... values) {
    byte[] bytes = new byte[values.length];
    for (int i = 0; i < values.length; i++) {
      bytes[i] = (byte) values[i];
    }
    return bytes;
  }

  private static byte[] framed(int number, int... values) {
    return ByteBuffer.allocate(5 + values.length)
        .put((byte) 0)
        .putInt(number)
        .put(bytes(values))
        .array();
  }

  private static String topic(byte @Nullable []... values) {
    String topic = Broker.topic(1);
    ByteArraySerializer bytes = new ByteArraySerializer();
    try (Producer<byte[], byte[]> producer =
        new KafkaProducer<>(Map.of("bootstrap.servers", Broker.servers()), bytes, bytes)) {
      for (byte[] value : values) {
        producer.send(new ProducerRecord<>(topic, value));
      }
      producer.flush();
    }
    return topic;
  }

  private static Object[] options(Registry registry) {
    return new Object[] {
      "format",
      "avro",
      "schema_registry",
      registry.url(),
      "registry_user",
      "reader",
      "registry_password",
      Registry.PASSWORD,
      "timeout",
      5_000L
    };
  }

  /** 3 is written as 6, 200 as 400 in two bytes (90 03), as numbers are in Avro. */
  @Test
  void eachValueIsReadByTheSchemaItWasWrittenWithWhichIsAskedForOnce() throws IOException {
    try (Registry registry = new Registry()) {
      registry.putSchema(1, INT);
      registry.putSchema(70_000, LONG_BEHIND_TEXT);
      String topic =
          topic(
              framed(1, 6),
              framed(70_000, 2, 'x', 2, 0x90, 0x03),
              framed(70_000, 0, 0),
              framed(1, 8),
              null);
      try (Source source = TopicReading.open(topic, options(registry))) {
        assertThat(reading.next(source))
            .containsExactly("{\"n\":200}", "{\"n\":3}", "{\"n\":4}", "{\"n\":null}");
        assertThat(reading.next(source)).containsExactly("nothing");
      }
      assertThat(registry.asked()).containsExactly("/schemas/ids/1", "/schemas/ids/70000");
    }
  }

  @Test
  void whatIsNoValueOfItsSchemaIsBadAndTheOthersCome() throws IOException {
    try (Registry registry = new Registry()) {
      registry.putSchema(1, INT);
      registry.putSchema(2, TEXT);
      registry.putSchema(5, "\"long\"");
      registry.put(3, "{\"schemaType\":\"JSON\",\"schema\":\"{}\"}");
      registry.put(4, "{\"references\":[{\"name\":\"a\",\"version\":1}],\"schema\":\"[]\"}");
      String topic =
          topic(
              framed(1, 6),
              bytes('n', 'o'),
              framed(9, 6),
              framed(2, 2, 'x'),
              framed(1),
              framed(1, 6, 6),
              framed(3, 6),
              framed(4, 6),
              framed(5, 6),
              framed(1, 8));
      try (Source source = TopicReading.open(topic, options(registry))) {
        assertThat(reading.next(source)).containsExactly("{\"n\":3}", "{\"n\":4}");
      }
      assertThat(reading.bad())
          .extracting(bad -> bad.substring(0, bad.indexOf(':')))
          .containsExactly("1", "2", "3", "4", "5", "6", "7", "8");
    }
  }

  @Test
  void badValuesThatAreKeptStandWithTheirBytesAsText() throws IOException {
    try (Registry registry = new Registry()) {
      registry.putSchema(1, INT);
      String topic = topic(framed(1, 6), bytes('n', 'o', 0xFF));
      SourceRequest plain = TopicReading.request(topic, new Start.Earliest(), options(registry));
      SourceRequest keeps =
          new SourceRequest(
              plain.id(),
              plain.options(),
              Optional.of(
                  Schema.of(Field.of("n", SimpleType.BIGINT), Field.of("raw", SimpleType.STRING))),
              BadRecordPolicy.KEEP,
              Optional.of("raw"),
              plain.limits(),
              plain.zone(),
              plain.start());
      try (Source source = TopicReading.open(keeps)) {
        assertThat(reading.next(source))
            .containsExactly("{\"n\":3,\"raw\":null}", "{\"n\":null,\"raw\":\"no\\\\xFF\"}");
      }
    }
  }

  @Test
  void aRegistryThatStumblesIsAskedAgainAndOneThatIsGoneStopsTheRun() throws IOException {
    try (Registry registry = new Registry()) {
      registry.putSchema(1, INT);
      String topic = topic(framed(1, 6));
      registry.failNext(2);
      try (Source source = TopicReading.open(topic, options(registry))) {
        assertThat(reading.next(source)).containsExactly("{\"n\":3}");
      }
      reading.forget();
      registry.failNext(100);
      try (Source source = TopicReading.open(topic, options(registry))) {
        refused(source, "answers with status 500");
      }
    }
    try (Registry gone = new Registry();
        Source source = TopicReading.open(topic(framed(1, 6)), options(gone))) {
      gone.close();
      refused(source, "does not answer");
    }
  }

  @Test
  void aPasswordThatIsRefusedIsNotTold() throws IOException {
    try (Registry registry = new Registry()) {
      registry.putSchema(1, INT);
      Object[] options = options(registry);
      options[7] = "wr0ng-77";
      try (Source source = TopicReading.open(topic(framed(1, 6)), options)) {
        refused(source, "answers with status 401");
      }
    }
  }

  private void refused(Source source, String why) {
    assertThatThrownBy(() -> reading.next(source))
        .isInstanceOfSatisfying(
            Failure.class,
            failure -> {
              assertThat(failure.code()).isEqualTo(Code.TM615);
              assertThat(failure).hasMessageContaining(why);
              assertThat(failure.getMessage() + failure.wayOut())
                  .doesNotContain(Registry.PASSWORD, "wr0ng-77");
            });
    assertThat(reading.bad()).isEmpty();
  }

  @Test
  void valuesWithoutANumberAreReadByTheSchemaOfAFile(@TempDir Path folder) throws IOException {
    Path schema = Files.writeString(folder.resolve("r.avsc"), LONG_BEHIND_TEXT);
    String topic = topic(bytes(2, 'x', 2, 0x90, 0x03), bytes(0, 0));
    try (Source source = TopicReading.open(topic, "format", "avro", "avro_schema", schema)) {
      assertThat(reading.next(source)).containsExactly("{\"n\":200}", "{\"n\":null}");
    }
  }

  @Test
  void oneSchemaOrOneRegistryIsNeededAndNoneBesideOtherFormats() {
    assertThat(found("format", "avro")).contains(Code.TM104);
    assertThat(found("format", "avro", "schema_registry", "http://h", "avro_schema", Path.of("x")))
        .contains(Code.TM104);
    assertThat(found("format", "avro", "schema_registry", "http://u:p@h")).contains(Code.TM107);
    assertThat(found("schema_registry", "http://h")).contains(Code.TM614);
  }

  private static Optional<Code> found(Object... options) {
    Diagnostics found = new Diagnostics();
    new KafkaConnector().describe(TopicReading.request("t", new Start.Earliest(), options), found);
    return found.sorted().stream().map(d -> d.code()).findFirst();
  }
}
