package tidemark.statestore.changelog;

import tidemark.statestore.StoreId;

/**
 * A walk over changes, store by store and in each one change at a time. What is returned is valid
 * until the next step.
 */
public interface Changes {
  /** Moves to the next store, past what is left of this one; false at the end. */
  boolean nextStore();

  StoreId store();

  /** Moves to the next change of the store; false when it has no more. */
  boolean next();

  /** The array that holds the key. */
  byte[] keyArray();

  int keyStart();

  int keyLength();

  /**
   * At how many bytes in front the key agrees with the one before it in its store; 0 if none is.
   */
  int agreed();

  /** The array that holds the value. */
  byte[] valueArray();

  int valueStart();

  /** Length of the value, -1 for a delete. */
  int valueLength();
}
