package tidemark.operators.format;

import tidemark.operators.batch.ArrayBuilder;

/** Arrays. */
final class FastArray extends FastNested implements FastParts.Part {
  private final ArrayBuilder builder;
  private final FastNested elements;
  private final FastParts parts;

  FastArray(ArrayBuilder builder, FastNested elements, FastParts parts) {
    this.builder = builder;
    this.elements = elements;
    this.parts = parts;
  }

  @Override
  int append(byte[] b, int at) {
    if (b[at] != '[') {
      return appendNull(b, at, builder);
    }
    int first = builder.elements().size();
    int end = parts.array(b, at, this);
    if (end < 0) {
      builder.elements().truncate(first);
      return FastJson.UNSURE;
    }
    builder.closeRow(first);
    return end;
  }

  @Override
  public int read(byte[] b, int nameStart, int nameEnd, int at) {
    return elements.append(b, at);
  }
}
