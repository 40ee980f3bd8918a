package tidemark.operators.builtin.filesource;

import java.io.IOException;
import java.nio.file.Path;
import tidemark.operators.format.CsvOptions;
import tidemark.operators.format.Format;
import tidemark.operators.format.FormatOptions;
import tidemark.operators.format.Formats;
import tidemark.operators.format.RecordBoundaries;

/**
 * The bytes of the whole records of a split: those that start in it.
 *
 * @param start offset of the first record; not before the end of the csv header
 * @param end offset behind the last record
 * @param headerEnd offset behind the csv header that must be decoded first; 0 if there is none
 * @param headerLines lines up to there
 */
record SplitBounds(long start, long end, long headerEnd, long headerLines) {
  private static final int WINDOW = 64 * 1024;

  /** The bounds of a split; offsets are those of the bytes as stored. */
  static SplitBounds of(FileSplit split, FormatOptions format) throws IOException {
    long size = split.file().size();
    if (split.isWholeFile()) {
      return new SplitBounds(0, size, 0, 0);
    }
    RecordBoundaries boundaries = Formats.boundaries(format);
    long start =
        split.from() == 0 ? 0 : nextStart(split.path(), split.from() - 1, size, boundaries);
    long end =
        split.to() >= size ? size : nextStart(split.path(), split.to() - 1, size, boundaries);
    boolean needsHeader =
        split.from() > 0 && format.format() == Format.CSV && format.csv().header();
    if (!needsHeader) {
      return new SplitBounds(start, Math.max(start, end), 0, 0);
    }
    Header header = Header.of(split.path(), size, format.csv());
    long afterHeader = Math.max(start, header.end);
    return new SplitBounds(afterHeader, Math.max(afterHeader, end), header.end, header.lines);
  }

  boolean isEmpty() {
    return start >= end;
  }

  private static long nextStart(Path path, long from, long size, RecordBoundaries boundaries)
      throws IOException {
    byte[] window = new byte[WINDOW];
    try (FileBytes bytes = new FileBytes(path, from, size)) {
      while (true) {
        long at = bytes.position();
        int count = bytes.read(window, 0, WINDOW);
        if (count < 0) {
          return size;
        }
        int start = boundaries.nextStart(window, 0, count);
        if (start >= 0) {
          return at + start;
        }
      }
    }
  }

  /** The first line of a file that is neither blank nor a comment, with all lines before it. */
  private static final class Header {
    private final CsvOptions csv;
    private long end;
    private long lines;
    private boolean isAtStart = true;
    private boolean isBlank = true;
    private boolean isComment;
    private boolean isFound;

    private Header(CsvOptions csv) {
      this.csv = csv;
    }

    static Header of(Path path, long size, CsvOptions csv) throws IOException {
      Header header = new Header(csv);
      byte[] window = new byte[WINDOW];
      try (FileBytes bytes = new FileBytes(path, 0, size)) {
        for (int count = bytes.read(window, 0, WINDOW);
            count >= 0 && !header.isFound;
            count = bytes.read(window, 0, WINDOW)) {
          header.scan(window, count);
        }
      }
      return header;
    }

    private void scan(byte[] window, int count) {
      for (int i = 0; i < count && !isFound; i++) {
        char c = (char) (window[i] & 0xFF);
        boolean isMark = end < 3 && "\u00EF\u00BB\u00BF".indexOf(c) == end;
        end++;
        if (c == '\n') {
          lines++;
          isFound = !isBlank && !isComment;
          isAtStart = true;
          isBlank = true;
          isComment = false;
        } else if (!isMark) {
          isComment |= isAtStart && csv.comment().isPresent() && csv.comment().get() == c;
          isBlank &= (c == ' ' || c == '\t' || c == '\r') && c != csv.delimiter();
          isAtStart = false;
        }
      }
    }
  }
}
