package tidemark.connectors.kafka;

import java.util.function.LongConsumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.TimeoutException;
import tidemark.operators.connector.SinkBatch;
import tidemark.operators.connector.SinkWriter;
import tidemark.operators.diagnostics.Code;

/** One micro-batch's transaction: its rows and its marker, seen by readers together or not. */
final class KafkaSinkBatch implements SinkBatch {
  private static final int TRIES = 5;

  private final SinkSettings settings;
  private Marker marker;
  private final Producer<byte[], byte[]> producer;
  private final LongConsumer committed;
  private final RowSending sending;
  private boolean isOpen;

  KafkaSinkBatch(
      SinkSettings settings,
      Marker marker,
      Producer<byte[], byte[]> producer,
      LongConsumer committed) {
    this.settings = settings;
    this.marker = marker;
    this.producer = producer;
    this.committed = committed;
    this.sending = new RowSending(settings, producer);
    sending.attempt(producer::beginTransaction);
    isOpen = true;
  }

  @Override
  public SinkWriter writer(int partition) {
    return sending.writer();
  }

  @Override
  public void covers(String input) {
    marker = marker.covering(input);
  }

  @Override
  public void prepare() {
    sending.send(marker.record());
    sending.flush();
  }

  /** Asking for the same commit again is safe: the broker knows the transaction. */
  @Override
  public void commit() {
    for (int tried = 1; ; tried++) {
      try {
        producer.commitTransaction();
        isOpen = false;
        committed.accept(marker.batch());
        return;
      } catch (TimeoutException | InterruptException e) {
        if (tried >= TRIES) {
          // it may have taken effect, so nothing else may be asked for
          isOpen = false;
          throw settings
              .kafka()
              .failure(Code.TM615, "does not say whether it committed; the next run asks", e);
        }
      } catch (ProducerFencedException e) {
        throw sending.fenced(e);
      } catch (KafkaException e) {
        throw settings.kafka().failure(Code.TM605, "refused to commit", e);
      }
    }
  }

  @Override
  public void close() {
    if (isOpen) {
      isOpen = false;
      try {
        producer.abortTransaction();
      } catch (KafkaException e) {
        // a transaction that cannot be ended here is ended when the sink is opened again
      }
    }
  }
}
