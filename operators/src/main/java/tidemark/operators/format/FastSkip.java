package tidemark.operators.format;

/** Passes over values that are not needed; they must be as {@link StrictJson} demands. */
final class FastSkip implements FastParts.Part {
  private final FastText text;

  /** Of the values below; nested readers share it. */
  final FastParts parts;

  FastSkip(FastText text) {
    this.text = text;
    this.parts = new FastParts(text);
  }

  /** Behind the value, or UNSURE. */
  int value(byte[] b, int at) {
    return switch (b[at]) {
      case '"' -> text.skip(b, at + 1);
      case '{' -> parts.object(b, at, this);
      case '[' -> parts.array(b, at, this);
      case 't' -> FastLiterals.isTrue(b, at) ? at + 4 : FastJson.UNSURE;
      case 'f' -> FastLiterals.isFalse(b, at) ? at + 5 : FastJson.UNSURE;
      case 'n' -> FastLiterals.isNull(b, at) ? at + 4 : FastJson.UNSURE;
      default -> FastNumbers.exponentEnd(b, FastNumbers.end(b, at));
    };
  }

  @Override
  public int read(byte[] b, int nameStart, int nameEnd, int at) {
    return value(b, at);
  }
}
