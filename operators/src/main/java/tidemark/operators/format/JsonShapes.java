package tidemark.operators.format;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The shapes of the records met so far. Learns from records that were accepted; one with names that
 * the fast scanner does not read is learnt up to there.
 */
final class JsonShapes {
  private static final int MAX_SHAPES = 4096;
  private static final int MAX_WAYS = 8;
  private static final int NONE = -1;

  private final FastColumns columns;
  private final JsonShape root = JsonShape.root();
  private int count;

  JsonShapes(FastColumns columns) {
    this.columns = columns;
  }

  /** Before any record. */
  JsonShape root() {
    return root;
  }

  /** Learns the record {@code b[from, to)}, which is one JSON object without repeated names. */
  void learn(byte[] b, int from, int to) {
    JsonShape place = root;
    int at = from;
    while (count < MAX_SHAPES) {
      int nameStart = nameStart(b, at, to);
      int nameEnd = nameStart == NONE ? NONE : nameEnd(b, nameStart, to);
      int value = nameEnd == NONE ? NONE : valueStart(b, nameEnd + 1, to);
      if (value == NONE || value - at > JsonShape.MAX_LABEL) {
        return;
      }
      byte[] label = Arrays.copyOfRange(b, at, value);
      JsonShape known = find(place, label);
      if (known == null) {
        if (place.next.length == MAX_WAYS) {
          return;
        }
        known = shape(label, columns.find(b, nameStart, nameEnd));
        place.add(known);
        count++;
      }
      place = known;
      at = valueEnd(b, value, to);
      if (at == NONE) {
        return;
      }
    }
  }

  private static @Nullable JsonShape find(JsonShape place, byte[] label) {
    byte[] padded = Arrays.copyOf(label, label.length + JsonShape.MAX_LABEL);
    for (JsonShape each : place.next) {
      if (each.length == label.length && each.matches(padded, 0)) {
        return each;
      }
    }
    return null;
  }

  private static JsonShape shape(byte[] label, @Nullable JsonShape column) {
    return column == null
        ? new JsonShape(label, new Slot(null, null), 0, null)
        : new JsonShape(label, column.slot, column.bit, column.nested);
  }

  /** Behind the quote that opens the next name. */
  private static int nameStart(byte[] b, int from, int to) {
    int at = skipSpaces(b, from, to);
    if (at == to || (b[at] != '{' && b[at] != ',')) {
      return NONE;
    }
    at = skipSpaces(b, at + 1, to);
    return at < to && b[at] == '"' ? at + 1 : NONE;
  }

  /** The quote that closes a name of plain ASCII. */
  private static int nameEnd(byte[] b, int from, int to) {
    for (int at = from; at < to; at++) {
      if (b[at] == '"') {
        return at;
      }
      if (b[at] == '\\' || b[at] < ' ') {
        return NONE;
      }
    }
    return NONE;
  }

  private static int valueStart(byte[] b, int from, int to) {
    int colon = skipSpaces(b, from, to);
    return colon == to ? NONE : skipSpaces(b, colon + 1, to);
  }

  private static int valueEnd(byte[] b, int from, int to) {
    if (from == to) {
      return NONE;
    }
    if (b[from] == '{' || b[from] == '[') {
      return partsEnd(b, from);
    }
    if (b[from] == '"') {
      return stringEnd(b, from);
    }
    int at = from + 1;
    while (at < to && b[at] > ' ' && b[at] != ',' && b[at] != '}') {
      at++;
    }
    return at;
  }

  private static int stringEnd(byte[] b, int from) {
    int at = from + 1;
    while (b[at] != '"') {
      at += b[at] == '\\' ? 2 : 1;
    }
    return at + 1;
  }

  /** Behind an object or array. */
  private static int partsEnd(byte[] b, int from) {
    int at = from;
    int open = 0;
    do {
      byte c = b[at];
      open += c == '{' || c == '[' ? 1 : c == '}' || c == ']' ? -1 : 0;
      at = c == '"' ? stringEnd(b, at) : at + 1;
    } while (open > 0);
    return at;
  }

  private static int skipSpaces(byte[] b, int from, int to) {
    int at = from;
    while (at < to && (b[at] == ' ' || b[at] == '\t' || b[at] == '\r')) {
      at++;
    }
    return at;
  }
}
