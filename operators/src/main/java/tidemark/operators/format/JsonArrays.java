package tidemark.operators.format;

import tidemark.operators.batch.ArrayColumn;
import tidemark.operators.types.ArrayType;

/** Arrays. They are written to an array of their own first, which grows with the elements. */
final class JsonArrays extends JsonColumn<ArrayColumn> {
  private final JsonColumn<?> elements;
  private final ByteSink text = new ByteSink(64);

  JsonArrays(ArrayType type) {
    this.elements = JsonColumn.of(type.element());
  }

  @Override
  void within(ArrayColumn outer) {
    elements.begin(outer.elements());
  }

  @Override
  boolean isShort() {
    return false;
  }

  @Override
  int most(ArrayColumn values, int row) {
    text.clear();
    text.write('[');
    int start = values.start(row);
    for (int i = start; i < start + values.length(row); i++) {
      if (i > start) {
        text.write(',');
      }
      byte[] target = text.reserve(elements.most(i));
      text.advance(elements.write(i, target, text.size()));
    }
    text.write(']');
    return text.size();
  }

  @Override
  int write(ArrayColumn values, int row, byte[] target, int at) {
    return text.copyTo(target, at);
  }
}
