package tidemark.connectors.kafka;

import java.util.Map;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.KafkaException;
import tidemark.operators.connector.Delivery;
import tidemark.operators.connector.OperationKey;
import tidemark.operators.connector.Outcome;
import tidemark.operators.connector.Sink;
import tidemark.operators.connector.SinkBatch;
import tidemark.operators.connector.SinkRequest;
import tidemark.operators.diagnostics.Code;

/**
 * A topic that rows go to. Each micro-batch is one transaction with its marker. Opening it fences
 * whoever writes for the same checkpoint and settles a transaction that was left open, so what the
 * markers say afterwards is final.
 */
final class KafkaSink implements Sink {
  private static final int TRANSACTION_MILLIS = 900_000;

  private final SinkSettings settings;
  private final Markers markers;
  private final Producer<byte[], byte[]> producer;
  private long newest;

  private KafkaSink(
      SinkSettings settings, Markers markers, Producer<byte[], byte[]> producer, long newest) {
    this.settings = settings;
    this.markers = markers;
    this.producer = producer;
    this.newest = newest;
  }

  /**
   * Connects and takes over from whoever wrote before.
   *
   * @throws tidemark.operators.diagnostics.Failure TM615 if no broker answers
   */
  static KafkaSink open(SinkSettings settings, SinkRequest request) {
    Markers markers = new Markers(settings.kafka(), request.queryId(), request.id());
    markers.make();
    Producer<byte[], byte[]> producer = producer(settings.kafka(), request);
    try {
      producer.initTransactions();
      return new KafkaSink(settings, markers, producer, markers.newest());
    } catch (KafkaException e) {
      producer.close();
      throw settings.kafka().failure(Code.TM615, "takes no transactions", e);
    } catch (RuntimeException e) {
      producer.close();
      throw e;
    }
  }

  private static Producer<byte[], byte[]> producer(KafkaSettings kafka, SinkRequest request) {
    Map<String, Object> config = kafka.producer();
    config.put("transactional.id", "tidemark-" + request.queryId() + "-" + request.id());
    config.put("transaction.timeout.ms", TRANSACTION_MILLIS);
    return kafka.connect(config);
  }

  @Override
  public Delivery delivery() {
    return Delivery.TRANSACTIONAL;
  }

  @Override
  public Outcome outcome(OperationKey key) {
    return newest >= key.batch() ? Outcome.COMMITTED : Outcome.ABSENT;
  }

  @Override
  public SinkBatch begin(OperationKey key) {
    return new KafkaSinkBatch(settings, markers.record(key.batch()), producer, this::committed);
  }

  private void committed(long batch) {
    newest = batch;
  }

  @Override
  public void close() {
    producer.close();
  }
}
