package tidemark.operators.format;

import tidemark.operators.batch.BooleanColumn;

/** {@code true} and {@code false}. */
final class JsonBooleans extends JsonColumn<BooleanColumn> {
  @Override
  int write(BooleanColumn values, int row, byte[] target, int at) {
    return ValueBytes.ascii(values.get(row) ? "true" : "false", target, at);
  }
}
