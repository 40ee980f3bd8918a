package tidemark.runner.inspect;

import tidemark.operators.batch.BatchBuilder;
import tidemark.operators.state.RowForm;
import tidemark.operators.stateful.StoredRows;
import tidemark.operators.types.Schema;

/** Rows of a store as the newest layout has them, whatever layout they were written with. */
record NewestRows(StoredRows rows, RowForm form) implements StoredRows {
  @Override
  public Schema schema() {
    return rows.schema();
  }

  @Override
  public int keyColumns() {
    return rows.keyColumns();
  }

  @Override
  public void read(byte[] key, byte[] value, BatchBuilder out) {
    rows.read(key, form.current(value), out);
  }
}
