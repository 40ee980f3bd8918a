package tidemark.connectors.kafka;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;
import tidemark.operators.batch.ArrayBuilder;
import tidemark.operators.batch.BytesBuilder;
import tidemark.operators.batch.ColumnBuilder;
import tidemark.operators.batch.LongBuilder;
import tidemark.operators.batch.StructBuilder;
import tidemark.operators.types.ArrayType;
import tidemark.operators.types.DataType;
import tidemark.operators.types.Field;
import tidemark.operators.types.SimpleType;
import tidemark.operators.types.StructType;

/** What a record has beside its value, each a column {@code kafka_…} if it is asked for. */
enum Metadata {
  KEY(SimpleType.BINARY, true),
  TOPIC(SimpleType.STRING, false),
  PARTITION(SimpleType.INT, false),
  OFFSET(SimpleType.BIGINT, false),
  TIMESTAMP(SimpleType.TIMESTAMP, false),
  HEADERS(
      new ArrayType(
          new StructType(
              List.of(Field.of("key", SimpleType.STRING), Field.of("value", SimpleType.BINARY)))),
      false);

  private static final long MICROS = 1000;

  private final DataType type;
  private final boolean nullable;

  Metadata(DataType type, boolean nullable) {
    this.type = type;
    this.nullable = nullable;
  }

  static List<String> words() {
    return Arrays.stream(values()).map(m -> m.name().toLowerCase(Locale.ROOT)).toList();
  }

  static Optional<Metadata> of(String word) {
    return Arrays.stream(values())
        .filter(m -> m.name().toLowerCase(Locale.ROOT).equals(word))
        .findFirst();
  }

  Field field() {
    return new Field("kafka_" + name().toLowerCase(Locale.ROOT), type, nullable);
  }

  void append(ConsumerRecord<ByteBuffer, ByteBuffer> record, ColumnBuilder out) {
    switch (this) {
      case KEY -> bytes(record.key(), out);
      case TOPIC -> ((BytesBuilder) out).append(record.topic());
      case PARTITION -> ((LongBuilder) out).append(record.partition());
      case OFFSET -> ((LongBuilder) out).append(record.offset());
      case TIMESTAMP -> ((LongBuilder) out).append(record.timestamp() * MICROS);
      case HEADERS -> headers(record, (ArrayBuilder) out);
    }
  }

  private static void headers(ConsumerRecord<ByteBuffer, ByteBuffer> record, ArrayBuilder out) {
    int first = out.elements().size();
    StructBuilder elements = (StructBuilder) out.elements();
    for (Header header : record.headers()) {
      ((BytesBuilder) elements.field(0)).append(header.key());
      bytes(header.value() == null ? null : ByteBuffer.wrap(header.value()), elements.field(1));
      elements.closeRow();
    }
    out.closeRow(first);
  }

  static void bytes(@Nullable ByteBuffer value, ColumnBuilder out) {
    if (value == null) {
      out.appendNull();
    } else if (value.hasArray()) {
      int from = value.arrayOffset() + value.position();
      ((BytesBuilder) out).append(value.array(), from, value.remaining());
    } else {
      byte[] copy = new byte[value.remaining()];
      value.get(value.position(), copy);
      ((BytesBuilder) out).append(copy, 0, copy.length);
    }
  }
}
