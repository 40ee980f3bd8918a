package tidemark.runner.yaml;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import tidemark.operators.diagnostics.Span;

/**
 * The text of a file, addressed by code points. A line ends at {@code \n}, {@code \r\n} or a lone
 * {@code \r}; a byte order mark is not part of it.
 */
public final class SourceText {
  private final String file;
  private final int[] points;
  private final int[] lineStarts;

  /**
   * @param file the path as the user wrote it
   */
  public SourceText(String file, String text) {
    this.file = file;
    this.points = text.codePoints().toArray();
    this.lineStarts = lineStarts(points);
  }

  private static int[] lineStarts(int[] points) {
    int[] starts = new int[16];
    int lines = 1;
    for (int i = 0; i < points.length; i++) {
      boolean ends =
          points[i] == '\n'
              || (points[i] == '\r' && (i + 1 == points.length || points[i + 1] != '\n'));
      if (ends) {
        if (lines == starts.length) {
          starts = Arrays.copyOf(starts, lines * 2);
        }
        starts[lines++] = i + 1;
      }
    }
    return Arrays.copyOf(starts, lines);
  }

  /** The path as the user wrote it. */
  public String file() {
    return file;
  }

  /** Length in code points. */
  public int length() {
    return points.length;
  }

  /** The code point at an offset, or -1 outside the text. */
  public int at(int offset) {
    return offset < 0 || offset >= points.length ? -1 : points[offset];
  }

  /** How many lines there are, at least 1. */
  public int lineCount() {
    return lineStarts.length;
  }

  /** The line of an offset, from 1. */
  public int lineOf(int offset) {
    int found = Arrays.binarySearch(lineStarts, offset);
    return found >= 0 ? found + 1 : -found - 1;
  }

  /** The offset of a line's first code point; lines count from 1. */
  public int startOf(int line) {
    return lineStarts[line - 1];
  }

  /** The offset behind a line's last code point, without its line break; lines count from 1. */
  public int endOf(int line) {
    int end = line == lineStarts.length ? points.length : lineStarts[line];
    while (end > startOf(line) && (points[end - 1] == '\n' || points[end - 1] == '\r')) {
      end--;
    }
    return end;
  }

  /** A line without its line break; empty outside the text. */
  public String line(int line) {
    if (line < 1 || line > lineStarts.length) {
      return "";
    }
    return slice(startOf(line), endOf(line));
  }

  /** All lines, without their line breaks. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>(lineStarts.length);
    for (int line = 1; line <= lineStarts.length; line++) {
      lines.add(line(line));
    }
    return lines;
  }

  /** The text between two offsets. */
  public String slice(int from, int to) {
    return new String(points, from, to - from);
  }

  /**
   * The place of the code points from one offset up to another; cut at the end of the first line.
   */
  public Span span(int from, int to) {
    int start = Math.max(0, Math.min(from, points.length));
    int line = lineOf(start);
    int end = Math.min(to, endOf(line));
    return new Span(file, line, start - startOf(line) + 1, Math.max(1, end - start));
  }
}
