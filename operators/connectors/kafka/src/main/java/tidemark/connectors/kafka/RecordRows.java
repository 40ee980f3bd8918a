package tidemark.connectors.kafka;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.ColumnBuilder;
import tidemark.operators.connector.BadRecordPolicy;
import tidemark.operators.connector.BadRecords;
import tidemark.operators.connector.ReadRequest;
import tidemark.operators.format.Decoder;
import tidemark.operators.format.Format;
import tidemark.operators.format.FormatOptions;
import tidemark.operators.format.Formats;
import tidemark.operators.types.Schema;

/**
 * Turns records into rows: values through the decoder of their format, a line each; what is beside
 * the value into columns behind. A record without a value gives no row.
 */
final class RecordRows {
  /** Stands for an empty value, which a decoder of lines would pass over: a record, and bad. */
  private static final byte[] NO_OBJECT = {'"', '"'};

  private final SourceSettings settings;
  private final Schema columns;
  private final String location;
  private final ReadRequest request;
  private final BadRecordPolicy policy;
  private final Optional<Integer> badRecordColumn;
  private byte[] lines = new byte[1 << 20];
  private int end;

  /**
   * @param badRecordColumn the position of the column that takes the text of a bad record
   */
  RecordRows(
      SourceSettings settings,
      String location,
      ReadRequest request,
      BadRecordPolicy policy,
      Optional<Integer> badRecordColumn) {
    this.settings = settings;
    this.columns = settings.columns();
    this.location = location;
    this.request = request;
    this.policy = policy;
    this.badRecordColumn = badRecordColumn;
  }

  /** At most {@link Batch#MAX_ROWS} records. */
  Batch of(List<ConsumerRecord<byte[], byte[]>> records) {
    return settings.format().isPresent()
        ? decoded(records, settings.format().get())
        : plain(records);
  }

  private Batch plain(List<ConsumerRecord<byte[], byte[]>> records) {
    ColumnBuilder values = ColumnBuilder.of(settings.values().field(0).type());
    records.forEach(record -> Metadata.bytes(record.value(), values));
    return withMetadata(new Column[] {values.build()}, records);
  }

  private Batch decoded(List<ConsumerRecord<byte[], byte[]>> records, FormatOptions format) {
    List<ConsumerRecord<byte[], byte[]>> given = new ArrayList<>();
    end = 0;
    for (ConsumerRecord<byte[], byte[]> record : records) {
      if (record.value() == null || format.format() == Format.CSV && isTorn(record)) {
        continue;
      }
      append(isBlank(record.value()) ? NO_OBJECT : record.value());
      given.add(record);
    }
    BitSet bad = new BitSet();
    BitSet needed = request.needed().get(0, settings.values().size());
    BadRecords noted =
        (place, line, buffer, offset, length, reason) -> {
          bad.set((int) line - 1);
          long position = given.get((int) line - 1).offset();
          request.badRecords().report(location, position, buffer, offset, length, reason);
        };
    Decoder decoder =
        Formats.decoder(
            format, settings.values(), needed, policy, badRecordColumn, noted, location);
    int used = decoder.decode(lines, 0, end, true);
    if (used != end) {
      throw new IllegalStateException("records of " + location + " are left over");
    }
    Batch values = decoder.take();
    Column[] taken = new Column[settings.values().size()];
    for (int i = 0; i < taken.length; i++) {
      taken[i] = values.column(i);
    }
    return withMetadata(taken, policy == BadRecordPolicy.KEEP ? given : without(given, bad));
  }

  /** A line end would make two of a csv record, and is part of its values: nothing can be kept. */
  private boolean isTorn(ConsumerRecord<byte[], byte[]> record) {
    byte[] value = record.value();
    for (byte b : value) {
      if (b == '\n' || b == '\r') {
        request
            .badRecords()
            .report(
                location,
                record.offset(),
                value,
                0,
                value.length,
                "the value has more than one line");
        return true;
      }
    }
    return false;
  }

  private static boolean isBlank(byte[] value) {
    for (byte b : value) {
      if (b != '\n' && b != '\r' && b != ' ' && b != '\t') {
        return false;
      }
    }
    return true;
  }

  private void append(byte[] value) {
    int needed = end + value.length + 1 + Decoder.ROOM_BEHIND;
    if (needed > lines.length) {
      lines = java.util.Arrays.copyOf(lines, Math.max(needed, lines.length * 2));
    }
    for (byte b : value) {
      lines[end++] = b == '\n' || b == '\r' ? (byte) ' ' : b;
    }
    lines[end++] = '\n';
  }

  private static List<ConsumerRecord<byte[], byte[]>> without(
      List<ConsumerRecord<byte[], byte[]>> records, BitSet bad) {
    List<ConsumerRecord<byte[], byte[]>> good = new ArrayList<>();
    for (int i = 0; i < records.size(); i++) {
      if (!bad.get(i)) {
        good.add(records.get(i));
      }
    }
    return good;
  }

  private Batch withMetadata(Column[] values, List<ConsumerRecord<byte[], byte[]>> records) {
    Column[] all = java.util.Arrays.copyOf(values, columns.size());
    for (int i = 0; i < settings.metadata().size(); i++) {
      Metadata metadata = settings.metadata().get(i);
      ColumnBuilder out = ColumnBuilder.of(metadata.field().type());
      records.forEach(record -> metadata.append(record, out));
      all[values.length + i] = out.build();
    }
    return new Batch(columns, all, records.size());
  }
}
