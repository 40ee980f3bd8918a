package tidemark.operators.parquet;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tidemark.operators.batch.BooleanColumn;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.DecimalColumn;
import tidemark.operators.batch.DoubleColumn;
import tidemark.operators.batch.LongColumn;
import tidemark.operators.format.Utf8;
import tidemark.operators.types.DataType;
import tidemark.operators.types.DecimalType;

/**
 * Makes a column of a declared type from the stored values of a leaf.
 *
 * @param factor what a stored number is multiplied by, or divided by (nanoseconds); the bits that
 *     count of an unsigned one
 * @param scale of the stored decimals
 */
record Conversion(Kind kind, DataType type, long factor, int scale) {
  /** What is done with each value. */
  enum Kind {
    BOOLEAN,
    LONG,
    MULTIPLIED,
    DIVIDED,
    MASKED,
    LONG_TO_DOUBLE,
    LONG_TO_DECIMAL,
    UNSIGNED_TO_DECIMAL,
    DOUBLE,
    HALF,
    TEXT,
    BINARY,
    BYTES_TO_LONG,
    BYTES_TO_DECIMAL
  }

  static Conversion of(Kind kind, DataType type) {
    return new Conversion(kind, type, 1, 0);
  }

  /** Whether there is no stored value that does not fit the type. */
  boolean takesEveryValue() {
    return switch (kind) {
      case BOOLEAN, LONG, DIVIDED, MASKED, LONG_TO_DOUBLE, DOUBLE, HALF, BINARY -> true;
      case MULTIPLIED,
          TEXT,
          LONG_TO_DECIMAL,
          UNSIGNED_TO_DECIMAL,
          BYTES_TO_LONG,
          BYTES_TO_DECIMAL ->
          false;
    };
  }

  /**
   * The column; values that do not fit are reported and null.
   *
   * @param nulls one flag a value, or null
   */
  Column column(LeafValues values, boolean @Nullable [] nulls, Misfits misfits) {
    int size = values.size;
    return switch (kind) {
      case BOOLEAN -> new BooleanColumn(values.booleans, nulls, size);
      case LONG -> new LongColumn(values.longs, nulls, size);
      case DOUBLE -> new DoubleColumn(values.doubles, nulls, size);
      case MULTIPLIED -> multiplied(values, nulls, misfits);
      case DIVIDED, MASKED -> changed(values, nulls);
      case LONG_TO_DOUBLE -> widened(values, nulls);
      case HALF -> halves(values, nulls);
      case BINARY -> values.bytes.column(nulls, values.size);
      case TEXT -> text(values, nulls, misfits);
      case BYTES_TO_LONG -> smallDecimals(values, nulls, misfits);
      case LONG_TO_DECIMAL, UNSIGNED_TO_DECIMAL, BYTES_TO_DECIMAL ->
          decimals(values, nulls, misfits);
    };
  }

  private Column multiplied(LeafValues values, boolean @Nullable [] nulls, Misfits misfits) {
    long[] longs = values.longs;
    boolean[] marked = nulls;
    for (int i = 0; i < values.size; i++) {
      if (LeafValues.isNull(nulls, i)) {
        continue;
      }
      long high = Math.multiplyHigh(longs[i], factor);
      long low = longs[i] * factor;
      if (high != low >> 63) {
        marked = misfits.mark(marked, i, Long.toString(longs[i]));
      }
      longs[i] = low;
    }
    return new LongColumn(longs, marked, values.size);
  }

  private Column changed(LeafValues values, boolean @Nullable [] nulls) {
    long[] longs = values.longs;
    for (int i = 0; i < values.size; i++) {
      longs[i] = kind == Kind.DIVIDED ? Math.floorDiv(longs[i], factor) : longs[i] & factor;
    }
    return new LongColumn(longs, nulls, values.size);
  }

  private static Column widened(LeafValues values, boolean @Nullable [] nulls) {
    double[] doubles = new double[values.size];
    for (int i = 0; i < doubles.length; i++) {
      doubles[i] = values.longs[i];
    }
    return new DoubleColumn(doubles, nulls, doubles.length);
  }

