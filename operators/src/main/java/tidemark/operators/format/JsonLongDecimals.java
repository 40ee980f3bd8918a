package tidemark.operators.format;

import tidemark.operators.batch.DecimalColumn;

/** Decimals of more than 18 digits as plain numbers. */
final class JsonLongDecimals extends JsonColumn<DecimalColumn> {
  @Override
  int write(DecimalColumn values, int row, byte[] target, int at) {
    return ValueBytes.decimal(values.get(row), target, at);
  }
}
