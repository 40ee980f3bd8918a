package tidemark.operators.avro;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.zip.CRC32;
import tidemark.operators.batch.ArrayColumn;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.BooleanColumn;
import tidemark.operators.batch.BytesColumn;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.DecimalColumn;
import tidemark.operators.batch.DoubleColumn;
import tidemark.operators.batch.LongColumn;
import tidemark.operators.batch.MapColumn;
import tidemark.operators.batch.Selection;
import tidemark.operators.batch.StructColumn;
import tidemark.operators.codec.Codec;
import tidemark.operators.codec.LittleEndian;
import tidemark.operators.format.ByteSink;
import tidemark.operators.format.Encoder;
import tidemark.operators.format.Utf8;
import tidemark.operators.types.ArrayType;
import tidemark.operators.types.DataType;
import tidemark.operators.types.DecimalType;
import tidemark.operators.types.MapType;
import tidemark.operators.types.Schema;
import tidemark.operators.types.SimpleType;
import tidemark.operators.types.StructType;

/**
 * Writes an Avro file. The mark between blocks is made from the schema, so that pieces of one
 * result can stand one behind the other.
 */
public final class AvroEncoder implements Encoder {
  private static final int BLOCK_BYTES = 64 << 10;

  private final Schema schema;
  private final Codec codec;
  private final byte[] json;
  private final byte[] mark;
  private final ByteSink block = new ByteSink();
  private long rows;

  public AvroEncoder(Schema schema, Codec codec) {
    this.schema = schema;
    this.codec = codec;
    this.json = SchemaWriter.json(schema).getBytes(StandardCharsets.UTF_8);
    try {
      this.mark = MessageDigest.getInstance("MD5").digest(json);
    } catch (NoSuchAlgorithmException missing) {
      throw new AssertionError(missing);
    }
  }

  @Override
  public void begin(ByteSink out) {
    out.write(AvroHeader.MAGIC, 0, AvroHeader.MAGIC.length);
    number(2, out);
    bytes("avro.schema".getBytes(StandardCharsets.UTF_8), out);
    bytes(json, out);
    bytes("avro.codec".getBytes(StandardCharsets.UTF_8), out);
    bytes(codecName().getBytes(StandardCharsets.UTF_8), out);
    number(0, out);
    out.write(mark, 0, mark.length);
  }

  @Override
  public void encode(Batch batch, ByteSink out) {
    Selection selection = batch.selection();
    for (int i = 0; i < selection.count(); i++) {
      int row = selection.row(i);
      for (int c = 0; c < schema.size(); c++) {
        value(batch.column(c), row, schema.field(c).type());
      }
      rows++;
      if (block.size() >= BLOCK_BYTES) {
        flush(out);
      }
    }
  }

  @Override
  public void flush(ByteSink out) {
    if (rows == 0) {
      return;
    }
    byte[] packed = codec.pack(block.bytes(), 0, block.size());
    boolean isChecked = codec == Codec.SNAPPY;
    number(rows, out);
    number(packed.length + (isChecked ? Integer.BYTES : 0), out);
    out.write(packed, 0, packed.length);
    if (isChecked) {
      CRC32 crc = new CRC32();
      crc.update(block.bytes(), 0, block.size());
      for (int shift = 24; shift >= 0; shift -= 8) {
        out.write((int) (crc.getValue() >>> shift));
      }
    }
    out.write(mark, 0, mark.length);
    block.clear();
    rows = 0;
  }

  @Override
  public void end(ByteSink out) {
    flush(out);
  }

  private String codecName() {
    return switch (codec) {
      case NONE -> "null";
      case DEFLATE -> "deflate";
      case SNAPPY -> "snappy";
      case ZSTD -> "zstandard";
      case GZIP, LZ4, LZ4_RAW, BZIP2 -> throw new AssertionError(codec);
    };
  }

  /** Every value is one of null and its type. */
  private void value(Column column, int row, DataType type) {
    if (column.isNull(row)) {
      number(0, block);
      return;
    }
    number(1, block);
    plain(column, row, type);
  }

  private void plain(Column column, int row, DataType type) {
    if (column instanceof LongColumn longs) {
      if (type instanceof DecimalType) {
        bytes(BigInteger.valueOf(longs.get(row)).toByteArray(), block);
      } else {
        number(longs.get(row), block);
      }
    } else if (column instanceof DoubleColumn doubles) {
      if (type == SimpleType.FLOAT) {
        int bits = Float.floatToRawIntBits((float) doubles.get(row));
        int at = block.grow(Integer.BYTES);
        LittleEndian.putInt(block.bytes(), at, bits);
      } else {
        long bits = Double.doubleToRawLongBits(doubles.get(row));
        int at = block.grow(Long.BYTES);
        LittleEndian.putLong(block.bytes(), at, bits);
      }
    } else if (column instanceof BytesColumn texts) {
      bytes(texts, row, type);
    } else if (column instanceof BooleanColumn booleans) {
      block.write(booleans.get(row) ? 1 : 0);
    } else if (column instanceof DecimalColumn decimals) {
      bytes(decimals.get(row).unscaledValue().toByteArray(), block);
    } else {
      nested(column, row, type);
    }
  }

  /** A text is UTF-8 in the format, so what is not becomes U+FFFD. */
  private void bytes(BytesColumn column, int row, DataType type) {
    byte[] data = column.data();
    int start = column.start(row);
    int length = column.length(row);
    if (type == SimpleType.STRING && Utf8.firstInvalid(data, start, start + length) >= 0) {
      bytes(Utf8.valid(data, start, length), block);
      return;
    }
    number(length, block);
    block.write(data, start, length);
  }

  private void nested(Column column, int row, DataType type) {
    if (column instanceof StructColumn struct) {
      for (int i = 0; i < struct.fieldCount(); i++) {
        value(struct.field(i), row, ((StructType) type).fields().get(i).type());
      }
      return;
    }
    if (column instanceof ArrayColumn array) {
      entries(array.length(row));
      for (int i = array.start(row); i < array.start(row) + array.length(row); i++) {
        value(array.elements(), i, ((ArrayType) type).element());
      }
    } else if (column instanceof MapColumn map) {
      entries(map.length(row));
      for (int i = map.start(row); i < map.start(row) + map.length(row); i++) {
        plain(map.keys(), i, SimpleType.STRING);
        value(map.values(), i, ((MapType) type).value());
      }
    }
    number(0, block);
  }

  private void entries(int count) {
    if (count > 0) {
      number(count, block);
    }
  }

  private static void bytes(byte[] value, ByteSink out) {
    number(value.length, out);
    out.write(value, 0, value.length);
  }

  private static void number(long value, ByteSink out) {
    long rest = value << 1 ^ value >> 63;
    while ((rest & ~0x7FL) != 0) {
      out.write((int) (rest & 0x7F | 0x80));
      rest >>>= 7;
    }
    out.write((int) rest);
  }
}
