package tidemark.connectors.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import tidemark.operators.connector.EarlierBatches.Held;

/**
 * The newest micro-batch that one sink of one checkpoint has written, as a record: key {@code
 * query:sink}, value the batch's number, the rest in headers.
 *
 * @param pipeline empty if an early release wrote it
 * @param input what the batches up to this one cover, if it is known
 */
record Marker(
    String queryId,
    String sink,
    long batch,
    String pipeline,
    String topic,
    Optional<String> input) {
  private static final String PIPELINE = "pipeline";
  private static final String TOPIC = "topic";
  private static final String INPUT = "input";

  /** Under which one takes the place of another. */
  String key() {
    return queryId + ":" + sink;
  }

  static String key(ConsumerRecord<byte[], byte[]> record) {
    return new String(record.key(), UTF_8);
  }

  static Marker of(ConsumerRecord<byte[], byte[]> record) {
    String key = key(record);
    int colon = key.indexOf(':');
    return new Marker(
        key.substring(0, Math.max(colon, 0)),
        key.substring(colon + 1),
        Long.parseLong(new String(record.value(), UTF_8)),
        header(record, PIPELINE).orElse(""),
        header(record, TOPIC).orElse(""),
        header(record, INPUT));
  }

  private static Optional<String> header(ConsumerRecord<byte[], byte[]> record, String name) {
    return Optional.ofNullable(record.headers().lastHeader(name))
        .map(header -> new String(header.value(), UTF_8));
  }

  ProducerRecord<byte[], byte[]> record() {
    List<Header> headers = new ArrayList<>();
    headers.add(new RecordHeader(PIPELINE, pipeline.getBytes(UTF_8)));
    headers.add(new RecordHeader(TOPIC, topic.getBytes(UTF_8)));
    input.ifPresent(text -> headers.add(new RecordHeader(INPUT, text.getBytes(UTF_8))));
    return new ProducerRecord<>(
        Markers.topic(topic),
        0,
        key().getBytes(UTF_8),
        Long.toString(batch).getBytes(UTF_8),
        headers);
  }

  /** What takes it away. */
  ProducerRecord<byte[], byte[]> tombstone() {
    return new ProducerRecord<>(Markers.topic(topic), 0, key().getBytes(UTF_8), null);
  }

  /** The same for another checkpoint's sink. */
  Marker under(String newQueryId, String newSink) {
    return new Marker(newQueryId, newSink, batch, pipeline, topic, input);
  }

  /** The same with what its batches cover. */
  Marker covering(String covered) {
    return new Marker(queryId, sink, batch, pipeline, topic, Optional.of(covered));
  }

  Held held() {
    return new Held(queryId, sink, batch, input);
  }
}
