package tidemark.runner.lsp;

import org.eclipse.lsp4j.Position;
import org.eclipse.lsp4j.Range;
import tidemark.operators.diagnostics.Span;
import tidemark.runner.yaml.SourceText;

/** Places of the protocol (from 0, in UTF-16 units) and ours (from 1, in code points). */
final class Positions {
  private Positions() {}

  /** Our column of a position. */
  static int column(SourceText text, Position position) {
    String line = text.line(position.getLine() + 1);
    int units = Math.min(position.getCharacter(), line.length());
    return line.codePointCount(0, units) + 1;
  }

  /** The range of a place; the first line stands for a whole file. */
  static Range range(SourceText text, Span span) {
    if (span.line() == 0) {
      return new Range(new Position(0, 0), new Position(0, text.line(1).length()));
    }
    return new Range(
        position(text, span.line(), span.column()),
        position(text, span.line(), span.column() + span.length()));
  }

  private static Position position(SourceText text, int line, int column) {
    String content = text.line(line);
    int points = Math.min(column - 1, content.codePointCount(0, content.length()));
    return new Position(line - 1, content.offsetByCodePoints(0, Math.max(0, points)));
  }

  /** The whole text. */
  static Range whole(SourceText text) {
    int last = text.lineCount();
    return new Range(new Position(0, 0), new Position(last - 1, text.line(last).length()));
  }
}
