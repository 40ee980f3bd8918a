package tidemark.operators.format;

import java.util.Arrays;

/**
 * Scans JSON strings eight bytes at a time, and takes the escapes out of those that have some. What
 * is no string, or one that no UTF-8 can hold, is {@link FastJson#UNSURE}.
 */
final class FastText {
  private static final int UNSURE = FastJson.UNSURE;

  /** The longest escape behind its backslash: that of a pair of surrogates. */
  private static final int MAX_ESCAPE = 11;

  /** The longest character in UTF-8. */
  private static final int MAX_CHARACTER = 4;

  /** Has a high bit if some byte of the strings scanned has one. */
  long highs;

  /** What {@link #unescape} has read, {@link #length} bytes. */
  byte[] text = new byte[256];

  int length;

  /** The first byte that ends or interrupts a string, or UNSURE near the array's end. */
  int end(byte[] b, int from) {
    int lastWord = b.length - 8;
    long seen = 0;
    for (int at = from; at <= lastWord; at += 8) {
      long word = Words.read(b, at);
      seen |= word;
      long stops = Words.stringStops(word);
      if (stops != 0) {
        highs |= seen;
        return at + Words.first(stops);
      }
    }
    return UNSURE;
  }

  /** Behind a string that is not needed; its escapes must be valid. */
  int skip(byte[] b, int from) {
    int at = end(b, from);
    while (at >= 0 && b[at] == '\\') {
      int behind = escapeEnd(b, at + 1);
      at = behind < 0 ? UNSURE : end(b, behind);
    }
    return at >= 0 && b[at] == '"' ? at + 1 : UNSURE;
  }

  private static int escapeEnd(byte[] b, int at) {
    if (at + MAX_ESCAPE > b.length) {
      return UNSURE;
    }
    return switch (b[at]) {
      case '"', '\\', '/', 'b', 'f', 'n', 'r', 't' -> at + 1;
      case 'u' -> unit(b, at + 1) >= 0 ? at + 5 : UNSURE;
      default -> UNSURE;
    };
  }

  /**
   * Reads a string that has escapes.
   *
   * @param from behind its opening quote
   * @param escape its first backslash
   * @return its closing quote
   */
  int unescape(byte[] b, int from, int escape) {
    length = 0;
    int at = from;
    int stop = escape;
    while (stop >= 0 && b[stop] == '\\') {
      append(b, at, stop);
      at = character(b, stop + 1);
      if (at < 0) {
        return UNSURE;
      }
      stop = end(b, at);
    }
    if (stop < 0 || b[stop] != '"') {
      return UNSURE;
    }
    append(b, at, stop);
    return stop;
  }

  private void append(byte[] b, int from, int to) {
    room(to - from + MAX_CHARACTER);
    System.arraycopy(b, from, text, length, to - from);
    length += to - from;
  }

  private void room(int more) {
    if (text.length - length < more) {
      text = Arrays.copyOf(text, Math.max(length + more, text.length * 2));
    }
  }

  /** Appends what an escape stands for, for which there is room; behind it. */
  private int character(byte[] b, int at) {
    if (at + MAX_ESCAPE > b.length) {
      return UNSURE;
    }
    int plain =
        switch (b[at]) {
          case '"', '\\', '/' -> b[at];
          case 'b' -> '\b';
          case 'f' -> '\f';
          case 'n' -> '\n';
          case 'r' -> '\r';
          case 't' -> '\t';
          default -> -1;
        };
    if (plain >= 0) {
      text[length++] = (byte) plain;
      return at + 1;
    }
    int unit = b[at] == 'u' ? unit(b, at + 1) : -1;
    if (unit < 0) {
      return UNSURE;
    }
    if (unit < Character.MIN_SURROGATE || unit > Character.MAX_SURROGATE) {
      encode(unit);
      return at + 5;
    }
    int low = b[at + 5] == '\\' && b[at + 6] == 'u' ? unit(b, at + 7) : -1;
    if (unit > Character.MAX_HIGH_SURROGATE
        || low < Character.MIN_LOW_SURROGATE
        || low > Character.MAX_LOW_SURROGATE) {
      return UNSURE;
    }
    encode(Character.toCodePoint((char) unit, (char) low));
    return at + MAX_ESCAPE;
  }

  private void encode(int character) {
    if (character < 0x80) {
      text[length++] = (byte) character;
      return;
    }
    int more = character < 0x800 ? 1 : character < 0x10000 ? 2 : 3;
    text[length++] = (byte) (0xFF00 >> more + 1 | character >> 6 * more);
    for (int i = more - 1; i >= 0; i--) {
      text[length++] = (byte) (0x80 | character >> 6 * i & 0x3F);
    }
  }

  /** The number of four hexadecimal digits, or -1. */
  private static int unit(byte[] b, int at) {
    int unit = 0;
    for (int i = at; i < at + 4; i++) {
      int lower = b[i] | 0x20;
      int digit =
          b[i] >= '0' && b[i] <= '9'
              ? b[i] - '0'
              : lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
      if (digit < 0) {
        return -1;
      }
      unit = unit << 4 | digit;
    }
    return unit;
  }
}
