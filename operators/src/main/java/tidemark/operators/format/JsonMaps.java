package tidemark.operators.format;

import tidemark.operators.batch.MapColumn;
import tidemark.operators.types.MapType;

/**
 * Maps as objects; a name is the key's JSON, as a string if it is none. They are written to an
 * array of their own first, which grows with the entries.
 */
final class JsonMaps extends JsonColumn<MapColumn> {
  private final JsonColumn<?> keys;
  private final JsonColumn<?> values;
  private final ByteSink text = new ByteSink(64);
  private final ByteSink name = new ByteSink(64);

  JsonMaps(MapType type) {
    this.keys = JsonColumn.of(type.key());
    this.values = JsonColumn.of(type.value());
  }

  @Override
  void within(MapColumn outer) {
    keys.begin(outer.keys());
    values.begin(outer.values());
  }

  @Override
  boolean isShort() {
    return false;
  }

  @Override
  int most(MapColumn maps, int row) {
    text.clear();
    text.write('{');
    int start = maps.start(row);
    for (int i = start; i < start + maps.length(row); i++) {
      if (i > start) {
        text.write(',');
      }
      name(i);
      text.write(':');
      byte[] target = text.reserve(values.most(i));
      text.advance(values.write(i, target, text.size()));
    }
    text.write('}');
    return text.size();
  }

  private void name(int element) {
    name.clear();
    byte[] target = name.reserve(keys.most(element));
    name.advance(keys.write(element, target, 0));
    if (name.bytes()[0] == '"') {
      text.write(name.bytes(), 0, name.size());
    } else {
      JsonTexts.write(name.bytes(), 0, name.size(), text);
    }
  }

  @Override
  int write(MapColumn maps, int row, byte[] target, int at) {
    return text.copyTo(target, at);
  }
}
