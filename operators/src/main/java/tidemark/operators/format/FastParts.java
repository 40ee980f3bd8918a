package tidemark.operators.format;

/** Goes through the members of objects and the elements of arrays, at any depth up to a limit. */
final class FastParts {
  private static final int UNSURE = FastJson.UNSURE;
  private static final int MAX_DEPTH = 64;

  private final FastText text;
  private final FastNames names = new FastNames();
  private int depth;

  FastParts(FastText text) {
    this.text = text;
  }

  /** Takes the values. */
  interface Part {
    /**
     * Reads a value.
     *
     * @param nameStart where its name begins, without quotes; 0, as the end, of an element
     * @param at where it begins, at least {@link FastJson#MARGIN} before the array's end
     * @return behind it, or UNSURE
     */
    int read(byte[] b, int nameStart, int nameEnd, int at);
  }

  /** Behind the object whose brace stands at {@code at}, or UNSURE. */
  int object(byte[] b, int at, Part part) {
    if (depth == MAX_DEPTH) {
      return UNSURE;
    }
    depth++;
    int before = names.count();
    int end = members(b, at + 1, part, before);
    names.forgetFrom(before);
    depth--;
    return end;
  }

  private int members(byte[] b, int from, Part part, int firstName) {
    int limit = b.length - FastJson.MARGIN;
    int at = spacesEnd(b, from, limit);
    if (b[at] == '}') {
      return at + 1;
    }
    while (at < limit && b[at] == '"') {
      int nameEnd = text.end(b, at + 1);
      if (nameEnd < 0
          || nameEnd >= limit
          || b[nameEnd] != '"'
          || !names.add(b, at + 1, nameEnd, firstName)) {
        return UNSURE;
      }
      int colon = spacesEnd(b, nameEnd + 1, limit);
      if (b[colon] != ':') {
        return UNSURE;
      }
      int value = spacesEnd(b, colon + 1, limit);
      if (value >= limit) {
        return UNSURE;
      }
      at = part.read(b, at + 1, nameEnd, value);
      if (at < 0 || at >= limit) {
        return UNSURE;
      }
      at = spacesEnd(b, at, limit);
      if (b[at] == '}') {
        return at + 1;
      }
      if (b[at] != ',') {
        return UNSURE;
      }
      at = spacesEnd(b, at + 1, limit);
    }
    return UNSURE;
  }

  /** Behind the array whose bracket stands at {@code at}, or UNSURE. */
  int array(byte[] b, int at, Part part) {
    if (depth == MAX_DEPTH) {
      return UNSURE;
    }
    depth++;
    int end = elements(b, at + 1, part);
    depth--;
    return end;
  }

  private static int elements(byte[] b, int from, Part part) {
    int limit = b.length - FastJson.MARGIN;
    int at = spacesEnd(b, from, limit);
    if (b[at] == ']') {
      return at + 1;
    }
    while (at < limit) {
      at = part.read(b, 0, 0, at);
      if (at < 0 || at >= limit) {
        return UNSURE;
      }
      at = spacesEnd(b, at, limit);
      if (b[at] == ']') {
        return at + 1;
      }
      if (b[at] != ',') {
        return UNSURE;
      }
      at = spacesEnd(b, at + 1, limit);
    }
    return UNSURE;
  }

  private static int spacesEnd(byte[] b, int from, int limit) {
    int at = from;
    while (at < limit && (b[at] == ' ' || b[at] == '\t')) {
      at++;
    }
    return at;
  }
}
