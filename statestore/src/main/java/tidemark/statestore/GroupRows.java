package tidemark.statestore;

/**
 * The rows of one key group for a run of look-ups and writes: find a key, then say what becomes of
 * it. Nothing is copied between caller and store but the bytes themselves. Used by one thread; must
 * be closed, and until then the group is not used in another way.
 */
public interface GroupRows extends AutoCloseable {
  /**
   * Takes keys for {@link #find(int)} and reads where they will be looked up, all at once, so that
   * the look-ups wait for memory once and not each. The arrays must stay as they are until the last
   * of the keys has been looked up and written.
   *
   * @param keys one key behind the other
   * @param ends where each key ends
   */
  void lookAhead(byte[] keys, int[] ends, int count);

  /** As {@link #find(byte[], int, int)}, for one of the keys given last, from 0 on. */
  boolean find(int number);

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
