package tidemark.operators.expr.kernel;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tidemark.operators.batch.BooleanColumn;
import tidemark.operators.batch.BytesColumn;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.ColumnBuilder;
import tidemark.operators.batch.DecimalColumn;
import tidemark.operators.batch.DoubleColumn;
import tidemark.operators.batch.LongColumn;
import tidemark.operators.batch.Selection;
import tidemark.operators.types.DataType;
import tidemark.operators.types.Physical;

/** A column put together from rows of several columns of its type. */
final class Mosaic {
  /** Bytes a row that may be kept although no row needs them. */
  private static final int SMALL = 8;

  private final DataType type;
  private final int size;
  private final boolean fixed;
  private boolean @Nullable [] nulls;
  private final List<Column> pieces = new ArrayList<>();
  private final short[] pieceOf;
  private @Nullable Object values;
  private boolean whole;

  Mosaic(DataType type, int size) {
    this.type = type;
    this.size = size;
    Physical physical = type.physical();
    this.fixed =
        physical == Physical.LONG
            || physical == Physical.DOUBLE
            || physical == Physical.BOOLEAN
            || physical == Physical.DECIMAL;
    this.pieceOf = fixed ? new short[0] : new short[size];
  }

  /** Takes the rows from the column. */
  void put(Column column, Selection rows) {
    whole = pieces.isEmpty();
    pieces.add(column);
    int count = rows.count();
    boolean[] flags = column.nulls();
    if (flags != null) {
      if (nulls == null) {
        nulls = new boolean[size];
      }
      for (int i = 0; i < count; i++) {
        int r = rows.row(i);
        nulls[r] = flags[r];
      }
    }
    if (fixed) {
      copy(column, rows, count);
      return;
    }
    short piece = (short) pieces.size();
    for (int i = 0; i < count; i++) {
      pieceOf[rows.row(i)] = piece;
    }
  }

  private void copy(Column column, Selection rows, int count) {
    switch (type.physical()) {
      case LONG -> {
        long[] to = values == null ? new long[size] : (long[]) values;
        long[] from = ((LongColumn) column).values();
        for (int i = 0; i < count; i++) {
          int r = rows.row(i);
          to[r] = from[r];
        }
        values = to;
      }
      case DOUBLE -> {
        double[] to = values == null ? new double[size] : (double[]) values;
        double[] from = ((DoubleColumn) column).values();
        for (int i = 0; i < count; i++) {
          int r = rows.row(i);
          to[r] = from[r];
        }
        values = to;
      }
      case BOOLEAN -> {
        boolean[] to = values == null ? new boolean[size] : (boolean[]) values;
        boolean[] from = ((BooleanColumn) column).values();
        for (int i = 0; i < count; i++) {
          int r = rows.row(i);
          to[r] = from[r];
        }
        values = to;
      }
      case DECIMAL -> {
        BigDecimal[] to = values == null ? new BigDecimal[size] : (BigDecimal[]) values;
        BigDecimal[] from = ((DecimalColumn) column).values();
        for (int i = 0; i < count; i++) {
          int r = rows.row(i);
          to[r] = from[r];
        }
        values = to;
      }
      case BYTES, ARRAY, MAP, STRUCT -> throw new IllegalStateException(type.ddl());
    }
  }

  Column column() {
    if (whole && pieces.size() == 1) {
      return pieces.get(0);
    }
    return switch (type.physical()) {
      case LONG -> new LongColumn(values == null ? new long[size] : (long[]) values, nulls, size);
      case DOUBLE ->
          new DoubleColumn(values == null ? new double[size] : (double[]) values, nulls, size);
      case BOOLEAN ->
          new BooleanColumn(values == null ? new boolean[size] : (boolean[]) values, nulls, size);
      case DECIMAL ->
          new DecimalColumn(
              values == null ? new BigDecimal[size] : (BigDecimal[]) values, nulls, size);
      case BYTES -> bytes();
      case ARRAY, MAP, STRUCT -> nested();
    };
  }

  private Column bytes() {
    long held = 0;
    for (Column piece : pieces) {
      held += ((BytesColumn) piece).data().length;
    }
    return held <= (long) SMALL * size ? shared((int) held) : packed();
  }

  /** The data of all pieces one after the other: of constants there is not much. */
  private Column shared(int held) {
    byte[] data = new byte[held];
    int[] bases = new int[pieces.size() + 1];
    for (int i = 0; i < pieces.size(); i++) {
      byte[] piece = ((BytesColumn) pieces.get(i)).data();
      System.arraycopy(piece, 0, data, bases[i], piece.length);
      bases[i + 1] = bases[i] + piece.length;
    }
    int[] starts = new int[size];
    int[] lengths = new int[size];
    for (int r = 0; r < size; r++) {
      if (filled(r)) {
        int number = pieceOf[r] - 1;
        BytesColumn piece = (BytesColumn) pieces.get(number);
        starts[r] = bases[number] + piece.start(r);
        lengths[r] = piece.length(r);
      }
    }
    return new BytesColumn(data, starts, lengths, nulls, size);
  }

  /** Only the bytes of the rows. */
  private Column packed() {
    int total = 0;
    for (int r = 0; r < size && !pieces.isEmpty(); r++) {
      if (filled(r)) {
        total = Math.addExact(total, ((BytesColumn) pieces.get(pieceOf[r] - 1)).length(r));
      }
    }
    byte[] data = new byte[total];
    int[] starts = new int[size];
    int[] lengths = new int[size];
    int used = 0;
    for (int r = 0; r < size; r++) {
      if (filled(r)) {
        BytesColumn piece = (BytesColumn) pieces.get(pieceOf[r] - 1);
        System.arraycopy(piece.data(), piece.start(r), data, used, piece.length(r));
        starts[r] = used;
        lengths[r] = piece.length(r);
        used += lengths[r];
      }
    }
    return new BytesColumn(data, starts, lengths, nulls, size);
  }

  private boolean filled(int row) {
    return pieceOf[row] != 0 && (nulls == null || !nulls[row]);
  }

  private Column nested() {
    ColumnBuilder builder = ColumnBuilder.of(type);
    for (int r = 0; r < size; r++) {
      if (filled(r)) {
        builder.append(pieces.get(pieceOf[r] - 1), r);
      } else {
        builder.appendNull();
      }
    }
    return builder.build();
  }
}
