package tidemark.operators.table;

import java.util.Arrays;
import tidemark.operators.batch.BytesColumn;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.DoubleColumn;
import tidemark.operators.batch.LongColumn;
import tidemark.operators.batch.Selection;
import tidemark.operators.batch.ValueComparator;
import tidemark.operators.state.KeyCodec;
import tidemark.operators.state.KeyHash;
import tidemark.operators.state.KeyWriter;
import tidemark.operators.types.DataType;

/**
 * Hashes and compares the values of one key column, as SQL's {@code =} sees them: {@code NaN}
 * equals itself, {@code -0.0} equals {@code 0.0}. Used by one thread.
 */
abstract sealed class KeyKernel {
  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;
  private static final long SECOND = 0xC2B2AE3D27D4EB4FL;

  private KeyKernel() {}

  /** The kernel of a type that has an order. */
  static KeyKernel of(DataType type) {
    return switch (type.physical()) {
      case LONG -> new Longs();
      case DOUBLE -> new Doubles();
      case BYTES -> new Bytes();
      case BOOLEAN, DECIMAL, ARRAY, MAP, STRUCT -> new Encoded(type);
    };
  }

  /**
   * Mixes the values of the selected rows into their hashes; nulls count as a value of their own.
   *
   * @param hashes one a selected row, in the order of the selection
   */
  abstract void hash(Column column, Selection rows, long[] hashes);

  /** Whether two values that are not null are equal. */
  abstract boolean same(Column left, int leftRow, Column right, int rightRow);

  static long mix(long hash, long value) {
    long mixed = (hash ^ value) * MULTIPLIER;
    mixed = (mixed ^ mixed >>> 32) * SECOND;
    return mixed ^ mixed >>> 29;
  }

  private static final class Longs extends KeyKernel {
    @Override
    void hash(Column column, Selection rows, long[] hashes) {
      long[] values = ((LongColumn) column).values();
      for (int i = 0; i < rows.count(); i++) {
        int row = rows.row(i);
        hashes[i] = mix(hashes[i], column.isNull(row) ? 0 : values[row]);
      }
    }

    @Override
    boolean same(Column left, int leftRow, Column right, int rightRow) {
      return ((LongColumn) left).get(leftRow) == ((LongColumn) right).get(rightRow);
    }
  }

  private static final class Doubles extends KeyKernel {
    @Override
    void hash(Column column, Selection rows, long[] hashes) {
      double[] values = ((DoubleColumn) column).values();
      for (int i = 0; i < rows.count(); i++) {
        int row = rows.row(i);
        double value = column.isNull(row) || values[row] == 0.0 ? 0.0 : values[row];
        hashes[i] = mix(hashes[i], Double.doubleToLongBits(value));
      }
    }

    @Override
    boolean same(Column left, int leftRow, Column right, int rightRow) {
      double a = ((DoubleColumn) left).get(leftRow);
      double b = ((DoubleColumn) right).get(rightRow);
      return ValueComparator.compareDoubles(a, b) == 0;
    }
  }

  private static final class Bytes extends KeyKernel {
    @Override
    void hash(Column column, Selection rows, long[] hashes) {
      BytesColumn texts = (BytesColumn) column;
      byte[] data = texts.data();
      for (int i = 0; i < rows.count(); i++) {
        int row = rows.row(i);
        long hash = texts.isNull(row) ? 0 : KeyHash.of(data, texts.start(row), texts.length(row));
        hashes[i] = mix(hashes[i], hash);
      }
    }

    @Override
    boolean same(Column left, int leftRow, Column right, int rightRow) {
      BytesColumn a = (BytesColumn) left;
      BytesColumn b = (BytesColumn) right;
      int aStart = a.start(leftRow);
      int bStart = b.start(rightRow);
      return Arrays.equals(
          a.data(),
          aStart,
          aStart + a.length(leftRow),
          b.data(),
          bStart,
          bStart + b.length(rightRow));
    }
  }

  /** Types that are rare as keys: by their encoding as a key of state. */
  private static final class Encoded extends KeyKernel {
    private final DataType type;
    private final ValueComparator comparator;
    private final KeyWriter key = new KeyWriter();

    Encoded(DataType type) {
      this.type = type;
      this.comparator = ValueComparator.of(type);
    }

    @Override
    void hash(Column column, Selection rows, long[] hashes) {
      for (int i = 0; i < rows.count(); i++) {
        key.clear();
        KeyCodec.write(column, type, rows.row(i), key);
        hashes[i] = mix(hashes[i], KeyHash.of(key.buffer(), 0, key.length()));
      }
    }

    @Override
    boolean same(Column left, int leftRow, Column right, int rightRow) {
      return comparator.compare(left, leftRow, right, rightRow) == 0;
    }
  }
}
