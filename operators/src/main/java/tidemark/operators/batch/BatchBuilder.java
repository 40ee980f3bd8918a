package tidemark.operators.batch;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import tidemark.operators.types.Schema;

/**
 * Grows a batch row by row: append one value to every column, then close the row. A batch is full
 * with fewer rows than it may have if they are wide, so that long lists and texts that are copied
 * many times do not all stand in memory at once.
 */
public final class BatchBuilder {
  /** Bytes from which on a batch is full. */
  static final long FULL_BYTES = 8L << 20;

  /** How often the bytes are summed up, in rows; a power of two. */
  private static final int LOOKS = 16;

  private final Schema schema;
  private final ColumnBuilder[] columns;
  private int rows;

  public BatchBuilder(Schema schema) {
    this.schema = schema;
    this.columns =
        schema.fields().stream().map(f -> ColumnBuilder.of(f.type())).toArray(ColumnBuilder[]::new);
  }

  public ColumnBuilder column(int position) {
    return columns[position];
  }

  /** Ends a row. */
  public void closeRow() {
    rows++;
  }

  /** Ends rows of which each column has been given all values. */
  public void closeRows(int count) {
    rows += count;
  }

  public int rows() {
    return rows;
  }

  /** True if the batch must be taken before another row is begun. */
  public boolean isFull() {
    return isFull(rows, rows % LOOKS == 0 ? bytes() : 0);
  }

  /** True if so many rows of so many bytes make a full batch. */
  public static boolean isFull(int rows, long bytes) {
    return rows >= Batch.MAX_ROWS || bytes >= FULL_BYTES;
  }

  private long bytes() {
    long sum = 0;
    for (ColumnBuilder column : columns) {
      sum += column.bytes();
    }
    return sum;
  }

  /** Appends a whole row of a batch of the same schema. */
  public void append(Batch source, int row) {
    for (int i = 0; i < columns.length; i++) {
      columns[i].append(source.column(i), row);
    }
    closeRow();
  }

  /**
   * Appends whole rows of a batch of the same schema, {@code selected[from .. to)} of its rows,
   * until this batch may be full.
   *
   * @return the first that was not appended
   */
  public int append(Batch source, int[] selected, int from, int to) {
    int next = from;
    do {
      int until = Math.min(to, next + LOOKS - rows % LOOKS);
      for (int i = 0; i < columns.length; i++) {
        columns[i].append(source.column(i), selected, next, until);
      }
      rows += until - next;
      next = until;
    } while (next < to && !isFull());
    return next;
  }

  /** The rows so far as a batch; the builder starts anew. */
  public Batch take() {
    Batch batch = lend();
    for (ColumnBuilder column : columns) {
      column.reset();
    }
    rows = 0;
    return batch;
  }

  /** The rows so far as a batch, valid until the builder is used again: next {@link #clear}. */
  public Batch lend() {
    Column[] built = new Column[columns.length];
    for (int i = 0; i < built.length; i++) {
      built[i] = columns[i].build();
    }
    return new Batch(schema, built, rows);
  }

  /** Forgets all rows; the builder starts anew, over the same arrays. */
  public void clear() {
    for (ColumnBuilder column : columns) {
      column.truncate(0);
    }
    rows = 0;
  }

  /** Moves the rows so far to the pages; the builder starts anew, over the same arrays. */
  PackedBatch pack(PackedPages pages) {
    int bytes = 0;
    for (ColumnBuilder column : columns) {
      bytes = Math.addExact(bytes, column.isPacked() ? column.packedBytes() : 0);
    }
    ByteBuffer memory = pages.take(bytes);
    @Nullable Column[] unpacked = new Column[columns.length];
    for (int i = 0; i < columns.length; i++) {
      if (columns[i].isPacked()) {
        columns[i].pack(memory);
        columns[i].truncate(0);
      } else {
        unpacked[i] = columns[i].build();
        columns[i].reset();
      }
    }
    PackedBatch packed = new PackedBatch(memory.flip(), unpacked, rows);
    rows = 0;
    return packed;
  }

  /** The rows of a packed batch; valid until the builder is used again. */
  Batch unpack(PackedBatch packed) {
    ByteBuffer memory = packed.memory().rewind();
    Column[] built = new Column[columns.length];
    for (int i = 0; i < built.length; i++) {
      Column unpacked = packed.unpacked(i);
      if (unpacked == null) {
        columns[i].unpack(memory, packed.rows());
        unpacked = columns[i].build();
      }
      built[i] = unpacked;
    }
    return new Batch(schema, built, packed.rows());
  }
}
