package tidemark.operators.format;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.stream.Stream;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.BooleanColumn;
import tidemark.operators.batch.BytesColumn;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.DecimalColumn;
import tidemark.operators.batch.DoubleColumn;
import tidemark.operators.batch.LongColumn;
import tidemark.operators.batch.Selection;
import tidemark.operators.types.DataType;
import tidemark.operators.types.DecimalType;
import tidemark.operators.types.Field;
import tidemark.operators.types.Schema;
import tidemark.operators.types.SimpleType;

/**
 * Writes csv records that end with a line feed. A text is quoted where it holds the delimiter, a
 * quote, the escape character or a line break, begins or ends with a space or tab, is empty, starts
 * like a comment, or looks like the null value.
 */
final class CsvEncoder implements Encoder {
  private final Schema schema;
  private final CsvOptions options;
  private final byte[] nullValue;

  /** Where each column ends in the row before, from its beginning. */
  private final int[] ends;

  private ValueBytes values = new ValueBytes();
  private final DataType[] types;

  /** One a column, because they remember the value before. */
  private final ValueBytes[] texts;

  CsvEncoder(Schema schema, CsvOptions options) {
    this.schema = schema;
    this.options = options;
    this.types = schema.fields().stream().map(Field::type).toArray(DataType[]::new);
    this.ends = new int[types.length];
    this.texts = Stream.generate(ValueBytes::new).limit(types.length).toArray(ValueBytes[]::new);
    this.nullValue = options.nullValue().orElse("").getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public void begin(ByteSink out) {
    if (!options.header()) {
      return;
    }
    for (int i = 0; i < schema.size(); i++) {
      separator(i, out);
      byte[] name = schema.field(i).name().getBytes(StandardCharsets.UTF_8);
      text(name, 0, name.length, out);
    }
    out.write('\n');
  }

  @Override
  public void encode(Batch batch, ByteSink out) {
    RepeatedColumns repeated = new RepeatedColumns(batch, types.length);
    Selection selection = batch.selection();
    int before = 0;
    for (int i = 0; i < selection.count(); i++) {
      int row = selection.row(i);
      int start = out.size();
      int c = i == 0 ? 0 : repeated.same(row, selection.row(i - 1));
      if (c > 0) {
        out.repeat(before, ends[c - 1]);
      }
      for (; c < types.length; c++) {
        separator(c, out);
        values = texts[c];
        value(batch.column(c), row, types[c], out);
        ends[c] = out.size() - start;
      }
      if (out.size() == start) { // one null column: a blank line would be no record
        out.write(options.quote());
        out.write(options.quote());
      }
      out.write('\n');
      before = start;
    }
  }

  private void separator(int column, ByteSink out) {
    if (column > 0) {
      out.write(options.delimiter());
    }
  }

  private void value(Column column, int row, DataType type, ByteSink out) {
    if (column.isNull(row)) {
      out.write(nullValue, 0, nullValue.length);
    } else if (column instanceof LongColumn longs) {
      number(longs.get(row), type, out);
    } else if (column instanceof BytesColumn bytes) {
      if (type == SimpleType.BINARY) {
        ValueBytes.base64(bytes.data(), bytes.start(row), bytes.length(row), out);
      } else {
        text(bytes.data(), bytes.start(row), bytes.length(row), out);
      }
    } else if (column instanceof DoubleColumn doubles) {
      fractional(doubles.get(row), type, out);
    } else if (column instanceof BooleanColumn booleans) {
      out.write(booleans.get(row) ? "true" : "false");
    } else if (column instanceof DecimalColumn decimals) {
      ValueBytes.decimal(decimals.get(row), out);
    } else {
      throw new AssertionError(type);
    }
  }

  private void number(long value, DataType type, ByteSink out) {
    if (type instanceof DecimalType decimal) {
      values.decimal(value, decimal.scale(), out);
    } else if (type == SimpleType.TIMESTAMP || type == SimpleType.TIMESTAMP_NTZ) {
      values.timestamp(value, type == SimpleType.TIMESTAMP, out);
    } else if (type == SimpleType.DATE) {
      values.date(value, out);
    } else {
      values.number(value, out);
    }
  }

  private void fractional(double value, DataType type, ByteSink out) {
    if (Double.isNaN(value) || Double.isInfinite(value)) {
      out.write(Double.toString(value));
    } else if (type == SimpleType.FLOAT) {
      values.fractional((float) value, out);
    } else {
      values.fractional(value, out);
    }
  }

  private void text(byte[] source, int offset, int length, ByteSink out) {
    if (Utf8.firstInvalid(source, offset, offset + length) >= 0) {
      byte[] valid = Utf8.valid(source, offset, length);
      text(valid, 0, valid.length, out);
      return;
    }
    if (!needsQuotes(source, offset, length)) {
      out.write(source, offset, length);
      return;
    }
    byte[] target = out.reserve(2 * length + 2);
    int at = out.size();
    target[at++] = (byte) options.quote();
    for (int i = offset; i < offset + length; i++) {
      if (source[i] == options.quote() || source[i] == options.escape()) {
        target[at++] = (byte) options.escape();
      }
      target[at++] = source[i];
    }
    target[at++] = (byte) options.quote();
    out.advance(at);
  }

  private boolean needsQuotes(byte[] source, int offset, int length) {
    if (length == 0 || blank(source[offset]) || blank(source[offset + length - 1])) {
      return true;
    }
    Optional<Character> comment = options.comment();
    if (comment.isPresent() && source[offset] == comment.get()) {
      return true;
    }
    for (int i = offset; i < offset + length; i++) {
      byte b = source[i];
      if (b == options.delimiter()
          || b == options.quote()
          || b == options.escape()
          || b == '\n'
          || b == '\r') {
        return true;
      }
    }
    return java.util.Arrays.equals(source, offset, offset + length, nullValue, 0, nullValue.length);
  }

  private static boolean blank(byte b) {
    return b == ' ' || b == '\t';
  }
}
