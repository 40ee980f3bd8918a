package tidemark.operators.format;

import tidemark.operators.batch.DoubleColumn;

/** Doubles and floats as numbers; NaN and the infinities, which JSON lacks, as strings. */
final class JsonFractions extends JsonColumn<DoubleColumn> {
  private final boolean floats;

  JsonFractions(boolean floats) {
    this.floats = floats;
  }

  @Override
  int write(DoubleColumn values, int row, byte[] target, int at) {
    double value = values.get(row);
    if (Double.isNaN(value) || Double.isInfinite(value)) {
      return ValueBytes.ascii('"' + Double.toString(value) + '"', target, at);
    }
    return floats
        ? ValueBytes.fractional((float) value, target, at)
        : ValueBytes.fractional(value, target, at);
  }
}
