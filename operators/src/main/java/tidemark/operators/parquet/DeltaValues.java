package tidemark.operators.parquet;

import tidemark.operators.codec.DamagedException;

/** Integers stored as differences. */
final class DeltaValues implements Values {
  private final DeltaDecoder decoder;
  private final boolean isInt;

  DeltaValues(Physical physical, byte[] bytes, int from, int to) throws DamagedException {
    this.decoder = new DeltaDecoder(bytes, from, to);
    this.isInt = physical == Physical.INT32;
  }

  @Override
  public void longs(long[] target, int at, int count) throws DamagedException {
    decoder.read(target, at, count);
    if (isInt) { // differences of 32 bits wrap around
      for (int i = at; i < at + count; i++) {
        target[i] = (int) target[i];
      }
    }
  }
}
