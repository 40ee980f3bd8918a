package tidemark.operators.table;

import java.util.List;
import tidemark.operators.batch.Column;
import tidemark.operators.expr.Evaluator;
import tidemark.operators.types.DataType;

/**
 * Finds the rows of a table by key. Rows of one bucket stand side by side, in the table's order,
 * each with 32 bits of its hash, so that a look-up reads two ranges of memory and compares keys
 * only where the hashes agree. Immutable and shared by threads; each probes with a {@link
 * TableProbe} of its own. An index without keys holds all rows in one bucket.
 */
public final class TableIndex {
  private final StaticTable table;
  private final List<IndexKey> keys;
  private final int[] starts;
  private final int[] rows;
  private final int[] tags;
  private final int mask;

  /**
   * @param starts where each bucket begins in {@code rows}; one more than there are buckets
   * @param rows row numbers, bucket by bucket
   * @param tags upper half of the hash of each of {@code rows}
   */
  TableIndex(
      StaticTable table, List<IndexKey> keys, int[] starts, int[] rows, int[] tags, int mask) {
    this.table = table;
    this.keys = keys;
    this.starts = starts;
    this.rows = rows;
    this.tags = tags;
    this.mask = mask;
  }

  public StaticTable table() {
    return table;
  }

  /** The memory that the index takes beside its table, in bytes. */
  public long bytes() {
    return (long) Integer.BYTES * (starts.length + rows.length + tags.length);
  }

  /**
   * A way to look rows up, for one thread.
   *
   * @param values compute the key of a row that looks for partners, one each key
   */
  public TableProbe probe(List<Evaluator> values) {
    return new TableProbe(this, values);
  }

  List<IndexKey> keys() {
    return keys;
  }

  DataType keyType(int key) {
    return table.schema().field(keys.get(key).column()).type();
  }

  Column keyColumn(int key) {
    return table.column(keys.get(key).column());
  }

  int begin(long hash) {
    return starts[(int) hash & mask];
  }

  int end(long hash) {
    return starts[((int) hash & mask) + 1];
  }

  int row(int place) {
    return rows[place];
  }

  boolean agrees(int place, long hash) {
    return tags[place] == tag(hash);
  }

  static int tag(long hash) {
    return (int) (hash >>> 32);
  }
}
