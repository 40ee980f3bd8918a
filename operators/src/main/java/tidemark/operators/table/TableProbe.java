package tidemark.operators.table;

import java.util.Arrays;
import java.util.List;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.Selection;
import tidemark.operators.expr.Evaluator;

/**
 * Looks the rows of batches up in an index. Between {@link #begin} and {@link #end} of a row stand
 * the places that may hold partners, in the table's order; {@link #matches} tells which do.
 */
public final class TableProbe {
  private TableIndex index;
  private final List<Evaluator> values;
  private final KeyKernel[] kernels;
  private final Column[] tableKeys;
  private final Column[] keys;
  private final long[] hashes = new long[Batch.MAX_ROWS];
  private final int[] begins = new int[Batch.MAX_ROWS];
  private final int[] ends = new int[Batch.MAX_ROWS];
  private Selection rows = Selection.all(0);

  TableProbe(TableIndex index, List<Evaluator> values) {
    this.index = index;
    this.values = List.copyOf(values);
    this.kernels = new KeyKernel[values.size()];
    this.tableKeys = new Column[values.size()];
    this.keys = new Column[values.size()];
    for (int k = 0; k < kernels.length; k++) {
      kernels[k] = KeyKernel.of(index.keyType(k));
      tableKeys[k] = index.keyColumn(k);
    }
  }

  /** From now on rows are looked up in this index, which has the same keys. */
  public void over(TableIndex other) {
    index = other;
    for (int k = 0; k < tableKeys.length; k++) {
      tableKeys[k] = index.keyColumn(k);
    }
  }

  /** Computes the keys of the batch's selected rows and finds where their partners may stand. */
  public void look(Batch batch) {
    rows = batch.selection();
    int count = rows.count();
    Arrays.fill(hashes, 0, count, 0);
    for (int k = 0; k < kernels.length; k++) {
      keys[k] = values.get(k).evaluate(batch, rows);
      kernels[k].hash(keys[k], rows, hashes);
    }
    for (int i = 0; i < count; i++) {
      hashes[i] = TableIndexBuilder.stored(hashes[i]);
      begins[i] = index.begin(hashes[i]);
      ends[i] = index.end(hashes[i]);
    }
    for (int k = 0; k < kernels.length; k++) {
      if (!index.keys().get(k).nullsMatch() && keys[k].hasNulls()) {
        passNulls(keys[k]);
      }
    }
  }

  private void passNulls(Column key) {
    for (int i = 0; i < rows.count(); i++) {
      if (key.isNull(rows.row(i))) {
        ends[i] = begins[i];
      }
    }
  }

  /** The first place of the row at position {@code i} of the selection. */
  public int begin(int i) {
    return begins[i];
  }

  /** The place behind the last. */
  public int end(int i) {
    return ends[i];
  }

  /** Whether the table's row at a place has the key of the row at position {@code i}. */
  public boolean matches(int i, int place) {
    if (!index.agrees(place, hashes[i])) {
      return false;
    }
    int probing = rows.row(i);
    int stored = index.row(place);
    for (int k = 0; k < kernels.length; k++) {
      boolean isNull = keys[k].isNull(probing);
      if (isNull != tableKeys[k].isNull(stored)
          || !isNull && !kernels[k].same(keys[k], probing, tableKeys[k], stored)) {
        return false;
      }
    }
    return true;
  }

  /** The number of the table's row at a place. */
  public int row(int place) {
    return index.row(place);
  }
}
