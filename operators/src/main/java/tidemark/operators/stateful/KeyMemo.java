package tidemark.operators.stateful;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
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

  /** Rows that are looked up together; those that follow may have the same keys. */
  private static final int MOST_UNKNOWN = 128;

  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

  private final int[] groupOfRow;
  private boolean isOpen;
  private byte @Nullable [][] dictionaries = {};

  /** For each key its places in a dictionary, or its numbers. */
  private int @Nullable [][] places = {};

  private long @Nullable [][] numbers = {};

  /**
   * For each slot the window's end, the group + 1 (0: nothing is known), and what stands for each
   * key.
   */
  private long[] known = {};

  private final int[] unknownRows = new int[MOST_UNKNOWN];
  private final long[] unknownEnds = new long[MOST_UNKNOWN];
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
    if (known.length == 0) {
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
      Arrays.fill(known, 0);
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
    known = new long[(keys + 2) << SLOT_BITS];
  }

  /**
   * Finds the groups that are known, which stand in {@code groupOfRow} then, from a place on and
   * until some are not: these are to be looked up, and {@linkplain #learn learned} before the next
   * call. Answers the place to go on at.
   *
   * @param ends of the windows, for each of the rows
   */
  int find(int[] rows, long[] ends, int from, int count) {
    unknown = 0;
    if (isOpen) {
      return places.length == 1
          ? findPlaces(rows, ends, from, count, Objects.requireNonNull(places[0]))
          : findKeys(rows, ends, from, count);
    }
    unknown = Math.min(MOST_UNKNOWN, count - from);
    System.arraycopy(rows, from, unknownRows, 0, unknown);
    System.arraycopy(ends, from, unknownEnds, 0, unknown);
    return from + unknown;
  }

  /** How many rows were not known. */
  int unknown() {
    return unknown;
  }

  /** One of the rows that were not known. */
  int unknownRow(int i) {
    return unknownRows[i];
  }

  /** The end of its window. */
  long unknownEnd(int i) {
    return unknownEnds[i];
  }

  /** The same as {@link #findKeys} where a value of a dictionary is the only key. */
  private int findPlaces(int[] rows, long[] ends, int from, int count, int[] starts) {
    long[] slots = known;
    int i = from;
    for (; i < count && unknown < MOST_UNKNOWN; i++) {
      int row = rows[i];
      long end = ends[i];
      int start = starts[row];
      int at = 3 * (int) (mix(end * MULTIPLIER, start) >>> Long.SIZE - SLOT_BITS);
      int group = (int) slots[at + 1];
      if (slots[at] == end && slots[at + 2] == start && group != 0) {
        groupOfRow[row] = group - 1;
      } else {
        unknownRows[unknown] = row;
        unknownEnds[unknown++] = end;
      }
    }
    return i;
  }

  private int findKeys(int[] rows, long[] ends, int from, int count) {
    int i = from;
    for (; i < count && unknown < MOST_UNKNOWN; i++) {
      int row = rows[i];
      int at = slot(ends[i], row);
      if (known[at + 1] != 0 && isOf(at, ends[i], row)) {
        groupOfRow[row] = (int) known[at + 1] - 1;
      } else {
        unknownRows[unknown] = row;
        unknownEnds[unknown++] = ends[i];
      }
    }
    return i;
  }

  /** Learns the groups of the rows that were not known and have been looked up since. */
  void learn() {
    for (int i = 0; isOpen && i < unknown; i++) {
      int row = unknownRows[i];
      int at = slot(unknownEnds[i], row);
      known[at] = unknownEnds[i];
      known[at + 1] = groupOfRow[row] + 1L;
      for (int k = 0; k < places.length; k++) {
        known[at + 2 + k] = key(k, row);
      }
    }
    unknown = 0;
  }

  private boolean isOf(int at, long end, int row) {
    boolean is = known[at] == end;
    for (int k = 0; is && k < places.length; k++) {
      is = known[at + 2 + k] == key(k, row);
    }
    return is;
  }

  /** Where the key of a row stands in {@code known}. */
  private int slot(long end, int row) {
    long hash = end * MULTIPLIER;
    for (int k = 0; k < places.length; k++) {
      hash = mix(hash, key(k, row));
    }
    return (places.length + 2) * (int) (hash >>> Long.SIZE - SLOT_BITS);
  }

  private static long mix(long hash, long key) {
    return (hash ^ hash >>> 32 ^ key) * MULTIPLIER;
  }

  private long key(int k, int row) {
    int[] of = places[k];
    return of != null ? of[row] : Objects.requireNonNull(numbers[k])[row];
  }
}
