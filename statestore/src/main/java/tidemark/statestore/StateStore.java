package tidemark.statestore;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Sorted bytes of one step. The first byte of every key is its key group (0..255).
 *
 * <p>Calls for disjoint key groups may come from different threads at the same time; calls for one
 * group come from one thread. Keys and values are neither kept nor changed by the store; what it
 * returns belongs to the caller. A write states what the caller knows of the key, so that {@link
 * #rows()} stays exact without a read.
 */
public interface StateStore {
  StoreId id();

  /** The value of the key, or null. */
  byte @Nullable [] get(byte[] key);

  /** Adds a key that is absent. */
  void insert(byte[] key, byte[] value);

  /** Changes the value of a key that is present. */
  void replace(byte[] key, byte[] value);

  /** Removes a key that is present. */
  void delete(byte[] key);

  /**
   * Opens a key group for a run of look-ups and writes: the way for many keys at once.
   *
   * @param keyGroup 0 to 255
   * @param lookups about how many keys will be looked up; where rows lie on disk, many look-ups
   *     read the whole group once
   */
  default GroupRows group(int keyGroup, int lookups) {
    return new SingleRows(this);
  }

  /**
   * Tells which of many keys have a row, as far as that is known without reading from disk: true is
   * certain, false says nothing. Threads may ask at the same time, as long as none writes.
   *
   * @param keys one key behind the other
   * @param ends where each key ends
   * @param present takes the answers
   */
  default void findPresent(byte[] keys, int[] ends, int count, boolean[] present) {
    Arrays.fill(present, 0, count, false);
  }

  /**
   * The rows of a range in ascending unsigned byte order, unsealed changes included. While the
   * cursor is open the caller may change the store; a change ahead of the cursor may or may not be
   * seen, the row just returned may be deleted or replaced.
   */
  StateCursor scan(KeyRange range);

  /** Walks over all rows of a key group, unsealed changes included. */
  default GroupWalk walk(int keyGroup) {
    return new SortedWalk(scan(KeyRange.group(keyGroup)));
  }

  /**
   * Removes the rows of a bound's key group whose keys are below it, in no particular order:
   * cheaper than a cursor where many go.
   *
   * @return how many there were
   */
  default long dropBefore(byte[] bound) {
    long dropped = 0;
    try (StateCursor cursor = scan(KeyRange.between(new byte[] {bound[0]}, bound))) {
      for (; cursor.next(); dropped++) {
        cursor.remove();
      }
    }
    return dropped;
  }

  /**
   * Rows stored, exact, unsealed changes included. Not to be called while another thread writes.
   */
  long rows();

  default boolean isEmpty() {
    return rows() == 0;
  }
}
