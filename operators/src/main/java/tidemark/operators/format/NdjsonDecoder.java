package tidemark.operators.format;

import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import tidemark.operators.batch.Batch;

/** Reads a JSON object a line; blank lines are skipped, a byte order mark and CRLF accepted. */
final class NdjsonDecoder implements Decoder {
  private final RowCells rows;
  private final @Nullable FastJson fast;
  private final StrictJson strict;
  private final int maxRecordBytes;
  private boolean begun;
  private long line;

  NdjsonDecoder(RowCells rows, FormatOptions options) {
    this(rows, options, new FastJson(rows, options));
  }

  private NdjsonDecoder(RowCells rows, FormatOptions options, @Nullable FastJson fast) {
    this.rows = rows;
    this.fast = fast;
    this.strict = new StrictJson(rows, options);
    this.maxRecordBytes = options.maxRecordBytes();
  }

  /** A decoder without the fast scanner: the measure of the other. */
  static NdjsonDecoder strict(RowCells rows, FormatOptions options) {
    return new NdjsonDecoder(rows, options, null);
  }

  @Override
  public int decode(byte[] buffer, int from, int to, boolean endOfInput) {
    rows.attach(buffer);
    int at = from;
    if (!begun) {
      if (to - from < 3 && !endOfInput) {
        return from;
      }
      begun = true;
      at += Lines.byteOrderMark(buffer, from, to);
    }
    // A line that is not there whole would end the scanner somewhere else each time, and every
    // such surprise costs the compiled scanner its code.
    int whole = Words.lastIndexOf(buffer, at, to, (byte) '\n') + 1;
    while (at < to && rows.rows < Batch.MAX_ROWS) {
      at = readFast(buffer, at, whole);
      if (at == to || rows.rows == Batch.MAX_ROWS) {
        break;
      }
      int lineEnd = Words.indexOf(buffer, at, to, (byte) '\n');
      if (lineEnd < 0 && !endOfInput) {
        break;
      }
      int end = lineEnd < 0 ? to : lineEnd;
      readLine(buffer, at, end);
      at = lineEnd < 0 ? to : lineEnd + 1;
      line++;
    }
    return at;
  }

  private int readFast(byte[] buffer, int from, int to) {
    if (fast == null) {
      return from;
    }
    int before = rows.rows;
    rows.beginLine(line);
    int at = fast.readLines(buffer, from, to);
    line += rows.rows - before;
    return at;
  }

  private void readLine(byte[] buffer, int from, int to) {
    int end = Lines.withoutReturn(buffer, from, to);
    if (end - from > maxRecordBytes) {
      rows.closeTooLong(line, buffer, from, end, maxRecordBytes);
    } else if (!Lines.isBlank(buffer, from, end)) {
      rows.beginLine(line);
      rows.openRow();
      if (strict.read(buffer, from, end, line) && fast != null) {
        fast.learn(buffer, from, end);
      }
    }
  }

  @Override
  public void rejectTooLong(byte[] buffer, int from, int to) {
    rows.attach(buffer);
    rows.closeTooLong(line, buffer, from, to, maxRecordBytes);
    line++;
  }

  @Override
  public int rows() {
    return rows.rows;
  }

  @Override
  public OptionalLong position(int row) {
    return OptionalLong.of(rows.line(row));
  }

  @Override
  public Batch take() {
    return rows.take();
  }
}
