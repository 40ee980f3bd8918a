package tidemark.operators.format;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
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
import tidemark.operators.types.ArrayType;
import tidemark.operators.types.DataType;
import tidemark.operators.types.DecimalType;
import tidemark.operators.types.Field;
import tidemark.operators.types.MapType;
import tidemark.operators.types.Schema;
import tidemark.operators.types.SimpleType;
import tidemark.operators.types.StructType;

/** Writes a JSON object a line; maps are objects whose names are the keys as texts. */
final class NdjsonEncoder implements Encoder {
  private static final byte[] NULL = "null".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] TRUE = "true".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] FALSE = "false".getBytes(StandardCharsets.US_ASCII);

  private final DataType[] types;
  private final byte[][] labels;

  /** One a column, because they remember the value before. */
  private final ValueBytes[] texts;

  private ValueBytes values = new ValueBytes();
  private final byte[] end;

  /** Where each column ends in the row before, from its beginning. */
  private final int[] ends;

  private final ByteSink keyText = new ByteSink(64);

  NdjsonEncoder(Schema schema) {
    this.labels = labels(schema.fields());
    this.types = schema.fields().stream().map(Field::type).toArray(DataType[]::new);
    this.texts = Stream.generate(ValueBytes::new).limit(types.length).toArray(ValueBytes[]::new);
    this.ends = new int[types.length];
    this.end = (types.length == 0 ? "{}\n" : "}\n").getBytes(StandardCharsets.US_ASCII);
  }

  /** What stands before each value: brace or comma, name, colon. */
  private static byte[][] labels(List<Field> fields) {
    byte[][] labels = new byte[fields.size()][];
    for (int i = 0; i < labels.length; i++) {
      ByteSink label = new ByteSink(64);
      label.write(i == 0 ? '{' : ',');
      byte[] name = fields.get(i).name().getBytes(StandardCharsets.UTF_8);
      JsonTexts.write(name, 0, name.length, label);
      label.write(':');
      labels[i] = java.util.Arrays.copyOf(label.bytes(), label.size());
    }
    return labels;
  }

  @Override
  public void begin(ByteSink out) {}

  @Override
  public void encode(Batch batch, ByteSink out) {
    Column[] columns = new Column[types.length];
    for (int c = 0; c < columns.length; c++) {
      columns[c] = batch.column(c);
    }
    RepeatedColumns repeated = new RepeatedColumns(batch, columns.length);
    Selection selection = batch.selection();
    int before = 0;
    for (int i = 0; i < selection.count(); i++) {
      int row = selection.row(i);
      int start = out.size();
      int c = i == 0 ? 0 : repeated.same(row, selection.row(i - 1));
      if (c > 0) {
        out.repeat(before, ends[c - 1]);
      }
      for (; c < columns.length; c++) {
        out.write(labels[c], 0, labels[c].length);
        values = texts[c];
        value(columns[c], row, types[c], out);
        ends[c] = out.size() - start;
      }
      out.write(end, 0, end.length);
      before = start;
    }
  }

  private void value(Column column, int row, DataType type, ByteSink out) {
    if (column.isNull(row)) {
      out.write(NULL, 0, NULL.length);
    } else if (column instanceof LongColumn longs) {
      number(longs.get(row), type, out);
    } else if (column instanceof BytesColumn bytes) {
      text(bytes, row, type, out);
    } else if (column instanceof DoubleColumn doubles) {
      fractional(doubles.get(row), type, out);
    } else if (column instanceof BooleanColumn booleans) {
      byte[] word = booleans.get(row) ? TRUE : FALSE;
      out.write(word, 0, word.length);
    } else if (column instanceof DecimalColumn decimals) {
      values.decimal(decimals.get(row), out);
    } else {
      nested(column, row, type, out);
    }
  }

  private void number(long value, DataType type, ByteSink out) {
    if (type instanceof DecimalType decimal) {
      values.decimal(value, decimal.scale(), out);
    } else if (type == SimpleType.TIMESTAMP || type == SimpleType.TIMESTAMP_NTZ) {
      out.write('"');
      values.timestamp(value, type == SimpleType.TIMESTAMP, out);
      out.write('"');
    } else if (type == SimpleType.DATE) {
      out.write('"');
      values.date(value, out);
      out.write('"');
    } else {
      values.number(value, out);
    }
  }

  private void text(BytesColumn bytes, int row, DataType type, ByteSink out) {
    if (type == SimpleType.BINARY) {
      out.write('"');
      values.base64(bytes.data(), bytes.start(row), bytes.length(row), out);
      out.write('"');
    } else {
      JsonTexts.write(bytes.data(), bytes.start(row), bytes.length(row), out);
    }
  }

  private void fractional(double value, DataType type, ByteSink out) {
    if (Double.isNaN(value) || Double.isInfinite(value)) {
      out.write('"');
      out.write(Double.toString(value));
      out.write('"');
    } else if (type == SimpleType.FLOAT) {
      values.fractional((float) value, out);
    } else {
      values.fractional(value, out);
    }
  }

  private void nested(Column column, int row, DataType type, ByteSink out) {
    if (column instanceof StructColumn struct) {
      struct(struct, row, (StructType) type, out);
    } else if (column instanceof ArrayColumn array) {
      DataType element = ((ArrayType) type).element();
      out.write('[');
      int start = array.start(row);
      for (int i = start; i < start + array.length(row); i++) {
        if (i > start) {
          out.write(',');
        }
        value(array.elements(), i, element, out);
      }
      out.write(']');
    } else {
      map((MapColumn) column, row, (MapType) type, out);
    }
  }

  private void struct(StructColumn struct, int row, StructType type, ByteSink out) {
    out.write('{');
    for (int i = 0; i < struct.fieldCount(); i++) {
      if (i > 0) {
        out.write(',');
      }
      byte[] name = type.fields().get(i).name().getBytes(StandardCharsets.UTF_8);
      JsonTexts.write(name, 0, name.length, out);
      out.write(':');
      value(struct.field(i), row, type.fields().get(i).type(), out);
    }
    out.write('}');
  }

  private void map(MapColumn map, int row, MapType type, ByteSink out) {
    out.write('{');
    int start = map.start(row);
    for (int i = start; i < start + map.length(row); i++) {
      if (i > start) {
        out.write(',');
      }
      key(map.keys(), i, type.key(), out);
      out.write(':');
      value(map.values(), i, type.value(), out);
    }
    out.write('}');
  }

  /** A key as a JSON string: what its value would be, with quotes. */
  private void key(Column keys, int row, DataType type, ByteSink out) {
    keyText.clear();
    value(keys, row, type, keyText);
    if (keyText.bytes()[0] == '"') {
      out.write(keyText.bytes(), 0, keyText.size());
    } else {
      JsonTexts.write(keyText.bytes(), 0, keyText.size(), out);
    }
  }
}
