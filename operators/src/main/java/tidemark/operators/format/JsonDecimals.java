package tidemark.operators.format;

import tidemark.operators.batch.LongColumn;

/** Decimals of at most 18 digits as plain numbers, all digits of the scale written. */
final class JsonDecimals extends JsonColumn<LongColumn> {
  private final int scale;

  JsonDecimals(int scale) {
    this.scale = scale;
  }

  @Override
  int write(LongColumn values, int row, byte[] target, int at) {
    return ValueBytes.decimal(values.get(row), scale, target, at);
  }
}
