package tidemark.operators.format;

import tidemark.operators.batch.Batch;
import tidemark.operators.types.Schema;

/**
 * Reads records eight bytes at a time, straight into the cells: along the shapes that were met
 * before or, if a record has none of them, name by name. It reads only what it is sure of, values
 * as {@link FastScalars} and {@link FastNested} read them. It gives up on everything else, and the
 * strict parser then reads the record from its start; so what it says is always what {@link
 * StrictJson} says.
 */
final class FastJson {
  /** The answer for a record that the strict parser must read. */
  static final int UNSURE = -1;

  /** How much of the array must be left where a value begins, so that scalars need no checks. */
  static final int MARGIN = JsonShape.MAX_LABEL + 96;

  private final RowCells rows;
  private final JsonShapes shapes;
  private final FastRecord record;
  private final FastScalars values;
  private final boolean usable;
  private final long all;
  private final long required;
  private final int maxRecordBytes;

  FastJson(RowCells rows, FormatOptions options) {
    this.rows = rows;
    this.values = new FastScalars(options);
    FastColumns columns = new FastColumns(rows, values);
    this.shapes = new JsonShapes(columns);
    this.record = new FastRecord(columns, values);
    this.maxRecordBytes = options.maxRecordBytes();
    int count = rows.dataColumns().length;
    this.usable = count <= Long.SIZE;
    this.all = count == 0 ? 0 : -1L >>> (Long.SIZE - Math.min(count, Long.SIZE));
    this.required = usable ? required(rows) : 0;
  }

  private static long required(RowCells rows) {
    Schema schema = rows.schema();
    long bits = 0;
    int[] columns = rows.dataColumns();
    for (int i = 0; i < columns.length; i++) {
      bits |= schema.field(columns[i]).nullable() ? 0 : 1L << i;
    }
    return bits;
  }

  /** Learns from a record that the strict parser accepted. */
  void learn(byte[] b, int from, int to) {
    if (usable) {
      shapes.learn(b, from, to);
    }
  }

  /**
   * Reads the lines from {@code from} on as rows, until one that it is not sure of, or the batch is
   * full.
   *
   * @return the start of the first line that was not read; how many were is seen in the rows
   */
  int readLines(byte[] b, int from, int to) {
    int at = from;
    while (at < to && rows.rows < Batch.MAX_ROWS) {
      rows.openRow();
      int next = readByShape(b, at, to);
      if (next < 0) {
        next = readByName(b, at, to);
        if (next < 0) {
          break;
        }
        shapes.learn(b, at, next - 1);
      }
      at = next;
    }
    return at;
  }

  /**
   * Reads one line of a known shape as the open row and closes it; the offset behind it, or {@link
   * #UNSURE}.
   */
  int readByShape(byte[] b, int from, int to) {
    values.nulls = 0;
    values.text.highs = 0;
    long seen = 0;
    int row = rows.rows;
    int margin = b.length - MARGIN;
    int at = from;
    JsonShape place = shapes.root();
    while (at <= margin) {
      JsonShape next = place.follow(b, at);
      if (next == null) {
        return end(b, from, at, to, seen);
      }
      at = values.value(b, at + next.length, next, row);
      if (at < 0) {
        return UNSURE;
      }
      seen |= next.bit;
      place = next;
    }
    return UNSURE;
  }

  /** The same for a line of any shape. */
  private int readByName(byte[] b, int from, int to) {
    if (!usable || from > b.length - MARGIN || b[from] != '{') {
      return UNSURE;
    }
    values.nulls = 0;
    values.text.highs = 0;
    record.seen = 0;
    record.row = rows.rows;
    int behind = values.skip.parts.object(b, from, record);
    return behind < 0 ? UNSURE : end(b, from, behind - 1, to, record.seen);
  }

  /** The closing brace and the line's end. */
  private int end(byte[] b, int from, int brace, int to, long seen) {
    if (b[brace] != '}' || brace == from) {
      return UNSURE;
    }
    long present = seen & ~values.nulls;
    int at = brace + 1;
    if (b[at] == '\r') {
      at++;
    }
    if (at >= to
        || b[at] != '\n'
        || at - from > maxRecordBytes
        || (present & required) != required) {
      return UNSURE;
    }
    if ((values.text.highs & Words.HIGHS) != 0 && Utf8.firstInvalid(b, from, at) >= 0) {
      return UNSURE;
    }
    if (present != all) {
      setNulls(all & ~present);
    }
    rows.closeRow();
    return at + 1;
  }

  private void setNulls(long missing) {
    int[] columns = rows.dataColumns();
    for (long bits = missing; bits != 0; bits &= bits - 1) {
      rows.setNull(columns[Long.numberOfTrailingZeros(bits)]);
    }
  }
}
