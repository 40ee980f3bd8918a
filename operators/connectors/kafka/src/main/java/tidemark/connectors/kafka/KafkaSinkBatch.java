package tidemark.connectors.kafka;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongConsumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.BytesColumn;
import tidemark.operators.batch.Selection;
import tidemark.operators.connector.SinkBatch;
import tidemark.operators.connector.SinkWriter;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;
import tidemark.operators.format.ByteSink;
import tidemark.operators.format.Encoder;
import tidemark.operators.format.Format;
import tidemark.operators.format.FormatOptions;
import tidemark.operators.format.Formats;

/** One micro-batch's transaction: its rows and its marker, seen by readers together or not. */
final class KafkaSinkBatch implements SinkBatch {
  private static final int TRIES = 5;

  private final SinkSettings settings;
  private final ProducerRecord<byte[], byte[]> marker;
  private final Producer<byte[], byte[]> producer;
  private final LongConsumer committed;
  private final AtomicReference<@Nullable Exception> refused = new AtomicReference<>();
  private boolean isOpen;

  KafkaSinkBatch(
      SinkSettings settings,
      ProducerRecord<byte[], byte[]> marker,
      Producer<byte[], byte[]> producer,
      LongConsumer committed) {
    this.settings = settings;
    this.marker = marker;
    this.producer = producer;
    this.committed = committed;
    attempt(producer::beginTransaction);
    isOpen = true;
  }

  @Override
  public SinkWriter writer(int partition) {
    Encoder json = Formats.encoder(FormatOptions.of(Format.NDJSON), settings.values());
    ByteSink text = new ByteSink(1024);
    return batch -> write(batch, json, text);
  }

  private void write(Batch batch, Encoder json, ByteSink text) {
    Selection selection = batch.selection();
    for (int i = 0; i < selection.count(); i++) {
      int row = selection.row(i);
      text.clear();
      json.encode(batch.select(Selection.of(new int[] {row}, 1)), text);
      byte[] value = Arrays.copyOf(text.bytes(), text.size() - 1);
      send(new ProducerRecord<>(settings.kafka().topic(), key(batch, row), value));
    }
  }

  private byte @Nullable [] key(Batch batch, int row) {
    if (settings.key().isEmpty() || batch.column(settings.key().getAsInt()).isNull(row)) {
      return null;
    }
    BytesColumn keys = (BytesColumn) batch.column(settings.key().getAsInt());
    int start = keys.start(row);
    return Arrays.copyOfRange(keys.data(), start, start + keys.length(row));
  }

  private void send(ProducerRecord<byte[], byte[]> record) {
    attempt(
        () ->
            producer.send(
                record,
                (sent, e) -> {
                  if (e instanceof RecordTooLargeException) {
                    refused.compareAndSet(null, tooLarge(record, e));
                  } else if (e != null) {
                    refused.compareAndSet(null, e);
                  }
                }));
  }

  private Failure tooLarge(ProducerRecord<byte[], byte[]> record, Exception e) {
    String value = new String(record.value(), StandardCharsets.UTF_8);
    return new Failure(
        Code.TM605,
        "a row of %d bytes is longer than topic `%s` or its client takes: %s…"
            .formatted(
                record.value().length,
                settings.kafka().topic(),
                value.substring(0, Math.min(value.length(), 100))),
        "raise `max.message.bytes` of the topic and `max.request.size` in the file `properties`,"
            + " or make the row shorter",
        e);
  }

  @Override
  public void prepare() {
    send(marker);
    attempt(producer::flush);
    Exception e = refused.get();
    if (e instanceof Failure failure) {
      throw failure;
    }
    if (e != null) {
      throw settings.kafka().failure(Code.TM605, "refused a record", e);
    }
  }

  /** Asking for the same commit again is safe: the broker knows the transaction. */
  @Override
  public void commit() {
    for (int tried = 1; ; tried++) {
      try {
        producer.commitTransaction();
        isOpen = false;
        committed.accept(
            Long.parseLong(
                new String(Objects.requireNonNull(marker.value()), StandardCharsets.UTF_8)));
        return;
      } catch (TimeoutException | InterruptException e) {
        if (tried >= TRIES) {
          throw settings
              .kafka()
              .failure(Code.TM615, "does not say whether it committed; the next run asks", e);
        }
      } catch (ProducerFencedException e) {
        throw fenced(e);
      } catch (KafkaException e) {
        throw settings.kafka().failure(Code.TM605, "refused to commit", e);
      }
    }
  }

  private void attempt(Runnable work) {
    try {
      work.run();
    } catch (ProducerFencedException e) {
      throw fenced(e);
    } catch (KafkaException e) {
      if (refused.get() instanceof Failure first) {
        throw first;
      }
      Throwable cause = e.getCause() == null ? e : e.getCause();
      throw settings
          .kafka()
          .failure(cause instanceof TimeoutException ? Code.TM615 : Code.TM605, "refused", e);
    }
  }

  private Failure fenced(Exception e) {
    return new Failure(
        Code.TM507,
        "another run writes topic `" + settings.kafka().topic() + "` for this checkpoint",
        "let the other run go on; nothing of this run's batch shows",
        e);
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
