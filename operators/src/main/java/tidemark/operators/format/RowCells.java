package tidemark.operators.format;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.ColumnBuilder;
import tidemark.operators.connector.BadRecordPolicy;
import tidemark.operators.connector.BadRecords;
import tidemark.operators.types.ArrayType;
import tidemark.operators.types.DataType;
import tidemark.operators.types.Schema;
import tidemark.operators.types.SimpleType;

/**
 * The batch being built: the cells of the needed columns, the number of the open row, and what
 * becomes of bad records. Columns are addressed by their position in the schema.
 */
final class RowCells {
  private static final byte[] NO_INPUT = new byte[0];
  private static final int LEAST_CAPACITY = 64;
  private static final int TOO_LONG_SHOWN = 1 << 16;

  private final Schema schema;
  private final @Nullable Cells[] cells;
  private final int[] dataColumns;
  private final Target target;
  private final int badColumn;
  private final LineRuns lines = new LineRuns();
  private long firstLine = -1;
  private boolean[] badRows = new boolean[0];
  private byte[] input = NO_INPUT;
  private int capacity;
  int rows;

  /** Where bad records go. */
  record Target(
      BadRecordPolicy policy,
      Optional<Integer> badColumn,
      BadRecords badRecords,
      String location,
      LongSupplier firstLine) {}

  RowCells(Schema schema, BitSet needed, Target target) {
    this.schema = schema;
    this.target = target;
    this.cells = new Cells[schema.size()];
    this.badColumn = target.badColumn().orElse(-1);
    for (int i = needed.nextSetBit(0); i >= 0; i = needed.nextSetBit(i + 1)) {
      cells[i] = cellsOf(schema.field(i).type());
    }
    this.dataColumns = needed.stream().filter(i -> i != badColumn).toArray();
  }

  private static Cells cellsOf(DataType type) {
    return switch (type.physical()) {
      case LONG -> new LongCells();
      case DOUBLE -> new DoubleCells();
      case BOOLEAN -> new BooleanCells();
      case BYTES -> new BytesCells();
      case DECIMAL, ARRAY, MAP, STRUCT -> new BuiltCells(ColumnBuilder.of(type));
    };
  }

  Schema schema() {
    return schema;
  }

  /** The cells of a column, or null if it is not needed. */
  @Nullable Cells cells(int column) {
    return cells[column];
  }

  /** Where the values of a column go. */
  Slot slot(int column) {
    return new Slot(schema.field(column).type(), cells[column]);
  }

  /** The position of the bad-record column, or -1. */
  int badColumn() {
    return badColumn;
  }

  /** The needed columns that records fill, in order: all but the bad-record column. */
  int[] dataColumns() {
    return dataColumns;
  }

  /** Sets the buffer that string values point into. */
  void attach(byte[] buffer) {
    if (buffer == input) {
      return;
    }
    input = buffer;
    for (Cells each : cells) {
      if (each instanceof BytesCells bytes) {
        bytes.attach(buffer, rows);
      }
    }
  }

  /** The next row begins on this line, from 0 at the start of the split. */
  void beginLine(long line) {
    lines.begin(rows, line);
  }

  /** The line, from 1 in the file, on which a row of the batch taken last begins. */
  long line(int row) {
    return firstLine() + lines.of(row);
  }

  /** The line of the file with which the split begins; found out once, as that reads the file. */
  private long firstLine() {
    if (firstLine < 0) {
      firstLine = target.firstLine().getAsLong();
    }
    return firstLine;
  }

  /** Makes room for the open row; called before its first value is set. */
  void openRow() {
    if (rows < capacity) {
      return;
    }
    capacity = Math.min(Batch.MAX_ROWS, Math.max(LEAST_CAPACITY, capacity * 4));
    for (Cells each : cells) {
      if (each != null) {
        each.grow(capacity);
      }
    }
    if (badRows.length < capacity) {
      badRows = Arrays.copyOf(badRows, capacity);
    }
  }

  /** Makes the value of the open row null. */
  void setNull(int column) {
    Cells nulled = cells[column];
    if (nulled != null) {
      nulled.setNull(rows);
    }
  }

  /** Ends the open row, in which every value was set or made null. */
  void closeRow() {
    rows++;
  }

  /** Ends the open row; the columns that are not marked are null. */
  void closeRow(boolean[] present) {
    for (int column : dataColumns) {
      if (!present[column]) {
        setNull(column);
      }
    }
    rows++;
  }

  /**
   * Reports a bad record and ends its row if it is kept, with the values that are marked.
   *
   * @param line the record's line, from 0 at the start of the split
   * @throws tidemark.operators.diagnostics.Failure if the policy is to fail
   */
  void closeBad(boolean[] present, long line, byte[] buffer, int from, int to, String reason) {
    target
        .badRecords()
        .report(target.location(), firstLine() + line, buffer, from, to - from, reason);
    if (target.policy() != BadRecordPolicy.KEEP) {
      return;
    }
    if (badColumn >= 0 && cells[badColumn] instanceof BytesCells raw) {
      setRaw(raw, buffer, from, to);
      badRows[rows] = true;
    }
    closeRow(present);
  }

  /** A record longer than the limit: none of its values is read. */
  void closeTooLong(long line, byte[] buffer, int from, int to, int limit) {
    openRow();
    int shown = Math.min(to, from + TOO_LONG_SHOWN);
    String reason = "TM619: the record is longer than " + limit + " bytes; its beginning is shown";
    closeBad(new boolean[schema.size()], line, buffer, from, shown, reason);
  }

  private void setRaw(BytesCells raw, byte[] buffer, int from, int to) {
    if (buffer == input && Utf8.firstInvalid(buffer, from, to) < 0) {
      raw.set(rows, from, to - from);
      return;
    }
    byte[] text = Utf8.visible(buffer, from, to).getBytes(StandardCharsets.UTF_8);
    raw.setCopy(rows, text, 0, text.length);
  }

  Batch take() {
    Cells raw = badColumn < 0 ? null : cells[badColumn];
    if (raw != null) {
      for (int row = 0; row < rows; row++) {
        if (!badRows[row]) {
          raw.setNull(row);
        }
        badRows[row] = false;
      }
    }
    Column[] columns = new Column[cells.length];
    for (int i = 0; i < columns.length; i++) {
      Cells taken = cells[i];
      columns[i] =
          taken == null ? NullColumns.column(schema.field(i).type(), rows) : taken.take(rows);
    }
    Batch batch = new Batch(schema, columns, rows);
    rows = 0;
    return batch;
  }

  /** The reason of a value that does not fit its column. */
  static String misfit(String column, DataType type, String value) {
    String shown = value.length() > 60 ? value.substring(0, 60) + "…" : value;
    boolean vowel = type == SimpleType.INT || type instanceof ArrayType;
    String misfit =
        "column `" + column + "`: " + shown + " is not " + (vowel ? "an " : "a ") + type.ddl();
    return type == SimpleType.TIMESTAMP
        ? EpochUnit.meant(value)
            .map(unit -> misfit + "; if it counts since 1970, declare " + unit.declaration())
            .orElse(misfit)
        : misfit;
  }
}
