package tidemark.connectors.kafka;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.producer.Producer;
import tidemark.operators.connector.Delivery;
import tidemark.operators.connector.EarlierBatches;
import tidemark.operators.connector.OperationKey;
import tidemark.operators.connector.Outcome;
import tidemark.operators.connector.Sink;
import tidemark.operators.connector.SinkBatch;
import tidemark.operators.connector.SinkRequest;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;

/**
 * A topic that rows go to. Each micro-batch is one transaction with its marker. Opening it fences
 * whoever writes for the same checkpoint and settles a transaction that was left open, so what the
 * markers say afterwards is final.
 */
final class KafkaSink implements Sink {
  private final SinkSettings settings;
  private final Markers markers;
  private final Producer<byte[], byte[]> producer;
  private List<Marker> others;
  private Optional<Marker> own;
  private long newest;

  private KafkaSink(
      SinkSettings settings,
      Markers markers,
      Producer<byte[], byte[]> producer,
      Map<String, Marker> found) {
    this.settings = settings;
    this.markers = markers;
    this.producer = producer;
    this.own = markers.own(found);
    this.others = own.isPresent() ? List.of() : markers.others(found);
    this.newest = own.map(Marker::batch).orElse(-1L);
  }

  /**
   * Connects and takes over from whoever wrote for the same checkpoint before.
   *
   * @throws Failure TM615 if no broker answers
   */
  static KafkaSink open(SinkSettings settings, SinkRequest request) {
    Markers markers = new Markers(settings.kafka(), request);
    markers.make();
    Producer<byte[], byte[]> producer =
        Transactions.open(settings.kafka(), request.queryId(), request.id());
    try {
      return new KafkaSink(settings, markers, producer, markers.read());
    } catch (RuntimeException e) {
      producer.close();
      throw e;
    }
  }

  @Override
  public Delivery delivery() {
    return Delivery.TRANSACTIONAL;
  }

  @Override
  public Outcome outcome(OperationKey key) {
    return newest >= key.batch() ? Outcome.COMMITTED : Outcome.ABSENT;
  }

  /**
   * @throws Failure TM606 if the topic holds batches of another checkpoint
   */
  @Override
  public SinkBatch begin(OperationKey key) {
    if (!others.isEmpty()) {
      throw new Failure(
          Code.TM606,
          "topic `%s` holds batches up to %d of this pipeline, written from another checkpoint (%s)"
              .formatted(settings.kafka().topic(), others.get(0).batch(), others.get(0).queryId()),
          "go on with that checkpoint, or write to another topic");
    }
    return new KafkaSinkBatch(settings, markers.marker(key.batch()), producer, this::isUpTo);
  }

  @Override
  public Optional<EarlierBatches> earlier() {
    List<Marker> found = own.map(List::of).orElse(others);
    return found.isEmpty()
        ? Optional.empty()
        : Optional.of(new HeldTopic(settings.kafka(), markers, producer, found, this::isUpTo));
  }

  /** What counts as written now is this sink's own. */
  private void isUpTo(long batch) {
    newest = batch;
    others = List.of();
    own = batch < 0 ? Optional.empty() : Optional.of(markers.marker(batch));
  }

  @Override
  public void close() {
    producer.close();
  }
}
