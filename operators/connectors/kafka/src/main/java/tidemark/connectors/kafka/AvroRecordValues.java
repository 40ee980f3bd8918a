package tidemark.connectors.kafka;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import tidemark.operators.avro.AvroDecoder;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.BatchBuilder;
import tidemark.operators.batch.BytesBuilder;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.ColumnBuilder;
import tidemark.operators.codec.DamagedException;
import tidemark.operators.connector.BadRecordPolicy;
import tidemark.operators.format.BadRows;
import tidemark.operators.format.Utf8;
import tidemark.operators.types.Schema;

/**
 * Values in Avro, with the number of their schema before them or not. A record without a value
 * gives no row; one that is no value of its schema, or whose schema is not to be had or does not
 * fit the columns, is bad.
 */
final class AvroRecordValues implements RecordValues {
  private static final int FRAME = 1 + Integer.BYTES;

  private final ReadTask task;
  private final WriterSchemas schemas;
  private final boolean isFramed;
  private final Schema columns;
  private final Map<Integer, Writer> writers = new HashMap<>();

  /**
   * @param isFramed whether values begin with a zero byte and the number of their schema
   */
  AvroRecordValues(ReadTask task, WriterSchemas schemas, boolean isFramed) {
    this.task = task;
    this.schemas = schemas;
    this.isFramed = isFramed;
    this.columns = task.settings().values();
  }

  /** How values of one schema are read, or why they cannot be. */
  private record Writer(@Nullable AvroDecoder decoder, String reason) {}

  @Override
  public Rows of(List<ConsumerRecord<ByteBuffer, ByteBuffer>> records) {
    List<ConsumerRecord<ByteBuffer, ByteBuffer>> given =
        records.stream().filter(record -> record.value() != null).toList();
    try {
      return decoded(given, false);
    } catch (DamagedException oneIsBad) {
      try {
        return decoded(given, true);
      } catch (DamagedException e) {
        throw new IllegalStateException("a record that was looked at is damaged", e);
      }
    }
  }

  /**
   * Decodes all that are good.
   *
   * @param looksFirst whether each is looked at as a whole before it is decoded: a record that is
   *     damaged would leave half a row
   */
  private Rows decoded(List<ConsumerRecord<ByteBuffer, ByteBuffer>> records, boolean looksFirst)
      throws DamagedException {
    BatchBuilder rows = new BatchBuilder(columns);
    BadRows misfits = new BadRows(Math.max(1, records.size()), columns.field(0));
    @Nullable String[] reasons = new String[records.size()];
    for (int i = 0; i < reasons.length; i++) {
      ByteBuffer value = inMemory(records.get(i).value());
      Writer writer = writer(value);
      AvroDecoder decoder = writer.decoder();
      int from = value.arrayOffset() + value.position() + (isFramed ? FRAME : 0);
      int to = value.arrayOffset() + value.limit();
      if (decoder == null) {
        reasons[i] = writer.reason();
      } else if (looksFirst && !decoder.isRecord(value.array(), from, to)) {
        reasons[i] = "the value is no record of its schema";
      } else {
        decoder.decode(value.array(), from, to, rows, misfits);
        reasons[i] = misfits.reason(i);
        continue;
      }
      nulls(rows);
    }
    return judged(records, rows.take(), reasons);
  }

  private static ByteBuffer inMemory(ByteBuffer value) {
    if (value.hasArray()) {
      return value;
    }
    ByteBuffer copy = ByteBuffer.allocate(value.remaining());
    return copy.put(value.duplicate()).flip();
  }

  private void nulls(BatchBuilder rows) {
    IntStream.range(0, columns.size()).forEach(i -> rows.column(i).appendNull());
    rows.closeRow();
  }

  private Writer writer(ByteBuffer value) {
    if (!isFramed) {
      return writer(0);
    }
    if (value.remaining() < FRAME || value.get(value.position()) != 0) {
      return new Writer(
          null, "the value does not begin with a zero byte and the number of a schema");
    }
    return writer(value.getInt(value.position() + 1));
  }

  private Writer writer(int number) {
    return writers.computeIfAbsent(number, this::open);
  }

  private Writer open(int number) {
    try {
      return new Writer(
          AvroDecoder.of(schemas.schema(number), columns, this::isNeeded, task.badRecordColumn()),
          "");
    } catch (WriterSchemas.UnknownSchemaException e) {
      return new Writer(null, String.valueOf(e.getMessage()));
    } catch (DamagedException e) {
      String which = isFramed ? "schema " + number : "the schema";
      return new Writer(null, which + " cannot be used: " + e.getMessage());
    }
  }

  private boolean isNeeded(int column) {
    return task.request().needed().get(column)
        && (task.badRecordColumn().isEmpty() || task.badRecordColumn().get() != column);
  }

  /** Reports what is bad and leaves it out, or keeps it with its bytes as text. */
  private Rows judged(
      List<ConsumerRecord<ByteBuffer, ByteBuffer>> records,
      Batch batch,
      @Nullable String[] reasons) {
    boolean keeps = task.policy() == BadRecordPolicy.KEEP;
    List<Integer> kept = new ArrayList<>();
    for (int i = 0; i < reasons.length; i++) {
      String reason = reasons[i];
      if (reason != null) {
        task.reportBad(records.get(i), reason);
      }
      if (reason == null || keeps) {
        kept.add(i);
      }
    }
    List<Column> all = new ArrayList<>();
    for (int c = 0; c < columns.size(); c++) {
      boolean isText = keeps && task.badRecordColumn().equals(Optional.of(c));
      all.add(isText ? texts(records, reasons) : picked(batch.column(c), c, kept));
    }
    return new Rows(all, kept.stream().map(records::get).toList());
  }

  private Column picked(Column column, int position, List<Integer> rows) {
    if (rows.size() == column.size()) {
      return column;
    }
    ColumnBuilder picked = ColumnBuilder.of(columns.field(position).type());
    rows.forEach(row -> picked.append(column, row));
    return picked.build();
  }

  private static Column texts(
      List<ConsumerRecord<ByteBuffer, ByteBuffer>> records, @Nullable String[] reasons) {
    BytesBuilder texts = new BytesBuilder();
    for (int i = 0; i < reasons.length; i++) {
      if (reasons[i] == null) {
        texts.appendNull();
      } else {
        byte[] raw = ReadTask.bytes(records.get(i));
        texts.append(Utf8.visible(raw, 0, raw.length));
      }
    }
    return texts.build();
  }
}
