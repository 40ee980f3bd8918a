package tidemark.operators.format;

/** What lines of all formats have in common. */
final class Lines {
  private Lines() {}

  /** The length of the UTF-8 byte order mark at {@code from}: 3 or 0. */
  static int byteOrderMark(byte[] b, int from, int to) {
    boolean mark =
        to - from >= 3
            && b[from] == (byte) 0xEF
            && b[from + 1] == (byte) 0xBB
            && b[from + 2] == (byte) 0xBF;
    return mark ? 3 : 0;
  }

  /** The end of the line {@code b[from, to)} without a carriage return that ends it. */
  static int withoutReturn(byte[] b, int from, int to) {
    return to > from && b[to - 1] == '\r' ? to - 1 : to;
  }

  /** True if there is nothing but spaces, tabs and carriage returns. */
  static boolean isBlank(byte[] b, int from, int to) {
    for (int i = from; i < to; i++) {
      if (b[i] != ' ' && b[i] != '\t' && b[i] != '\r') {
        return false;
      }
    }
    return true;
  }
}
