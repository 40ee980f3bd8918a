package tidemark.statestore;

/**
 * The rows of one key group for a run of look-ups and writes: find a key, then say what becomes of
 * it. Nothing is copied between caller and store but the bytes themselves. Used by one thread; must
 * be closed, and until then the group is not used in another way.
 */
public interface GroupRows extends AutoCloseable {
  /**
   * Looks up a key, whose first byte is the key group. The key's bytes must stay as they are until
   * {@link #put} or {@link #remove} has been called for it.
   *
   * @return whether there is a row
   */
  boolean find(byte[] key, int from, int length);

  /** The array that holds the value of the row found; read only, valid until the next call. */
  byte[] value();

  /** Where the value of the row found begins. */
  int valueStart();

  /** Length of the value of the row found in bytes. */
  int valueLength();

  /** Gives the key looked up last this value, whether there was a row or not; once a look-up. */
  void put(byte[] value, int from, int length);

  /**
   * Adds a row whose key is absent, without a look-up; afterwards there is no row found. Where the
   * store need not look the key up either, it takes the caller's word for its absence.
   */
  void insert(byte[] key, int from, int length, byte[] value, int valueFrom, int valueLength);

  /** Removes the row found last; once a look-up. */
  void remove();

  @Override
  void close();
}
