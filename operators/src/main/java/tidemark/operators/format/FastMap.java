package tidemark.operators.format;

import tidemark.operators.batch.BytesBuilder;
import tidemark.operators.batch.MapBuilder;

/** Objects as maps whose keys are strings. */
final class FastMap extends FastNested implements FastParts.Part {
  private final MapBuilder builder;
  private final FastNested values;
  private final FastParts parts;

  FastMap(MapBuilder builder, FastNested values, FastParts parts) {
    this.builder = builder;
    this.values = values;
    this.parts = parts;
  }

  @Override
  int append(byte[] b, int at) {
    if (b[at] != '{') {
      return appendNull(b, at, builder);
    }
    int first = builder.keys().size();
    int end = parts.object(b, at, this);
    if (end < 0) {
      builder.keys().truncate(first);
      builder.values().truncate(first);
      return FastJson.UNSURE;
    }
    builder.closeRow(first);
    return end;
  }

  @Override
  public int read(byte[] b, int nameStart, int nameEnd, int at) {
    ((BytesBuilder) builder.keys()).append(b, nameStart, nameEnd - nameStart);
    return values.append(b, at);
  }
}
