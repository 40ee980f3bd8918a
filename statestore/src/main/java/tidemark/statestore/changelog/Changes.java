package tidemark.statestore.changelog;

import tidemark.statestore.StoreId;

/** A walk over changes, one at a time. What is returned is valid until the next step. */
public interface Changes {
  /** Moves to the next change; false at the end. */
  boolean next();

  StoreId store();

  /** The array that holds the key. */
  byte[] keyArray();

  int keyStart();

  int keyLength();

  /** The array that holds the value. */
  byte[] valueArray();

  int valueStart();

  /** Length of the value, -1 for a delete. */
  int valueLength();
}
