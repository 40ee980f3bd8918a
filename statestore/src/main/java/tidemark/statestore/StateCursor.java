package tidemark.statestore;

/** A walk over the rows of a range, ascending. Must be closed. */
public interface StateCursor extends AutoCloseable {
  /** Moves to the next row; false when there is none. */
  boolean next();

  /** Key of the current row; belongs to the caller. */
  byte[] key();

  /** Value of the current row; belongs to the caller. */
  byte[] value();

  /** Removes the current row, which must not have been changed since. */
  void remove();

  @Override
  void close();
}
