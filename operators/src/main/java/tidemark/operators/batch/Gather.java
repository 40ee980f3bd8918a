package tidemark.operators.batch;

import java.math.BigDecimal;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Picks rows of a column by number. Values of texts, lists and maps are not copied: the picked
 * column points into the same data, so it lives as long as the source's arrays do.
 */
public final class Gather {
  /** The row number that stands for a null. */
  public static final int NULL_ROW = -1;

  private static final BigDecimal FILLER = BigDecimal.ZERO;

  private Gather() {}

  /**
   * A column of {@code count} rows; row {@code i} has the source's value at {@code rows[i]}.
   *
   * @param rows row numbers of the source, in any order and repeated at will; {@link #NULL_ROW} for
   *     a null
   */
  public static Column of(Column source, int[] rows, int count) {
    boolean[] nulls = nulls(source, rows, count);
    if (source instanceof LongColumn longs) {
      return new LongColumn(longs(longs.values(), rows, count), nulls, count);
    }
    if (source instanceof BytesColumn bytes) {
      int[] starts = ints(bytes.starts(), rows, count);
      return bytes.at(starts, ints(bytes.lengths(), rows, count), nulls, count);
    }
    if (source instanceof DoubleColumn doubles) {
      return new DoubleColumn(doubles(doubles.values(), rows, count), nulls, count);
    }
    if (source instanceof BooleanColumn booleans) {
      return new BooleanColumn(booleans(booleans.values(), rows, count), nulls, count);
    }
    return nested(source, rows, count, nulls);
  }

  /**
   * The same, in the memory of a column that nobody reads any longer where that is large enough.
   *
   * @param spent any column
   */
  public static Column of(Column source, int[] rows, int count, Column spent) {
    if (source instanceof LongColumn longs
        && spent instanceof LongColumn old
        && old.values().length >= count) {
      long[] picked = old.values();
      fill(picked, longs.values(), rows, count);
      return new LongColumn(picked, nulls(source, rows, count), count);
    }
    return of(source, rows, count);
  }

  private static Column nested(Column source, int[] rows, int count, boolean @Nullable [] nulls) {
    if (source instanceof DecimalColumn decimals) {
      return new DecimalColumn(decimals(decimals.values(), rows, count), nulls, count);
    }
    if (source instanceof ArrayColumn array) {
      int[] starts = ints(array.starts(), rows, count);
      return new ArrayColumn(
          array.elements(), starts, ints(array.lengths(), rows, count), nulls, count);
    }
    if (source instanceof MapColumn map) {
      int[] starts = new int[count];
      int[] lengths = new int[count];
      for (int i = 0; i < count; i++) {
        if (rows[i] >= 0) {
          starts[i] = map.start(rows[i]);
          lengths[i] = map.length(rows[i]);
        }
      }
      return new MapColumn(map.keys(), map.values(), starts, lengths, nulls, count);
    }
    StructColumn struct = (StructColumn) source;
    Column[] fields = new Column[struct.fieldCount()];
    for (int i = 0; i < fields.length; i++) {
      fields[i] = of(struct.field(i), rows, count);
    }
    return new StructColumn(fields, nulls, count);
  }

  private static boolean @Nullable [] nulls(Column source, int[] rows, int count) {
    boolean[] nulls = null;
    boolean some = source.hasNulls();
    for (int i = 0; i < count; i++) {
      if (rows[i] < 0 || some && source.isNull(rows[i])) {
        nulls = nulls == null ? new boolean[count] : nulls;
        nulls[i] = true;
      }
    }
    return nulls;
  }

  private static long[] longs(long[] source, int[] rows, int count) {
    long[] picked = new long[count];
    fill(picked, source, rows, count);
    return picked;
  }

  private static void fill(long[] picked, long[] source, int[] rows, int count) {
    for (int i = 0; i < count; i++) {
      picked[i] = rows[i] < 0 ? 0 : source[rows[i]];
    }
  }

  private static int[] ints(int[] source, int[] rows, int count) {
    int[] picked = new int[count];
    for (int i = 0; i < count; i++) {
      picked[i] = rows[i] < 0 ? 0 : source[rows[i]];
    }
    return picked;
  }

  private static double[] doubles(double[] source, int[] rows, int count) {
    double[] picked = new double[count];
    for (int i = 0; i < count; i++) {
      picked[i] = rows[i] < 0 ? 0 : source[rows[i]];
    }
    return picked;
  }

  private static boolean[] booleans(boolean[] source, int[] rows, int count) {
    boolean[] picked = new boolean[count];
    for (int i = 0; i < count; i++) {
      picked[i] = rows[i] >= 0 && source[rows[i]];
    }
    return picked;
  }

  private static BigDecimal[] decimals(BigDecimal[] source, int[] rows, int count) {
    BigDecimal[] picked = new BigDecimal[count];
    Arrays.fill(picked, FILLER);
    for (int i = 0; i < count; i++) {
      if (rows[i] >= 0) {
        picked[i] = source[rows[i]];
      }
    }
    return picked;
  }
}
