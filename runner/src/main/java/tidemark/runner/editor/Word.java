package tidemark.runner.editor;

import java.util.Optional;
import tidemark.runner.yaml.SourceText;

/**
 * The word at a place of a line.
 *
 * @param text letters, digits, {@code _}, and {@code .} between them
 * @param column from 1, in code points
 * @param end behind it
 * @param behind what follows on the line
 */
record Word(String text, int column, int end, String behind) {
  static Optional<Word> at(SourceText text, int line, int column) {
    int[] points = text.line(line).codePoints().toArray();
    int from = Math.min(column - 1, points.length);
    int to = from;
    while (from > 0 && isPart(points[from - 1])) {
      from--;
    }
    while (to < points.length && isPart(points[to])) {
      to++;
    }
    if (from == to) {
      return Optional.empty();
    }
    String behind = new String(points, to, points.length - to);
    return Optional.of(new Word(new String(points, from, to - from), from + 1, to + 1, behind));
  }

  private static boolean isPart(int point) {
    return Character.isLetterOrDigit(point) || point == '_' || point == '.';
  }

  /** Whether a colon makes it a key. */
  boolean isKey() {
    return behind.startsWith(":");
  }

  /** Whether it is called like a function. */
  boolean isCall() {
    return behind.stripLeading().startsWith("(");
  }
}
