package tidemark.statestore;

/**
 * A walk over all rows of a key group, in no particular order: cheaper than a {@link StateCursor},
 * since nothing is sorted, and a key is looked at where it lies. Used by one thread; must be
 * closed. While it is open, rows of the group are removed only by it, and a row that is written
 * otherwise may be met or not, or again.
 */
public interface GroupWalk extends AutoCloseable {
  /** Moves to another row; false when all have been met. */
  boolean next();

  /** The array that holds the key of the current row; read only, valid until the next call. */
  byte[] keyArray();

  /** Where the key of the current row begins. */
  int keyStart();

  /** Length of the key of the current row in bytes. */
  int keyLength();

  /** Value of the current row; belongs to the caller. */
  byte[] value();

  /** Removes the current row; once a row. */
  void remove();

  @Override
  void close();
}
