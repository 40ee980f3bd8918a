package tidemark.operators.diagnostics;

/**
 * A place in a file.
 *
 * @param file the path as the user wrote it, or a name such as {@code <inline>}
 * @param line from 1; 0 = no place, the whole file is meant
 * @param column from 1, in code points; 0 with line 0
 * @param length code points on that line, at least 1 where a line is given
 */
public record Span(String file, int line, int column, int length) {
  /** A whole file, where no line can be named. */
  public static Span ofFile(String file) {
    return new Span(file, 0, 0, 0);
  }

  /** The place {@code offset} code points further on the same line. */
  public Span shifted(int offset, int newLength) {
    return new Span(file, line, column + offset, Math.max(1, newLength));
  }

  @Override
  public String toString() {
    return line == 0 ? file : file + ":" + line + ":" + column;
  }
}
