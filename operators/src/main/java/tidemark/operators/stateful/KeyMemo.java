package tidemark.operators.stateful;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tidemark.operators.batch.BytesColumn;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.LongColumn;

/**
 * Remembers the groups of keys that have a text in them: such a key is told by the place of the
 * text in a dictionary, its column's own or {@link TextPlaces}, and needs neither its bytes nor
 * their hash. A cache with one place for each key: who comes later takes it. Used by one thread.
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
  private @Nullable TextPlaces[] texts = {};

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

  /** Forgets all groups and texts, and keeps the memory. */
  void clear() {
    Arrays.fill(known, 0);
    Arrays.fill(dictionaries, null);
    Arrays.fill(places, null);
    Arrays.fill(numbers, null);
    for (TextPlaces text : texts) {
      if (text != null) {
        text.clear();
      }
    }
    unknown = 0;
  }

  /**
   * Begins with the keys of a batch; of those that it cannot tell it will know none.
   *
   * @param rows those whose groups will be asked for, the first {@code count} of them
   */
  void open(Column[] keys, int[] rows, int count) {
    isOpen = isTold(keys);
    if (!isOpen) {
      return;
    }
    if (known.length == 0) {
      makeRoom(keys.length);
    }
    boolean isStale = false;
    for (int k = 0; k < keys.length; k++) {
      byte[] before = dictionaries[k];
      if (keys[k] instanceof BytesColumn bytes) {
        numbers[k] = null;
        takePlaces(k, bytes, rows, count);
      } else {
        numbers[k] = ((LongColumn) keys[k]).values();
        dictionaries[k] = null;
        places[k] = null;
      }
      isStale |= dictionaries[k] != before;
    }
    if (isStale) {
      Arrays.fill(known, 0);
    }
  }

  private void takePlaces(int k, BytesColumn bytes, int[] rows, int count) {
    if (bytes.isOfDictionary()) {
      dictionaries[k] = bytes.data();
      places[k] = bytes.starts();
      return;
    }
    TextPlaces of = texts[k];
    if (of == null) {
      of = new TextPlaces();
      texts[k] = of;
    }
    places[k] = of.of(bytes, rows, count);
    dictionaries[k] = of.dictionary();
    isOpen &= places[k] != null;
  }

  private static boolean isTold(Column[] keys) {
    boolean hasText = false;
    for (Column key : keys) {
      if (key.hasNulls() || !(key instanceof BytesColumn) && !(key instanceof LongColumn)) {
        return false;
      }
      hasText |= key instanceof BytesColumn;
    }
    return hasText;
  }

  private void makeRoom(int keys) {
    dictionaries = new byte[keys][];
    places = new int[keys][];
    numbers = new long[keys][];
    texts = new TextPlaces[keys];
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
