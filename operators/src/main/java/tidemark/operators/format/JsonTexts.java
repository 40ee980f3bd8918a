package tidemark.operators.format;

/**
 * JSON strings from UTF-8: clean stretches are copied, the rest is escaped. What is not well-formed
 * becomes U+FFFD, as JSON is UTF-8.
 */
final class JsonTexts {
  private static final byte[] HEX = {
    '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'
  };

  private JsonTexts() {}

  /** Writes the string with its quotes. */
  static void write(byte[] source, int offset, int length, ByteSink out) {
    out.advance(write(source, offset, length, out.reserve(most(length)), out.size()));
  }

  /** Room that a string of so many bytes may need. */
  static int most(int length) {
    return length * 6 + 10;
  }

  /** Writes the string with its quotes into an array with room; the offset behind it. */
  static int write(byte[] source, int offset, int length, byte[] target, int begin) {
    int at = begin;
    target[at++] = '"';
    int end = offset + length;
    int from = offset;
    long seen = 0;
    for (; from + 8 <= source.length && from < end; ) {
      long word = Words.read(source, from);
      Words.write(target, at, word);
      seen |= word;
      long stops = Words.stringStops(word);
      int clean = Math.min(end - from, stops == 0 ? 8 : Words.first(stops));
      from += clean;
      at += clean;
      if (stops != 0 && from < end) {
        at = escape(source[from++], target, at);
      }
    }
    for (; from < end; from++) {
      byte b = source[from];
      seen |= b;
      if (b == '"' || b == '\\' || (b >= 0 && b < ' ')) {
        at = escape(b, target, at);
      } else {
        target[at++] = b;
      }
    }
    if ((seen & Words.HIGHS) != 0 && Utf8.firstInvalid(source, offset, end) >= 0) {
      byte[] valid = Utf8.valid(source, offset, length);
      return write(valid, 0, valid.length, target, begin);
    }
    target[at++] = '"';
    return at;
  }

  private static int escape(byte b, byte[] target, int at) {
    target[at] = '\\';
    byte letter =
        switch (b) {
          case '"' -> '"';
          case '\\' -> '\\';
          case '\n' -> 'n';
          case '\r' -> 'r';
          case '\t' -> 't';
          case '\b' -> 'b';
          case '\f' -> 'f';
          default -> 'u';
        };
    target[at + 1] = letter;
    if (letter != 'u') {
      return at + 2;
    }
    target[at + 2] = '0';
    target[at + 3] = '0';
    target[at + 4] = HEX[b >> 4];
    target[at + 5] = HEX[b & 0xF];
    return at + 6;
  }
}
