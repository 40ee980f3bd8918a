package tidemark.connectors.kafka;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import tidemark.operators.connector.EarlierBatches;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;

/**
 * A topic that has micro-batches when its sink is opened. Whoever wrote them for another checkpoint
 * is fenced before they change hands.
 */
final class HeldTopic implements EarlierBatches {
  private final KafkaSettings kafka;
  private final Markers markers;
  private final Producer<byte[], byte[]> producer;
  private final List<Marker> found;
  private final LongConsumer newest;

  /**
   * @param found the sink's own marker, or those of other checkpoints, newest first
   * @param newest told of the newest batch that counts as written from then on
   */
  HeldTopic(
      KafkaSettings kafka,
      Markers markers,
      Producer<byte[], byte[]> producer,
      List<Marker> found,
      LongConsumer newest) {
    this.kafka = kafka;
    this.markers = markers;
    this.producer = producer;
    this.found = List.copyOf(found);
    this.newest = newest;
  }

  /** Where several sinks or checkpoints wrote it, no mark says what they cover together. */
  @Override
  public Held held() {
    Held held = found.get(0).held();
    return found.size() == 1
        ? held
        : new Held(held.queryId(), held.sink(), held.newest(), Optional.empty());
  }

  @Override
  public void adopt() {
    Marker before = found.get(0);
    Marker own = before.under(markers.marker(0).queryId(), markers.marker(0).sink());
    if (!before.key().equals(own.key())) {
      Map<String, Marker> now = fenced();
      if (!before.equals(now.get(before.key()))) {
        throw new Failure(
            Code.TM606,
            "topic `%s` was written by checkpoint %s just now"
                .formatted(kafka.topic(), before.queryId()),
            "run again, now that the other run is shut out");
      }
      Transactions.commit(kafka, producer, List.of(own.record(), before.tombstone()));
    }
    newest.accept(own.batch());
  }

  /** Nobody writes for the other checkpoints any more, and what they left open is settled. */
  private Map<String, Marker> fenced() {
    for (Marker other : found) {
      if (!other.queryId().equals(markers.marker(0).queryId())) {
        Transactions.open(kafka, other.queryId(), other.sink()).close();
      }
    }
    return markers.read();
  }

  @Override
  public void requireReplayable() {
    if (!isEmpty()) {
      throw new Failure(
          Code.TM606,
          "topic `%s` has records, and a replay would add the same ones".formatted(kafka.topic()),
          "delete the topic's records, or the topic, or let the sink write to another one");
    }
  }

  @Override
  public void drop() {
    Map<String, Marker> unused = fenced();
    requireReplayable();
    List<ProducerRecord<byte[], byte[]>> tombstones = new ArrayList<>();
    found.forEach(marker -> tombstones.add(marker.tombstone()));
    Transactions.commit(kafka, producer, tombstones);
    newest.accept(-1);
  }

  /** Whether no partition has a record. */
  private boolean isEmpty() {
    try (Admin admin = Admin.create(kafka.client())) {
      List<TopicPartition> partitions =
          admin
              .describeTopics(List.of(kafka.topic()))
              .allTopicNames()
              .get()
              .get(kafka.topic())
              .partitions()
              .stream()
              .map(p -> new TopicPartition(kafka.topic(), p.partition()))
              .toList();
      return offsets(admin, partitions, OffsetSpec.earliest())
          .equals(offsets(admin, partitions, OffsetSpec.latest()));
    } catch (ExecutionException | KafkaException e) {
      throw kafka.failure(Code.TM615, "does not tell whether it is empty", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw kafka.failure(Code.TM615, "was not waited for", e);
    }
  }

  private static Map<TopicPartition, Long> offsets(
      Admin admin, List<TopicPartition> partitions, OffsetSpec spec)
      throws ExecutionException, InterruptedException {
    Map<TopicPartition, ListOffsetsResultInfo> found =
        admin
            .listOffsets(partitions.stream().collect(Collectors.toMap(p -> p, p -> spec)))
            .all()
            .get();
    return found.entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, e -> e.getValue().offset()));
  }
}
