package tidemark.operators.format;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The fields of one csv record as places in the buffer. A record ends at a line feed, a carriage
 * return, or both; inside a quoted field only if records have one line, and then the quote is not
 * closed. A quote inside an unquoted field is a character like others. Used by one thread.
 */
final class CsvFields {
  /** What {@link #scan} answers if the record's end is not in the buffer. */
  static final int INCOMPLETE = -1;

  private final byte delimiter;
  private final byte quote;
  private final byte escape;
  private final boolean multiline;
  private final boolean trimLeading;
  private final boolean trimTrailing;
  private final long delimiters;
  private final long quotes;
  private final boolean trims;
  private boolean flagged;

  int[] starts = new int[32];
  int[] ends = new int[32];

  /** Whether the field was quoted; its place is inside the quotes. */
  boolean[] quoted = new boolean[32];

  /** Whether escapes must be removed from the field. */
  boolean[] escaped = new boolean[32];

  /** Whether the field's text breaks the rules, so that it has no value. */
  boolean[] broken = new boolean[32];

  int count;

  /** The record's end, without its line end. */
  int recordEnd;

  /** Line ends inside the record's fields. */
  int innerLines;

  /** What breaks the rules of csv, if anything. */
  @Nullable String problem;

  /** Has a high bit if some byte of the record may have one. */
  long highs;

  private byte[] b = new byte[0];
  private int to;
  private boolean ended;

  CsvFields(CsvOptions options) {
    this.delimiter = (byte) options.delimiter();
    this.quote = (byte) options.quote();
    this.escape = (byte) options.escape();
    this.multiline = options.multiline();
    this.trimLeading = options.trimLeading();
    this.trimTrailing = options.trimTrailing();
    this.delimiters = Words.repeat(delimiter);
    this.quotes = Words.repeat(quote);
    this.trims = trimLeading || trimTrailing;
  }

  /**
   * Reads the record at {@code from}.
   *
   * @return the offset behind its line end, or {@link #INCOMPLETE}
   */
  int scan(byte[] buffer, int from, int newTo, boolean endOfInput) {
    b = buffer;
    to = newTo;
    ended = endOfInput;
    count = 0;
    innerLines = 0;
    problem = null;
    highs = 0;
    int end = trims ? INCOMPLETE : scanUnquoted(from);
    return end == INCOMPLETE ? scanAny(from) : end;
  }

  /**
   * Reads a record that has no quote and ends before the last bytes of the input, eight bytes at a
   * time; {@link #INCOMPLETE} for others.
   */
  private int scanUnquoted(int from) {
    if (flagged) {
      clearFlags();
    }
    int field = 0;
    int start = from;
    int lastWord = Math.min(b.length - 8, to - 9);
    for (int at = from; at <= lastWord; at += 8) {
      long word = Words.read(b, at);
      highs |= word;
      long found =
          Words.exactZeros(word ^ delimiters)
              | Words.exactZeros(word ^ 0x0A0A0A0A0A0A0A0AL)
              | Words.exactZeros(word ^ 0x0D0D0D0D0D0D0D0DL)
              | Words.exactZeros(word ^ quotes);
      for (; found != 0; found &= found - 1) {
        int end = at + Words.first(found);
        if (field == starts.length) {
          grow();
        }
        starts[field] = start;
        ends[field++] = end;
        start = end + 1;
        byte c = b[end];
        if (c != delimiter) {
          if (c == quote) {
            return INCOMPLETE;
          }
          count = field;
          recordEnd = end;
          return c == '\r' && b[start] == '\n' ? end + 2 : start;
        }
      }
    }
    return INCOMPLETE;
  }

  private void clearFlags() {
    Arrays.fill(quoted, false);
    Arrays.fill(escaped, false);
    Arrays.fill(broken, false);
    flagged = false;
  }

  private int scanAny(int from) {
    flagged = true;
    int at = from;
    while (true) {
      if (count == starts.length) {
        grow();
      }
      int start = trimLeading ? skipBlanks(at) : at;
      quoted[count] = start < to && b[start] == quote;
      escaped[count] = false;
      broken[count] = false;
      int end = quoted[count] ? scanQuoted(start + 1) : scanPlain(start, start);
      if (end == INCOMPLETE) {
        return INCOMPLETE;
      }
      count++;
      if (end < to && b[end] == delimiter) {
        at = end + 1;
        continue;
      }
      recordEnd = end;
      return behindLineEnd(end);
    }
  }

