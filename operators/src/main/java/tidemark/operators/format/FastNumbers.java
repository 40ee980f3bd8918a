package tidemark.operators.format;

/** Where numbers of JSON end. They need {@link FastJson#MARGIN} bytes behind their first. */
final class FastNumbers {
  private static final int UNSURE = FastJson.UNSURE;

  private FastNumbers() {}

  /**
   * Behind a number without exponent, or UNSURE; of very many digits behind some of them, where
   * nothing goes on.
   */
  static int end(byte[] b, int from) {
    int first = b[from] == '-' ? from + 1 : from;
    int at = digitsEnd(b, first);
    if (at == first || (b[first] == '0' && at > first + 1)) {
      return UNSURE;
    }
    if (b[at] != '.') {
      return at;
    }
    int end = digitsEnd(b, at + 1);
    return end == at + 1 ? UNSURE : end;
  }

  /** Behind the digits, at most 39 of them. */
  private static int digitsEnd(byte[] b, int from) {
    int at = from;
    int digits;
    do {
      digits = ByteNumbers.leadingDigits(Words.read(b, at));
      at += digits;
    } while (digits == 8 && at - from < 32);
    return at;
  }

  /** Behind a number that ends there, with its closing quote if it began with one. */
  static int behind(byte[] b, int from, int numberEnd) {
    if (b[from] != '"') {
      return numberEnd;
    }
    return b[numberEnd] == '"' ? numberEnd + 1 : UNSURE;
  }

  /** Behind the exponent at a number's end, if there is one; UNSURE if that is none. */
  static int exponentEnd(byte[] b, int numberEnd) {
    if (numberEnd < 0 || (b[numberEnd] | 0x20) != 'e') {
      return numberEnd;
    }
    int sign = b[numberEnd + 1];
    int from = sign == '-' || sign == '+' ? numberEnd + 2 : numberEnd + 1;
    int digits = ByteNumbers.leadingDigits(Words.read(b, from));
    return digits == 0 || digits == 8 ? UNSURE : from + digits;
  }
}
