package tidemark.connectors.kafka;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import tidemark.operators.batch.Batch;
import tidemark.operators.connector.BadRecordPolicy;
import tidemark.operators.connector.BadRecords;
import tidemark.operators.format.Decoder;
import tidemark.operators.format.Format;
import tidemark.operators.format.FormatOptions;
import tidemark.operators.format.Formats;
import tidemark.operators.format.RecordLines;

/**
 * Values that are text, through the decoder of their format, a line each. A record without a value
 * gives no row.
 */
final class LineValues implements RecordValues {
  /** Stands for an empty value, which a decoder of lines would pass over: a record, and bad. */
  private static final ByteBuffer NO_OBJECT = ByteBuffer.wrap(new byte[] {'"', '"'});

  private final FormatOptions format;
  private final ReadTask task;
  private final Decoder decoder;
  private final RecordLines lines = new RecordLines();
  private final List<ConsumerRecord<ByteBuffer, ByteBuffer>> given = new ArrayList<>();
  private final BitSet bad = new BitSet();
  private long linesBefore;

  LineValues(FormatOptions format, ReadTask task) {
    this.format = format;
    this.task = task;
    BadRecords noted =
        (place, line, buffer, offset, length, reason) -> {
          int row = (int) (line - 1 - linesBefore);
          bad.set(row);
          task.reportBad(given.get(row), reason);
        };
    this.decoder =
        Formats.decoder(
            format,
            task.settings().values(),
            task.neededValues(),
            task.policy(),
            task.badRecordColumn(),
            noted,
            task.location());
  }

  @Override
  public Rows of(List<ConsumerRecord<ByteBuffer, ByteBuffer>> records) {
    linesBefore += given.size();
    given.clear();
    bad.clear();
    lines.clear();
    for (ConsumerRecord<ByteBuffer, ByteBuffer> record : records) {
      ByteBuffer value = record.value();
      if (value == null || format.format() == Format.CSV && isTorn(record)) {
        continue;
      }
      lines.add(isBlank(value) ? NO_OBJECT : value);
      given.add(record);
    }
    int used = decoder.decode(lines.bytes(), 0, lines.end(), true);
    if (used != lines.end()) {
      throw new IllegalStateException("records of " + task.location() + " are left over");
    }
    Batch values = decoder.take();
    return new Rows(
        IntStream.range(0, values.schema().size()).mapToObj(values::column).toList(),
        bad.isEmpty() || task.policy() == BadRecordPolicy.KEEP ? given : withoutBad());
  }

  /** A line end would make two of a csv record, and is part of its values: nothing can be kept. */
  private boolean isTorn(ConsumerRecord<ByteBuffer, ByteBuffer> record) {
    ByteBuffer value = record.value();
    for (int i = value.position(); i < value.limit(); i++) {
      if (value.get(i) == '\n' || value.get(i) == '\r') {
        task.reportBad(record, "the value has more than one line");
        return true;
      }
    }
    return false;
  }

  private static boolean isBlank(ByteBuffer value) {
    for (int i = value.position(); i < value.limit(); i++) {
      byte b = value.get(i);
      if (b != '\n' && b != '\r' && b != ' ' && b != '\t') {
        return false;
      }
    }
    return true;
  }

  private List<ConsumerRecord<ByteBuffer, ByteBuffer>> withoutBad() {
    return IntStream.range(0, given.size())
        .filter(row -> !bad.get(row))
        .mapToObj(given::get)
        .toList();
  }
}