  /** The offset behind the line end at {@code end}, which may be the end of the input. */
  private int behindLineEnd(int end) {
    if (end == to) {
      return ended ? to : INCOMPLETE;
    }
    if (b[end] == '\n') {
      return end + 1;
    }
    if (end + 1 < to) {
      return b[end + 1] == '\n' ? end + 2 : end + 1;
    }
    return ended ? to : INCOMPLETE; // a line feed may follow the carriage return
  }

  private int skipBlanks(int from) {
    int at = from;
    while (at < to && (b[at] == ' ' || b[at] == '\t') && b[at] != delimiter) {
      at++;
    }
    return at;
  }

  /** Sets the field's place; the offset of what ends it: delimiter, line end, end of input. */
  private int scanPlain(int start, int from) {
    int end = stop(from);
    if (end == to && !ended) {
      return INCOMPLETE;
    }
    int last = end;
    while (trimTrailing && last > start && (b[last - 1] == ' ' || b[last - 1] == '\t')) {
      last--;
    }
    starts[count] = start;
    ends[count] = last;
    return end;
  }

  /** The first delimiter or line end, or {@link #to}. */
  private int stop(int from) {
    int at = from;
    int lastWord = b.length - 8;
    while (at <= lastWord && at < to) {
      long word = Words.read(b, at);
      highs |= word;
      long found =
          Words.zeros(word ^ delimiters)
              | Words.zeros(word ^ 0x0A0A0A0A0A0A0A0AL)
              | Words.zeros(word ^ 0x0D0D0D0D0D0D0D0DL);
      if (found != 0) {
        return Math.min(to, at + Words.first(found));
      }
      at += 8;
    }
    while (at < to && b[at] != delimiter && b[at] != '\n' && b[at] != '\r') {
      highs |= b[at];
      at++;
    }
    return Math.min(at, to);
  }

  private int scanQuoted(int start) {
    int at = start;
    int line = 0;
    while (at < to) {
      byte c = b[at];
      highs |= c;
      boolean escapes = c == escape && at + 1 < to && isEscapable(b[at + 1]);
      if (escapes) {
        escaped[count] = true;
        at += 2;
      } else if (c == quote) {
        if (at + 1 == to && !ended) {
          return INCOMPLETE; // the next byte may double it
        }
        innerLines += line;
        return closeQuoted(start, at);
      } else if (c == escape && at + 1 == to && !ended) {
        return INCOMPLETE;
      } else if (c == '\n' || c == '\r') {
        if (!multiline) {
          return unclosed(start, at);
        }
        line += c == '\n' ? 1 : 0;
        at++;
      } else {
        at++;
      }
    }
    return ended ? unclosed(start, Lines.withoutReturn(b, start, to)) : INCOMPLETE;
  }

  private boolean isEscapable(byte next) {
    return next == quote || (escape != quote && next == escape);
  }

  private int unclosed(int start, int end) {
    problem = "the quote of field " + (count + 1) + " is not closed";
    starts[count] = start;
    ends[count] = end;
    return end;
  }

  private int closeQuoted(int start, int end) {
    starts[count] = start;
    ends[count] = end;
    int next = trimTrailing ? skipBlanks(end + 1) : end + 1;
    if (next < to && b[next] != delimiter && b[next] != '\n' && b[next] != '\r') {
      problem = "text after the closing quote of field " + (count + 1);
      broken[count] = true;
      next = stop(next);
      if (next == to && !ended) {
        return INCOMPLETE;
      }
    }
    return next == to && !ended ? INCOMPLETE : next;
  }

  private void grow() {
    int capacity = starts.length * 2;
    starts = Arrays.copyOf(starts, capacity);
    ends = Arrays.copyOf(ends, capacity);
    quoted = Arrays.copyOf(quoted, capacity);
    escaped = Arrays.copyOf(escaped, capacity);
    broken = Arrays.copyOf(broken, capacity);
  }

  /** The field's bytes without escapes. */
  byte[] unescaped(int field) {
    byte[] text = new byte[ends[field] - starts[field]];
    int length = 0;
    for (int at = starts[field]; at < ends[field]; at++) {
      if (b[at] == escape && at + 1 < ends[field] && isEscapable(b[at + 1])) {
        at++;
      }
      text[length++] = b[at];
    }
    return Arrays.copyOf(text, length);
  }
}
