package tidemark.operators.stateful;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.BytesColumn;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.LongColumn;

/**
 * Remembers the groups of keys that have a value of a dictionary in them: such a key is told by the
 * place of the value and needs neither its bytes nor their hash. A cache with one place for each
 * key: who comes later takes it. Used by one thread.
 */
final class KeyMemo {
  private static final int SLOT_BITS = 13;
  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

  private final int[] groupOfRow;
  private boolean isOpen;
  private byte @Nullable [][] dictionaries = {};

  /** For each key its places in a dictionary, or its numbers. */
  private int @Nullable [][] places = {};

  private long @Nullable [][] numbers = {};

  /** For each slot the window's end and what stands for each key. */
  private long[] known = {};

  /** For each slot the group + 1; 0 where nothing is known. */
  private int[] groups = {};

  private int[] unknownRows = {};
  private long[] unknownEnds = {};
  private int unknown;

  /**
   * @param groupOfRow takes the group of each row's key, and has it after it was looked up
   */
  KeyMemo(int[] groupOfRow) {
    this.groupOfRow = groupOfRow;
  }

  /** Begins with the keys of a batch; of those that it cannot tell it will know none. */
  void open(Column[] keys) {
    isOpen = isTold(keys);
    if (!isOpen) {
      return;
    }
    if (groups.length == 0) {
      makeRoom(keys.length);
    }
    boolean isStale = false;
    for (int k = 0; k < keys.length; k++) {
      if (keys[k] instanceof BytesColumn bytes) {
        isStale |= dictionaries[k] != bytes.data();
        dictionaries[k] = bytes.data();
        places[k] = bytes.starts();
        numbers[k] = null;
      } else {
        isStale |= dictionaries[k] != null;
        dictionaries[k] = null;
        places[k] = null;
        numbers[k] = ((LongColumn) keys[k]).values();
      }
    }
    if (isStale) {
      Arrays.fill(groups, 0);
    }
  }

  private static boolean isTold(Column[] keys) {
    boolean isOfDictionary = false;
    for (Column key : keys) {
      boolean places = key instanceof BytesColumn bytes && bytes.isOfDictionary();
      if (key.hasNulls() || !places && !(key instanceof LongColumn)) {
        return false;
      }
      isOfDictionary |= places;
    }
    return isOfDictionary;
  }

  private void makeRoom(int keys) {
    dictionaries = new byte[keys][];
    places = new int[keys][];
    numbers = new long[keys][];
    known = new long[(keys + 1) << SLOT_BITS];
    groups = new int[1 << SLOT_BITS];
    unknownRows = new int[Batch.MAX_ROWS];
    unknownEnds = new long[Batch.MAX_ROWS];
  }

  /** Whether the row's group is known; it stands in {@code groupOfRow} then. */
  boolean knows(long end, int row) {
    if (!isOpen) {
      return false;
    }
    int slot = slot(end, row);
    if (groups[slot] != 0 && isOf(slot, end, row)) {
      groupOfRow[row] = groups[slot] - 1;
      return true;
    }
    unknownRows[unknown] = row;
    unknownEnds[unknown++] = end;
    return false;
  }

  /** Takes the groups of the rows that were not known and have been looked up since. */
  void learn() {
    for (int i = 0; i < unknown; i++) {
      int row = unknownRows[i];
      long end = unknownEnds[i];
      int slot = slot(end, row);
      groups[slot] = groupOfRow[row] + 1;
      int at = slot * (places.length + 1);
      known[at] = end;
      for (int k = 0; k < places.length; k++) {
        known[at + 1 + k] = key(k, row);
      }
    }
    unknown = 0;
  }

  private boolean isOf(int slot, long end, int row) {
    int at = slot * (places.length + 1);
    boolean is = known[at] == end;
    for (int k = 0; is && k < places.length; k++) {
      is = known[at + 1 + k] == key(k, row);
    }
    return is;
  }

  private int slot(long end, int row) {
    long hash = end * MULTIPLIER;
    for (int k = 0; k < places.length; k++) {
      hash = (hash ^ hash >>> 32 ^ key(k, row)) * MULTIPLIER;
    }
    return (int) (hash >>> Long.SIZE - SLOT_BITS);
  }

  private long key(int k, int row) {
    int[] of = places[k];
    return of != null ? of[row] : numbers[k][row];
  }
}
