package tidemark.operators.table;

import java.util.List;
import java.util.OptionalInt;
import tidemark.operators.batch.BooleanColumn;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.Selection;

/**
 * Builds an index in steps, each of which several threads share: {@link #hash}, {@link #count},
 * then {@link #order} on one thread, {@link #fill}, and {@link #index}. Part {@code p} of {@code n}
 * may run beside the other parts of the same step; which parts there are must not change.
 */
public final class TableIndexBuilder {
  private static final int MAX_BUCKETS = 1 << 30;
  private static final int CHUNK = 4096;

  /** Marks a row that no key finds. */
  private static final long ABSENT = 0;

  private final StaticTable table;
  private final List<IndexKey> keys;
  private final OptionalInt condition;
  private final long[] hashes;
  private final int mask;
  private final int[] starts;
  private int[] rows = new int[0];
  private int[] tags = new int[0];

  /**
   * @param condition a boolean column of the table; rows for which it is not true are left out
   */
  public TableIndexBuilder(StaticTable table, List<IndexKey> keys, OptionalInt condition) {
    this.table = table;
    this.keys = List.copyOf(keys);
    this.condition = condition;
    this.hashes = new long[table.rows()];
    int buckets = keys.isEmpty() ? 1 : buckets(table.rows());
    this.mask = buckets - 1;
    this.starts = new int[buckets + 2];
  }

  /** Computes the hashes of a part of the rows. */
  public void hash(int part, int parts) {
    int end = share(table.rows(), part + 1, parts);
    int[] numbers = new int[CHUNK];
    long[] chunk = new long[CHUNK];
    KeyKernel[] kernels = new KeyKernel[keys.size()];
    for (int k = 0; k < kernels.length; k++) {
      kernels[k] = KeyKernel.of(table.schema().field(keys.get(k).column()).type());
    }
    for (int from = share(table.rows(), part, parts); from < end; from += CHUNK) {
      int count = Math.min(CHUNK, end - from);
      for (int i = 0; i < count; i++) {
        numbers[i] = from + i;
        chunk[i] = 0;
      }
      Selection selected = Selection.of(numbers, count);
      for (int k = 0; k < kernels.length; k++) {
        kernels[k].hash(table.column(keys.get(k).column()), selected, chunk);
      }
      for (int i = 0; i < count; i++) {
        hashes[from + i] = isFound(from + i) ? stored(chunk[i]) : ABSENT;
      }
    }
  }

  /** Counts the rows of a part of the buckets. */
  public void count(int part, int parts) {
    int first = share(mask + 1, part, parts);
    int end = share(mask + 1, part + 1, parts);
    for (long hash : hashes) {
      int bucket = (int) hash & mask;
      if (bucket >= first && bucket < end && hash != ABSENT) {
        starts[bucket + 2]++;
      }
    }
  }

  /** Gives each bucket its place. */
  public void order() {
    for (int i = 1; i < starts.length; i++) {
      starts[i] += starts[i - 1];
    }
    rows = new int[starts[starts.length - 1]];
    tags = new int[rows.length];
  }

  /** Puts the rows of a part of the buckets into their places, in the table's order. */
  public void fill(int part, int parts) {
    int first = share(mask + 1, part, parts);
    int end = share(mask + 1, part + 1, parts);
    for (int row = 0; row < hashes.length; row++) {
      int bucket = (int) hashes[row] & mask;
      if (bucket >= first && bucket < end && hashes[row] != ABSENT) {
        int place = starts[bucket + 1]++;
        rows[place] = row;
        tags[place] = TableIndex.tag(hashes[row]);
      }
    }
  }

  /** Takes all steps on the calling thread. */
  public TableIndex build() {
    hash(0, 1);
    count(0, 1);
    order();
    fill(0, 1);
    return index();
  }

  public TableIndex index() {
    return new TableIndex(table, keys, starts, rows, tags, mask);
  }

  /** The memory that building takes for a time, beside the index, in bytes. */
  public long bytes() {
    return (long) Long.BYTES * hashes.length;
  }

  /** Keeps a hash apart from the mark; the lower bits, which choose the bucket, stay free. */
  static long stored(long hash) {
    return hash == ABSENT ? 1L << 63 : hash;
  }

  private boolean isFound(int row) {
    if (condition.isPresent()) {
      Column holds = table.column(condition.getAsInt());
      if (holds.isNull(row) || !((BooleanColumn) holds).get(row)) {
        return false;
      }
    }
    for (IndexKey key : keys) {
      if (!key.nullsMatch() && table.column(key.column()).isNull(row)) {
        return false;
      }
    }
    return true;
  }

  private static int buckets(int rows) {
    int buckets = Integer.highestOneBit(Math.max(1, rows));
    return buckets < rows && buckets < MAX_BUCKETS ? buckets * 2 : buckets;
  }

  private static int share(int whole, int part, int parts) {
    return (int) ((long) whole * part / parts);
  }
}