  private static Column halves(LeafValues values, boolean @Nullable [] nulls) {
    double[] doubles = new double[values.size];
    BytesVector bytes = values.bytes;
    for (int i = 0; i < doubles.length; i++) {
      if (bytes.lengths[i] == 2) {
        int at = bytes.starts[i];
        doubles[i] = half(bytes.data()[at] & 0xFF | (bytes.data()[at + 1] & 0xFF) << 8);
      }
    }
    return new DoubleColumn(doubles, nulls, doubles.length);
  }

  private static double half(int bits) {
    int exponent = bits >>> 10 & 31;
    int fraction = bits & 1023;
    double size =
        exponent == 0
            ? fraction * 0x1p-24
            : exponent < 31
                ? (1024 + fraction) * Math.scalb(1.0, exponent - 25)
                : fraction == 0 ? Double.POSITIVE_INFINITY : Double.NaN;
    return bits >>> 15 == 0 ? size : -size;
  }

  private static Column text(LeafValues values, boolean @Nullable [] nulls, Misfits misfits) {
    BytesVector bytes = values.bytes;
    boolean[] marked = nulls;
    if (!misfits.isKnownText(bytes.data())) {
      for (int i = 0; i < values.size; i++) {
        int from = bytes.starts[i];
        int to = from + bytes.lengths[i];
        if (!LeafValues.isNull(nulls, i) && Utf8.firstInvalid(bytes.data(), from, to) >= 0) {
          marked = misfits.mark(marked, i, Utf8.visible(bytes.data(), from, to));
        }
      }
    }
    return bytes.column(marked, values.size);
  }

  private Column smallDecimals(LeafValues values, boolean @Nullable [] nulls, Misfits misfits) {
    long[] longs = new long[values.size];
    boolean[] marked = nulls;
    for (int i = 0; i < longs.length; i++) {
      if (LeafValues.isNull(nulls, i)) {
        continue;
      }
      BigDecimal value = decimal(values.bytes, i);
      Optional<BigDecimal> fitting = fitting(value);
      if (fitting.isPresent()) {
        longs[i] = fitting.get().unscaledValue().longValue();
      } else {
        marked = misfits.mark(marked, i, value.toPlainString());
      }
    }
    return new LongColumn(longs, marked, longs.length);
  }

  private Column decimals(LeafValues values, boolean @Nullable [] nulls, Misfits misfits) {
    BigDecimal[] decimals = new BigDecimal[values.size];
    boolean[] marked = nulls;
    for (int i = 0; i < decimals.length; i++) {
      decimals[i] = BigDecimal.ZERO;
      if (LeafValues.isNull(nulls, i)) {
        continue;
      }
      BigDecimal value =
          switch (kind) {
            case LONG_TO_DECIMAL -> BigDecimal.valueOf(values.longs[i], scale);
            case UNSIGNED_TO_DECIMAL ->
                new BigDecimal(new BigInteger(Long.toUnsignedString(values.longs[i])));
            default -> decimal(values.bytes, i);
          };
      Optional<BigDecimal> fitting = fitting(value);
      if (fitting.isPresent()) {
        decimals[i] = fitting.get();
      } else {
        marked = misfits.mark(marked, i, value.toPlainString());
      }
    }
    return new DecimalColumn(decimals, marked, decimals.length);
  }

  private BigDecimal decimal(BytesVector bytes, int row) {
    int length = bytes.lengths[row];
    return length == 0
        ? BigDecimal.valueOf(0, scale)
        : new BigDecimal(new BigInteger(bytes.data(), bytes.starts[row], length), scale);
  }

  /** The value with the declared scale; empty if it has too many digits. */
  private Optional<BigDecimal> fitting(BigDecimal value) {
    DecimalType decimal = (DecimalType) type;
    BigDecimal scaled = value.setScale(decimal.scale());
    return scaled.precision() <= decimal.precision() ? Optional.of(scaled) : Optional.empty();
  }
}
