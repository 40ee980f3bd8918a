package tidemark.operators.parquet;

import java.util.Arrays;
import java.util.Optional;
import tidemark.operators.codec.LittleEndian;
import tidemark.operators.parquet.Statistics.Bytes;

/** The least and the greatest value of a leaf, as a footer states them. */
final class Bounds {
  /** Longer texts are no bounds. */
  private static final int MOST_BYTES = 256;

  private Bounds() {}

  static Statistics of(LeafBuffer leaf) {
    long nulls = (long) leaf.levels() - leaf.values();
    if (leaf.values() == 0) {
      return new Statistics(nulls, Optional.empty(), Optional.empty());
    }
    return switch (leaf.physical()) {
      case INT32, INT64 -> numbers(leaf, nulls);
      case FLOAT, DOUBLE -> fractions(leaf, nulls);
      case BYTE_ARRAY -> texts(leaf, nulls);
      case BOOLEAN, INT96, FIXED_LEN_BYTE_ARRAY ->
          new Statistics(nulls, Optional.empty(), Optional.empty());
    };
  }

  private static Statistics numbers(LeafBuffer leaf, long nulls) {
    long least = Long.MAX_VALUE;
    long greatest = Long.MIN_VALUE;
    for (int i = 0; i < leaf.values(); i++) {
      least = Math.min(least, leaf.numbers()[i]);
      greatest = Math.max(greatest, leaf.numbers()[i]);
    }
    return of(leaf, nulls, least, greatest);
  }

  /** NaN makes bounds meaningless; zeros have both signs, as readers may take them for either. */
  private static Statistics fractions(LeafBuffer leaf, long nulls) {
    boolean isFloat = leaf.physical() == Physical.FLOAT;
    double least = Double.POSITIVE_INFINITY;
    double greatest = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < leaf.values(); i++) {
      long bits = leaf.numbers()[i];
      double value = isFloat ? Float.intBitsToFloat((int) bits) : Double.longBitsToDouble(bits);
      if (Double.isNaN(value)) {
        return new Statistics(nulls, Optional.empty(), Optional.empty());
      }
      least = Math.min(least, value);
      greatest = Math.max(greatest, value);
    }
    least = least == 0 ? -0.0 : least;
    greatest = greatest == 0 ? 0.0 : greatest;
    return isFloat
        ? of(
            leaf,
            nulls,
            Float.floatToIntBits((float) least),
            Float.floatToIntBits((float) greatest))
        : of(leaf, nulls, Double.doubleToLongBits(least), Double.doubleToLongBits(greatest));
  }

  private static Statistics of(LeafBuffer leaf, long nulls, long least, long greatest) {
    boolean isShort = leaf.physical() == Physical.INT32 || leaf.physical() == Physical.FLOAT;
    int size = isShort ? Integer.BYTES : Long.BYTES;
    return new Statistics(
        nulls, Optional.of(bytes(least, size)), Optional.of(bytes(greatest, size)));
  }

  private static Bytes bytes(long value, int size) {
    byte[] bytes = new byte[Long.BYTES];
    LittleEndian.putLong(bytes, 0, value);
    return new Bytes(Arrays.copyOf(bytes, size));
  }

  private static Statistics texts(LeafBuffer leaf, long nulls) {
    int least = 0;
    int greatest = 0;
    for (int i = 1; i < leaf.values(); i++) {
      least = compare(leaf, i, least) < 0 ? i : least;
      greatest = compare(leaf, i, greatest) > 0 ? i : greatest;
    }
    return new Statistics(nulls, text(leaf, least), text(leaf, greatest));
  }

  private static int compare(LeafBuffer leaf, int first, int second) {
    return Arrays.compareUnsigned(
        leaf.bytes(),
        leaf.start(first),
        leaf.ends()[first],
        leaf.bytes(),
        leaf.start(second),
        leaf.ends()[second]);
  }

  private static Optional<Bytes> text(LeafBuffer leaf, int value) {
    int start = leaf.start(value);
    int end = leaf.ends()[value];
    return end - start > MOST_BYTES
        ? Optional.empty()
        : Optional.of(new Bytes(Arrays.copyOfRange(leaf.bytes(), start, end)));
  }
}
