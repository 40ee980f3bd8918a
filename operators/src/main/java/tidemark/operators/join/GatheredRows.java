package tidemark.operators.join;

import java.util.Arrays;
import java.util.List;
import tidemark.operators.aggregate.StateReader;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.BatchBuilder;
import tidemark.operators.types.Field;

/**
 * Kept rows of one side where they lie, gathered up to a batch so that their columns are read one
 * after the other. The arrays must stay as they are until then.
 */
final class GatheredRows {
  private static final byte[] NONE = {};

  private final StoredForm form;
  private final List<Field> fields;
  private final StateReader reader = new StateReader();
  private final byte[][] arrays = new byte[Batch.MAX_ROWS][];
  private final int[] positions = new int[Batch.MAX_ROWS];
  private int count;
  private long bytes;

  GatheredRows(StoredForm form, List<Field> fields) {
    this.form = form;
    this.fields = List.copyOf(fields);
  }

  /** Adds the row whose stored value this is. */
  void add(byte[] array, int value, int length) {
    arrays[count] = array;
    positions[count++] = value + form.beforeColumns();
    bytes += length;
  }

  void add(NewRows rows, int place) {
    add(rows.bytes(), rows.valueStart(place), rows.valueLength(place));
  }

  int count() {
    return count;
  }

  /** Bytes of the rows as they are stored. */
  long bytes() {
    return bytes;
  }

  /** Appends the columns of all rows, which are forgotten. */
  void read(BatchBuilder out, int firstColumn) {
    for (int i = 0; i < fields.size(); i++) {
      reader.readColumn(fields.get(i), arrays, positions, count, out.column(firstColumn + i));
    }
    Arrays.fill(arrays, 0, count, NONE);
    count = 0;
    bytes = 0;
  }
}
