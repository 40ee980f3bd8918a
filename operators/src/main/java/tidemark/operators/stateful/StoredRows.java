package tidemark.operators.stateful;

import tidemark.operators.batch.BatchBuilder;
import tidemark.operators.types.Schema;

/**
 * Says what the bytes of one store mean: one readable row a stored row. Every operator with state
 * has one for each of its stores, so that tools can show, compare and export them. Used by one
 * thread.
 */
public interface StoredRows {
  /** The columns of a readable row, those that identify it first. */
  Schema schema();

  /** How many leading columns identify a row: no two rows of a version agree in all of them. */
  int keyColumns();

  /**
   * Appends one value to every column; the caller closes the row. Bytes of another form than the
   * schema says give wrong values or an exception of the runtime.
   */
  void read(byte[] key, byte[] value, BatchBuilder out);
}
