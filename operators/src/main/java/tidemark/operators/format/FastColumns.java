package tidemark.operators.format;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import tidemark.operators.types.Field;

/** The needed columns by the bytes of their names, and how each is read. */
final class FastColumns {
  private static final long MIX = 0x9E3779B97F4A7C15L;

  private final byte[][] names;
  private final JsonShape[] places;

  /**
   * Columns, plus one; 0 where there is none. Each lies at its hash or, if that is taken, behind.
   */
  private final int[] table;

  private final int shift;

  FastColumns(RowCells rows, FastScalars scalars) {
    int[] columns = rows.dataColumns();
    names = new byte[columns.length][];
    places = new JsonShape[columns.length];
    int bits = 2 + Integer.SIZE - Integer.numberOfLeadingZeros(columns.length);
    table = new int[1 << bits];
    shift = Long.SIZE - bits;
    for (int i = 0; i < columns.length; i++) {
      Field field = rows.schema().field(columns[i]);
      FastNested nested =
          rows.cells(columns[i]) instanceof BuiltCells built
              ? FastNested.of(field.type(), built.at(0), scalars)
              : null;
      names[i] = field.name().getBytes(StandardCharsets.UTF_8);
      places[i] = new JsonShape(new byte[0], rows.slot(columns[i]), 1L << i, nested);
      byte[] padded = Arrays.copyOf(names[i], names[i].length + Long.BYTES);
      int at = hash(padded, 0, names[i].length);
      while (table[at] != 0) {
        at = at + 1 & table.length - 1;
      }
      table[at] = i + 1;
    }
  }

  /**
   * The place before any value of the column, or null if no column is called so.
   *
   * @param end of the name, eight bytes before the array's end
   */
  @Nullable JsonShape find(byte[] b, int start, int end) {
    int at = hash(b, start, end - start);
    while (table[at] != 0) {
      byte[] name = names[table[at] - 1];
      if (Arrays.equals(name, 0, name.length, b, start, end)) {
        return places[table[at] - 1];
      }
      at = at + 1 & table.length - 1;
    }
    return null;
  }

  private int hash(byte[] b, int start, int length) {
    return (int) ((FastNames.word(b, start, length) + length) * MIX >>> shift);
  }
}
