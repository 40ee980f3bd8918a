package tidemark.operators.parquet;

import tidemark.operators.codec.DamagedException;

/** The values of one page, read in order by the method of their kind. */
interface Values {
  /** Reads integers of any width, and INT96 as microseconds. */
  default void longs(long[] target, int at, int count) throws DamagedException {
    throw misfit();
  }

  default void doubles(double[] target, int at, int count) throws DamagedException {
    throw misfit();
  }

  default void booleans(boolean[] target, int at, int count) throws DamagedException {
    throw misfit();
  }

  /** Appends byte values to a vector that has room. */
  default void bytes(BytesVector target, int count) throws DamagedException {
    throw misfit();
  }

  private static DamagedException misfit() {
    return new DamagedException("a page is encoded in a way that does not fit its column");
  }
}
