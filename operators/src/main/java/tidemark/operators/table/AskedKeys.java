package tidemark.operators.table;

import java.util.Arrays;
import java.util.List;
import tidemark.operators.aggregate.StateWriter;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.Gather;
import tidemark.operators.batch.Selection;
import tidemark.operators.expr.Evaluator;
import tidemark.operators.state.GroupTable;
import tidemark.operators.state.KeyCodec;
import tidemark.operators.state.KeyHash;
import tidemark.operators.state.KeyWriter;
import tidemark.operators.types.Schema;

/**
 * The distinct keys of a batch's rows, numbered as they are first met: as bytes, by which answers
 * are remembered, and as columns, by which a source is asked. A row with a null in its key has
 * none. Used by one thread.
 */
public final class AskedKeys {
  private final Schema keys;
  private final List<Evaluator> values;
  private final int[] positions;
  private final GroupTable table = new GroupTable();
  private final KeyWriter key = new KeyWriter();
  private final StateWriter scratch = new StateWriter();
  private final int[] firstRows = new int[Batch.MAX_ROWS];
  private final Column[] columns;

  /**
   * @param keys names and types of the key's columns
   * @param values compute the key of a row that looks for partners
   * @param positions where the key's columns stand in the table whose rows are sorted out
   */
  public AskedKeys(Schema keys, List<Evaluator> values, List<Integer> positions) {
    this.keys = keys;
    this.values = List.copyOf(values);
    this.positions = positions.stream().mapToInt(Integer::intValue).toArray();
    this.columns = new Column[values.size()];
  }

  /** Takes the keys of the selected rows, in the place of those before. */
  public void collect(Batch batch) {
    table.clear();
    Selection rows = batch.selection();
    for (int k = 0; k < columns.length; k++) {
      columns[k] = values.get(k).evaluate(batch, rows);
    }
    for (int i = 0; i < rows.count(); i++) {
      int row = rows.row(i);
      if (write(columns, row)) {
        int known = table.size();
        int number = table.find(key.buffer(), 0, key.length(), hash());
        if (number == known) {
          firstRows[number] = row;
        }
      }
    }
  }

  /** How many distinct keys there are. */
  public int count() {
    return table.size();
  }

  /** A key as bytes. */
  public KeyBytes bytes(int number) {
    int start = table.start(number);
    byte[] copy = Arrays.copyOfRange(table.arena(), start, start + table.length(number));
    return new KeyBytes(copy, table.hash(number));
  }

  /** The first {@code count} of these keys as columns. */
  public Batch columns(int[] numbers, int count) {
    int[] rows = new int[count];
    for (int i = 0; i < count; i++) {
      rows[i] = firstRows[numbers[i]];
    }
    Column[] asked = new Column[columns.length];
    for (int k = 0; k < asked.length; k++) {
      asked[k] = Gather.of(columns[k], rows, count);
    }
    return new Batch(keys, asked, count);
  }

  /**
   * Sorts rows that a source answered with out by key; the rows of other keys are left out.
   *
   * @return the rows of each key, by its number
   */
  public PackedRows[] sorted(StaticTable answered) {
    int[] starts = new int[table.size() + 1];
    int[] numbers = new int[answered.rows()];
    Column[] found = new Column[positions.length];
    for (int k = 0; k < found.length; k++) {
      found[k] = answered.column(positions[k]);
    }
    for (int row = 0; row < numbers.length; row++) {
      numbers[row] = write(found, row) ? table.known(key.buffer(), 0, key.length(), hash()) : -1;
      if (numbers[row] >= 0) {
        starts[numbers[row] + 1]++;
      }
    }
    for (int number = 0; number < table.size(); number++) {
      starts[number + 1] += starts[number];
    }
    return packed(answered, numbers, starts);
  }

  private PackedRows[] packed(StaticTable answered, int[] numbers, int[] starts) {
    int[] next = starts.clone();
    int[] rows = new int[starts[starts.length - 1]];
    for (int row = 0; row < numbers.length; row++) {
      if (numbers[row] >= 0) {
        rows[next[numbers[row]]++] = row;
      }
    }
    PackedRows[] packed = new PackedRows[table.size()];
    for (int number = 0; number < packed.length; number++) {
      packed[number] = PackedRows.of(answered, rows, starts[number], starts[number + 1], scratch);
    }
    return packed;
  }

  /** Writes the key of a row; false if it has a null. */
  private boolean write(Column[] from, int row) {
    key.clear();
    for (int k = 0; k < from.length; k++) {
      if (from[k].isNull(row)) {
        return false;
      }
      KeyCodec.write(from[k], keys.field(k).type(), row, key);
    }
    return true;
  }

  private long hash() {
    return KeyHash.of(key.buffer(), 0, key.length());
  }
}
