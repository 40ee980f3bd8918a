package tidemark.operators.state;

import tidemark.statestore.GroupRows;

/**
 * The stored rows of one key group for a run of look-ups and writes: find a key, then say what
 * becomes of it. Used by one thread; must be closed. While it is open the group's rows may be
 * scanned, and the row a scan stands at be deleted.
 */
public final class KeyGroupRows implements AutoCloseable {
  private final GroupRows rows;

  KeyGroupRows(GroupRows rows) {
    this.rows = rows;
  }

  /**
   * Looks up a stored key, whose first byte is the key group. Its bytes must stay as they are until
   * {@link #put} or {@link #remove}.
   *
   * @return whether there is a row
   */
  public boolean find(byte[] key, int offset, int length) {
    return rows.find(key, offset, length);
  }

  /** The array that holds the value of the row found; read only, valid until the next call. */
  public byte[] value() {
    return rows.value();
  }

  /** Where the value of the row found begins. */
  public int valueStart() {
    return rows.valueStart();
  }

  /** Length of the value of the row found in bytes. */
  public int valueLength() {
    return rows.valueLength();
  }

  /** Gives the key looked up last this value, whether there was a row or not; once a look-up. */
  public void put(byte[] value, int offset, int length) {
    rows.put(value, offset, length);
  }

  /** Removes the row found last; once a look-up. */
  public void remove() {
    rows.remove();
  }

  @Override
  public void close() {
    rows.close();
  }
}
