package tidemark.connectors.kafka;

import org.apache.kafka.clients.producer.Producer;
import tidemark.operators.connector.Delivery;
import tidemark.operators.connector.OperationKey;
import tidemark.operators.connector.Outcome;
import tidemark.operators.connector.Sink;
import tidemark.operators.connector.SinkBatch;
import tidemark.operators.connector.SinkWriter;

/**
 * A topic that rows go to without transactions: no row is lost, as the broker has all of a
 * micro-batch before it is committed, and those of one that is repeated show twice.
 */
record RepeatingKafkaSink(SinkSettings settings, Producer<byte[], byte[]> producer)
    implements Sink {
  /**
   * Connects.
   *
   * @throws tidemark.operators.diagnostics.Failure TM615 if there cannot be a connection
   */
  static RepeatingKafkaSink open(SinkSettings settings) {
    return new RepeatingKafkaSink(settings, settings.kafka().connect(settings.kafka().producer()));
  }

  @Override
  public Delivery delivery() {
    return Delivery.NONE;
  }

  @Override
  public Outcome outcome(OperationKey key) {
    return Outcome.ABSENT;
  }

  @Override
  public SinkBatch begin(OperationKey key) {
    return new Rows(new RowSending(settings, producer));
  }

  /** One micro-batch. */
  private record Rows(RowSending sending) implements SinkBatch {
    @Override
    public SinkWriter writer(int partition) {
      return sending.writer();
    }

    @Override
    public void prepare() {
      sending.flush();
    }

    @Override
    public void commit() {
      // the broker has had all rows since they were prepared
    }

    @Override
    public void close() {
      // what was sent cannot be called back
    }
  }

  @Override
  public void close() {
    producer.close();
  }
}
