package tidemark.operators.format;

/** The words of JSON, each by its first four bytes or, for {@code false}, by the last of five. */
final class FastLiterals {
  private static final int NULL = 0x6C6C756E;
  private static final int TRUE = 0x65757274;
  private static final int ALSE = 0x65736C61;

  private FastLiterals() {}

  static boolean isNull(byte[] b, int at) {
    return (int) Words.read(b, at) == NULL;
  }

  static boolean isTrue(byte[] b, int at) {
    return (int) Words.read(b, at) == TRUE;
  }

  static boolean isFalse(byte[] b, int at) {
    return b[at] == 'f' && (int) Words.read(b, at + 1) == ALSE;
  }
}
