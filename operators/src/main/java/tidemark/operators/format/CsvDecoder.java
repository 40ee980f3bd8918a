package tidemark.operators.format;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import tidemark.operators.batch.Batch;
import tidemark.operators.types.Field;
import tidemark.operators.types.Schema;

/**
 * Reads csv records: with a header its names say which column a field fills, without one the
 * position. A record with too few or too many fields, an unclosed quote, or text after a closing
 * quote is bad; kept, it keeps the fields it has. Blank lines are skipped.
 */
final class CsvDecoder implements Decoder {
  private final RowCells rows;
  private final CsvOptions csv;
  private final CsvFields fields;
  private final CsvValues values;
  private final Schema schema;
  private final String location;
  private final int maxRecordBytes;
  private final int comment;
  private final boolean[] present;
  private final Slot[] slots;
  private @Nullable CsvColumns columns;
  private int empty;
  private boolean begun;
  private long line;

  CsvDecoder(RowCells rows, FormatOptions options, String location) {
    this.rows = rows;
    this.csv = options.csv();
    this.fields = new CsvFields(csv);
    this.values = new CsvValues(options);
    this.schema = rows.schema();
    this.location = location;
    this.maxRecordBytes = options.maxRecordBytes();
    this.comment = csv.comment().map(c -> (int) c).orElse(-1);
    this.present = new boolean[schema.size()];
    this.slots = new Slot[schema.size()];
    for (int column = 0; column < slots.length; column++) {
      slots[column] = rows.slot(column);
    }
    this.columns = csv.header() ? null : CsvColumns.byPosition(schema, rows.badColumn());
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
      int next = at;
      if (isSkipped(buffer, at, to)) {
        next = behindLine(buffer, at, to, endOfInput);
      } else {
        next = fields.scan(buffer, at, to, endOfInput);
        if (next >= 0) {
          readRecord(buffer, at);
        }
      }
      if (next < 0) {
        break;
      }
      at = next;
    }
    return at;
  }

  /** Whether the line at {@code at} is a comment, or blank as far as it is there. */
  private boolean isSkipped(byte[] b, int at, int to) {
    byte first = b[at];
    if (first == comment) {
      return true;
    }
    if (first > ' ' || first < 0) {
      return false;
    }
    int end = at;
    while (end < to && (b[end] == ' ' || b[end] == '\t') && b[end] != csv.delimiter()) {
      end++;
    }
    return end == to || b[end] == '\n' || b[end] == '\r';
  }

  private int behindLine(byte[] b, int at, int to, boolean endOfInput) {
    int end = at;
    while (end < to && b[end] != '\n' && b[end] != '\r') {
      end++;
    }
    if (end + 1 >= to && !endOfInput && (end == to || b[end] == '\r')) {
      return -1;
    }
    line++;
    boolean pair = end + 1 < to && b[end] == '\r' && b[end + 1] == '\n';
    return Math.min(to, end + (pair ? 2 : 1));
  }

  private void readRecord(byte[] buffer, int from) {
    long recordLine = line;
    line += 1 + fields.innerLines;
    CsvColumns known = columns;
    if (known == null) {
      columns = CsvColumns.byHeader(buffer, fields, schema, rows.badColumn(), location);
      return;
    }
    int end = fields.recordEnd;
    if (end - from > maxRecordBytes) {
      rows.closeTooLong(recordLine, buffer, from, end, maxRecordBytes);
      return;
    }
    rows.beginLine(recordLine);
    rows.openRow();
    Arrays.fill(present, false);
    String problem = invalidUtf8(buffer, from, end);
    if (problem == null) {
      problem = fillRow(buffer, known);
    }
    if (problem != null) {
      rows.closeBad(present, recordLine, buffer, from, end, problem);
    } else if (empty > 0) {
      rows.closeRow(present);
    } else {
      rows.closeRow();
    }
  }

  private @Nullable String invalidUtf8(byte[] buffer, int from, int end) {
    if ((fields.highs & Words.HIGHS) == 0) {
      return null;
    }
    int invalid = Utf8.firstInvalid(buffer, from, end);
    return invalid < 0
        ? null
        : "byte " + (invalid - from + 1) + " of the record is not valid UTF-8";
  }

  private @Nullable String fillRow(byte[] buffer, CsvColumns known) {
    String problem = fields.problem;
    int count = known.fieldCount();
    if (problem == null && fields.count != count) {
      problem = "the record has " + fields.count + " fields where " + count + " are expected";
    }
    empty = 0;
    int filled = Math.min(count, fields.count);
    for (int field = 0; field < filled; field++) {
      int column = known.column(field);
      if (column >= 0 && slots[column].kind != Slot.Kind.SKIP) {
        String misfit = fill(buffer, field, column);
        problem = problem == null ? misfit : problem;
      }
    }
    return problem;
  }

  private @Nullable String fill(byte[] buffer, int field, int column) {
    if (fields.broken[field]) {
      return null; // told by the record's problem
    }
    boolean escaped = fields.escaped[field];
    byte[] text = escaped ? fields.unescaped(field) : buffer;
    int start = escaped ? 0 : fields.starts[field];
    int end = escaped ? text.length : fields.ends[field];
    if (values.isNull(text, start, end, fields.quoted[field])) {
      empty++;
      Field declared = schema.field(column);
      return declared.nullable()
          ? null
          : "column `" + declared.name() + "` is not null but has no value";
    }
    present[column] = values.set(text, start, end, !escaped, slots[column], rows.rows);
    return present[column] ? null : misfit(text, start, end, schema.field(column));
  }

  private static String misfit(byte[] text, int start, int end, Field field) {
    String shown = "\"" + new String(text, start, end - start, StandardCharsets.UTF_8) + "\"";
    return RowCells.misfit(field.name(), field.type(), shown);
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
