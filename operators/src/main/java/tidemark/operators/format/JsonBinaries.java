package tidemark.operators.format;

import tidemark.operators.batch.BytesColumn;

/** Binary values as strings of base64. */
final class JsonBinaries extends JsonColumn<BytesColumn> {
  @Override
  boolean isShort() {
    return false;
  }

  @Override
  int most(BytesColumn values, int row) {
    return ValueBytes.base64Bytes(values.length(row)) + 2;
  }

  @Override
  int write(BytesColumn values, int row, byte[] target, int at) {
    target[at] = '"';
    int end =
        ValueBytes.base64(values.data(), values.start(row), values.length(row), target, at + 1);
    target[end] = '"';
    return end + 1;
  }
}
