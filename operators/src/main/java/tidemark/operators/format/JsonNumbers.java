package tidemark.operators.format;

import tidemark.operators.batch.LongColumn;

/** Whole numbers. */
final class JsonNumbers extends JsonColumn<LongColumn> {
  @Override
  int write(LongColumn values, int row, byte[] target, int at) {
    return ValueBytes.number(values.get(row), target, at);
  }
}
