package tidemark.operators.parquet;

import tidemark.operators.codec.DamagedException;

/** The distinct values of a chunk, decoded. */
final class Dictionary {
  private final int size;
  private final boolean[] booleans;
  private final long[] longs;
  private final double[] doubles;
  private final BytesVector bytes;

  /** Decodes {@code size} values that are stored plainly. */
  Dictionary(Physical physical, int size, Values values) throws DamagedException {
    this.size = size;
    this.longs = new long[physical.isLong() ? size : 0];
    this.bytes = new BytesVector(physical.isBytes() ? size : 0);
    boolean isBoolean = physical == Physical.BOOLEAN;
    this.booleans = new boolean[isBoolean ? size : 0];
    boolean isDouble = !isBoolean && !physical.isLong() && !physical.isBytes();
    this.doubles = new double[isDouble ? size : 0];
    if (physical.isLong()) {
      values.longs(longs, 0, size);
    } else if (physical.isBytes()) {
      values.bytes(bytes, size);
    } else if (isBoolean) {
      values.booleans(booleans, 0, size);
    } else {
      values.doubles(doubles, 0, size);
    }
  }

  int size() {
    return size;
  }

  long[] longs() {
    return longs;
  }

  double[] doubles() {
    return doubles;
  }

  boolean[] booleans() {
    return booleans;
  }

  BytesVector bytes() {
    return bytes;
  }
}
