package tidemark.operators.parquet;

import tidemark.operators.codec.DamagedException;

/** The values of a page that holds none: only nulls may stand on it. */
final class MissingValues implements Values {
  @Override
  public void longs(long[] target, int at, int count) throws DamagedException {
    throw missing();
  }

  @Override
  public void doubles(double[] target, int at, int count) throws DamagedException {
    throw missing();
  }

  @Override
  public void booleans(boolean[] target, int at, int count) throws DamagedException {
    throw missing();
  }

  @Override
  public void bytes(BytesVector target, int count) throws DamagedException {
    throw missing();
  }

  private static DamagedException missing() {
    return new DamagedException("a page has no bytes for its values");
  }
}
