package tidemark.operators.batch;

import java.util.random.RandomGenerator;

/** Fills columns with values by chance. */
final class RandomValues {
  private static final int LONGEST_LIST = 2;

  /** Texts in lists are shorter than this. */
  private static final int LONGEST_ITEM = 20;

  private final RandomGenerator random;

  RandomValues(RandomGenerator random) {
    this.random = random;
  }

  /**
   * Appends a row.
   *
   * @param hasNulls whether every fourth value is null
   * @param longest texts are shorter than this
   */
  void appendRow(BatchBuilder rows, int columns, boolean hasNulls, int longest) {
    for (int i = 0; i < columns; i++) {
      if (hasNulls && isOneOfFour()) {
        rows.column(i).appendNull();
      } else {
        append(rows.column(i), longest);
      }
    }
    rows.closeRow();
  }

  private void append(ColumnBuilder column, int longest) {
    if (column instanceof LongBuilder longs) {
      longs.append(random.nextLong());
    } else if (column instanceof DoubleBuilder doubles) {
      doubles.append(random.nextDouble());
    } else if (column instanceof BytesBuilder bytes) {
      byte[] value = new byte[random.nextInt(longest)];
      random.nextBytes(value);
      bytes.append(value, 0, value.length);
    } else if (column instanceof ArrayBuilder arrays) {
      int first = arrays.elements().size();
      for (int i = random.nextInt(LONGEST_LIST + 1); i > 0; i--) {
        append(arrays.elements(), LONGEST_ITEM);
      }
      if (isOneOfFour()) {
        arrays.elements().appendNull();
      }
      arrays.closeRow(first);
    } else {
      ((BooleanBuilder) column).append(random.nextBoolean());
    }
  }

  private boolean isOneOfFour() {
    return random.nextInt(4) == 0;
  }
}
