package tidemark.operators.state;

import java.util.Arrays;
import tidemark.statestore.GroupWalk;

/**
 * A walk over all stored rows of one key group, in no particular order, as {@link GroupWalk}. Used
 * by one thread; must be closed.
 */
public final class KeyGroupWalk implements AutoCloseable {
  private final GroupWalk rows;
  private final RowForm form;

  KeyGroupWalk(GroupWalk rows, RowForm form) {
    this.rows = rows;
    this.form = form;
  }

  /** Moves to another row; false when all have been met. */
  public boolean next() {
    return rows.next();
  }

  /** The array that holds the stored key of the current row; read only, until the next call. */
  public byte[] keyArray() {
    return rows.keyArray();
  }

  /** Where the stored key of the current row begins. */
  public int keyStart() {
    return rows.keyStart();
  }

  /** Length of the stored key of the current row in bytes. */
  public int keyLength() {
    return rows.keyLength();
  }

  /** Stored key of the current row; belongs to the caller. */
  public byte[] key() {
    return Arrays.copyOfRange(rows.keyArray(), rows.keyStart(), rows.keyStart() + rows.keyLength());
  }

  /** Value of the current row as the newest layout has it; belongs to the caller. */
  public byte[] value() {
    return form.current(rows.value());
  }

  /** Removes the current row; once a row. */
  public void remove() {
    rows.remove();
  }

  @Override
  public void close() {
    rows.close();
  }
}
