package tidemark.connectors.kafka;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.BytesColumn;
import tidemark.operators.batch.Selection;
import tidemark.operators.connector.SinkWriter;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;
import tidemark.operators.format.ByteSink;
import tidemark.operators.format.Encoder;
import tidemark.operators.format.Format;
import tidemark.operators.format.FormatOptions;
import tidemark.operators.format.Formats;

/** The records of one micro-batch on their way to the broker, and the first that it refused. */
final class RowSending {
  private final SinkSettings settings;
  private final Producer<byte[], byte[]> producer;
  private final AtomicReference<@Nullable Exception> refused = new AtomicReference<>();

  RowSending(SinkSettings settings, Producer<byte[], byte[]> producer) {
    this.settings = settings;
    this.producer = producer;
  }

  /** Sends rows, a record each; for one thread. */
  SinkWriter writer() {
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
    return ((BytesColumn) batch.column(settings.key().getAsInt())).bytes(row);
  }

  /** Hands a record to the producer; it may be refused later. */
  void send(ProducerRecord<byte[], byte[]> record) {
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

  /**
   * Waits until the broker has all records.
   *
   * @throws Failure TM605 if it refused one
   */
  void flush() {
    attempt(producer::flush);
    Exception e = refused.get();
    if (e instanceof Failure failure) {
      throw failure;
    }
    if (e != null) {
      throw settings.kafka().failure(Code.TM605, "refused a record", e);
    }
  }

  /** Does what the producer may refuse. */
  void attempt(Runnable work) {
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

  /** What another run that took over is answered with. */
  Failure fenced(Exception e) {
    return new Failure(
        Code.TM507,
        "another run writes topic `" + settings.kafka().topic() + "` for this checkpoint",
        "let the other run go on; nothing of this run's batch shows",
        e);
  }
}
