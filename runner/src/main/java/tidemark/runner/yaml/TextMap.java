package tidemark.runner.yaml;

import tidemark.operators.diagnostics.Span;
import tidemark.operators.diagnostics.TextPlace;

/**
 * Where the characters of a scalar's value stand in the file. Offsets are those of the value's
 * {@link String}; a substituted text stands where its {@code ${…}} stands.
 */
public final class TextMap implements TextPlace {
  private final SourceText source;
  private final int[] starts;
  private final int[] ends;

  /**
   * @param starts for each char of the value, the offset in the source of what it was written as;
   *     one more for the end of the value
   * @param ends for each char of the value, the offset in the source behind what it was written as
   */
  TextMap(SourceText source, int[] starts, int[] ends) {
    this.source = source;
    this.starts = starts;
    this.ends = ends;
  }

  /** How many chars the value has. */
  public int length() {
    return ends.length;
  }

  /**
   * The place of the chars from one offset up to another; offsets outside the value are moved into
   * it. An empty range marks one character.
   */
  @Override
  public Span span(int from, int to) {
    int first = Math.max(0, Math.min(from, ends.length));
    int last = Math.max(first, Math.min(to, ends.length));
    int start = starts[first];
    return source.span(start, last == first ? start + 1 : Math.max(start + 1, ends[last - 1]));
  }

  SourceText source() {
    return source;
  }

  int start(int offset) {
    return starts[offset];
  }

  int end(int offset) {
    return ends[offset];
  }

  /** The map of the chars from one offset up to another. */
  public TextMap slice(int from, int to) {
    int[] begin = java.util.Arrays.copyOfRange(starts, from, to + 1);
    if (to > from) {
      begin[to - from] = ends[to - 1];
    }
    return new TextMap(source, begin, java.util.Arrays.copyOfRange(ends, from, to));
  }
}
