package tidemark.operators.format;

import tidemark.operators.batch.BytesColumn;

/** Strings. */
final class JsonStrings extends JsonColumn<BytesColumn> {
  @Override
  boolean isShort() {
    return false;
  }

  @Override
  int most(BytesColumn values, int row) {
    return JsonTexts.most(values.length(row));
  }

  @Override
  int write(BytesColumn values, int row, byte[] target, int at) {
    return JsonTexts.write(values.data(), values.start(row), values.length(row), target, at);
  }
}
