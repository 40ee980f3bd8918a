package tidemark.operators.diagnostics;

/**
 * Where the characters of a text stand in a file: what a parser of the text reports places with.
 */
@FunctionalInterface
public interface TextPlace {
  /**
   * The place of the chars from one offset of the text up to another; offsets outside the text are
   * moved into it.
   */
  Span span(int from, int to);

  /** A text that stands on one line, from a span's first character on. */
  static TextPlace at(Span start) {
    return (from, to) -> start.shifted(from, to - from);
  }
}
