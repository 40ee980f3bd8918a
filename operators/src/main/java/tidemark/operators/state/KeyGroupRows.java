package tidemark.operators.state;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import tidemark.statestore.GroupRows;

/**
 * The stored rows of one key group for a run of look-ups and writes: find a key, then say what
 * becomes of it. Used by one thread; must be closed. While it is open the group's rows may be
 * scanned, and the row a scan stands at be deleted.
 */
public final class KeyGroupRows implements AutoCloseable {
  private final GroupRows rows;
  private final RowForm form;
  private byte @Nullable [] upgraded;

  KeyGroupRows(GroupRows rows, RowForm form) {
    this.rows = rows;
    this.form = form;
  }

  /** As {@link GroupRows#lookAhead}, for stored keys. */
  public void lookAhead(byte[] keys, int[] ends, int count) {
    rows.lookAhead(keys, ends, count);
  }

  /** As {@link #find(byte[], int, int)}, for one of the keys given last, from 0 on. */
  public boolean find(int number) {
    return seen(rows.find(number));
  }

  /**
   * Looks up a stored key, whose first byte is the key group. Its bytes must stay as they are until
   * {@link #put} or {@link #remove}.
   *
   * @return whether there is a row
   */
  public boolean find(byte[] key, int offset, int length) {
    return seen(rows.find(key, offset, length));
  }

  private boolean seen(boolean found) {
    if (form.hasHistory()) {
      upgraded = found ? older() : null;
    }
    return found;
  }

  /** The row found as the newest layout has it; null if it has that layout. */
  private byte @Nullable [] older() {
    int start = rows.valueStart();
    byte[] stored = Arrays.copyOfRange(rows.value(), start, start + rows.valueLength());
    byte[] current = form.current(stored);
    return current == stored ? null : current;
  }

  /** The array that holds the value of the row found; read only, valid until the next call. */
  public byte[] value() {
    byte[] own = upgraded;
    return own == null ? rows.value() : own;
  }

  /** Where the value of the row found begins. */
  public int valueStart() {
    return upgraded == null ? rows.valueStart() : 0;
  }

  /** Length of the value of the row found in bytes. */
  public int valueLength() {
    byte[] own = upgraded;
    return own == null ? rows.valueLength() : own.length;
  }

  /** Gives the key looked up last this value, whether there was a row or not; once a look-up. */
  public void put(byte[] value, int offset, int length) {
    rows.put(value, offset, length);
  }

  /** Adds a row whose stored key is absent, without a look-up. */
  public void insert(
      byte[] key, int offset, int length, byte[] value, int valueOffset, int valueLength) {
    rows.insert(key, offset, length, value, valueOffset, valueLength);
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
