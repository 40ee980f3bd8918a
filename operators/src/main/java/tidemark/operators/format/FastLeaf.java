package tidemark.operators.format;

import tidemark.operators.batch.BooleanBuilder;
import tidemark.operators.batch.BytesBuilder;
import tidemark.operators.batch.ColumnBuilder;
import tidemark.operators.batch.DoubleBuilder;
import tidemark.operators.batch.LongBuilder;
import tidemark.operators.types.DataType;
import tidemark.operators.types.SimpleType;

/** Values without parts, read into cells for one row. */
final class FastLeaf extends FastNested {
  private final ColumnBuilder builder;
  private final FastScalars scalars;
  private final boolean isText;
  private final LongCells longs = new LongCells();
  private final DoubleCells doubles = new DoubleCells();
  private final BooleanCells booleans = new BooleanCells();
  private final JsonShape place;

  FastLeaf(DataType type, ColumnBuilder builder, FastScalars scalars) {
    this.builder = builder;
    this.scalars = scalars;
    this.isText = type == SimpleType.STRING;
    Cells cells =
        builder instanceof LongBuilder
            ? longs
            : builder instanceof DoubleBuilder
                ? doubles
                : builder instanceof BooleanBuilder ? booleans : new BytesCells();
    cells.grow(1);
    this.place = new JsonShape(new byte[0], new Slot(type, cells), 0, null);
  }

  @Override
  int append(byte[] b, int at) {
    if (FastLiterals.isNull(b, at)) {
      return appendNull(b, at, builder);
    }
    if (isText && builder instanceof BytesBuilder texts) {
      return text(b, at, texts);
    }
    int end = scalars.value(b, at, place, 0);
    if (end < 0) {
      return FastJson.UNSURE;
    }
    if (builder instanceof LongBuilder values) {
      values.append(longs.values[0]);
    } else if (builder instanceof DoubleBuilder values) {
      values.append(doubles.values[0]);
    } else if (builder instanceof BooleanBuilder values) {
      values.append(booleans.values[0]);
    }
    return end;
  }

  private int text(byte[] b, int at, BytesBuilder values) {
    if (b[at] != '"') {
      int end = scalars.skip.value(b, at);
      if (end >= 0) {
        values.append(b, at, end - at); // its JSON text
      }
      return end;
    }
    FastText text = scalars.text;
    int end = text.end(b, at + 1);
    if (end < 0) {
      return FastJson.UNSURE;
    }
    if (b[end] == '"') {
      values.append(b, at + 1, end - at - 1);
      return end + 1;
    }
    end = text.unescape(b, at + 1, end);
    if (end < 0) {
      return FastJson.UNSURE;
    }
    values.append(text.text, 0, text.length);
    return end + 1;
  }
}
