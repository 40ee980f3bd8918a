package tidemark.operators.format;

import java.util.OptionalLong;
import tidemark.operators.batch.Batch;

/** Reads one string column a line; invalid UTF-8 is a bad record. */
final class TextDecoder implements Decoder {
  private final RowCells rows;
  private final int maxRecordBytes;
  private final int column;
  private final boolean[] nothing;
  private boolean begun;
  private long line;

  TextDecoder(RowCells rows, FormatOptions options) {
    this.rows = rows;
    this.maxRecordBytes = options.maxRecordBytes();
    this.column = rows.badColumn() == 0 ? 1 : 0;
    this.nothing = new boolean[rows.schema().size()];
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
    while (at < to && rows.rows < Batch.MAX_ROWS) {
      int lineEnd = Words.indexOf(buffer, at, to, (byte) '\n');
      if (lineEnd < 0 && !endOfInput) {
        break;
      }
      readLine(buffer, at, lineEnd < 0 ? to : lineEnd);
      at = lineEnd < 0 ? to : lineEnd + 1;
      line++;
    }
    return at;
  }

  private void readLine(byte[] buffer, int from, int to) {
    int end = Lines.withoutReturn(buffer, from, to);
    if (end - from > maxRecordBytes) {
      rows.closeTooLong(line, buffer, from, end, maxRecordBytes);
      return;
    }
    rows.beginLine(line);
    rows.openRow();
    int invalid = Utf8.firstInvalid(buffer, from, end);
    if (invalid >= 0) {
      String reason = "byte " + (invalid - from + 1) + " of the record is not valid UTF-8";
      rows.closeBad(nothing, line, buffer, from, end, reason);
      return;
    }
    if (rows.cells(column) instanceof BytesCells values) {
      values.set(rows.rows, from, end - from);
    }
    rows.closeRow();
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
