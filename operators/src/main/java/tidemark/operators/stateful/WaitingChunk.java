package tidemark.operators.stateful;

import tidemark.operators.state.KeyHash;

/** Stored keys by key group; in each as they came. Read by any thread once it is filled. */
final class WaitingChunk {
  /** The key groups {@code first .. end - 1}. */
  record Groups(int first, int end) {
    static final Groups ALL = new Groups(0, KeyHash.GROUPS);

    boolean has(int group) {
      return group >= first && group < end;
    }
  }

  /** Rows are numbered in two bytes. */
  static final int MOST_KEYS = 1 << Character.SIZE;

  private static final int UNEVEN = -1;

  private final int[] starts = new int[KeyHash.GROUPS + 1];
  private final char[] rows;
  private final long[] expiries;
  private byte[] keys = {};

  /** Length of every key; {@link #UNEVEN} when they differ: then where each ends is told apart. */
  private int width;

  private int[] ends = {};
  private int firstRow;

  /**
   * @param most how many keys it can take, at most {@link #MOST_KEYS}
   * @param expire whether keys have an expiry beside themselves
   */
  WaitingChunk(int most, boolean expire) {
    rows = new char[most];
    expiries = new long[expire ? most : 0];
  }

  /**
   * Takes copies of the keys of some key groups.
   *
   * @param written the keys, one behind the other
   * @param writtenEnds where each ends
   * @param writtenExpiries the expiry of each, if they have one
   * @param count how many there are
   * @param firstRow the number of the first one's row; those of the others follow
   * @param groups the key groups
   * @param order memory for as many numbers as there are keys
   */
  void take(
      byte[] written,
      int[] writtenEnds,
      long[] writtenExpiries,
      int count,
      int firstRow,
      Groups groups,
      int[] order) {
    int taken = order(written, writtenEnds, count, groups, order);
    width = width(writtenEnds, count);
    if (width == UNEVEN && ends.length < taken) {
      ends = new int[rows.length];
    }
    int length = writtenEnds[count - 1];
    if (keys.length < length) {
      keys = new byte[length];
    }
    this.firstRow = firstRow;
    int at = 0;
    for (int i = 0; i < taken; i++) {
      int key = order[i];
      int start = start(writtenEnds, key);
      int bytes = writtenEnds[key] - start;
      System.arraycopy(written, start, keys, at, bytes);
      at += bytes;
      if (width == UNEVEN) {
        ends[i] = at;
      }
      rows[i] = (char) key;
    }
    if (expiries.length > 0) {
      for (int i = 0; i < taken; i++) {
        expiries[i] = writtenExpiries[order[i]];
      }
    }
  }

  private static int width(int[] ends, int count) {
    int width = ends[0];
    for (int i = 1; i < count; i++) {
      if (ends[i] - ends[i - 1] != width) {
        return UNEVEN;
      }
    }
    return width;
  }

  /** Puts the keys of some key groups, which are their first bytes, in order; tells how many. */
  private int order(byte[] written, int[] writtenEnds, int count, Groups groups, int[] order) {
    int[] next = new int[KeyHash.GROUPS + 1];
    for (int i = 0; i < count; i++) {
      int group = written[start(writtenEnds, i)] & 0xFF;
      next[group + 1] += groups.has(group) ? 1 : 0;
    }
    for (int i = 0; i < KeyHash.GROUPS; i++) {
      next[i + 1] += next[i];
    }
    System.arraycopy(next, 0, starts, 0, starts.length);
    for (int i = 0; i < count; i++) {
      int group = written[start(writtenEnds, i)] & 0xFF;
      if (groups.has(group)) {
        order[next[group]++] = i;
      }
    }
    return starts[KeyHash.GROUPS];
  }

  private static int start(int[] ends, int number) {
    return number == 0 ? 0 : ends[number - 1];
  }

  /** Where the keys of a key group begin; with the number of key groups, how many there are. */
  int first(int keyGroup) {
    return starts[keyGroup];
  }

  /** The bytes that hold all keys. Read only. */
  byte[] keys() {
    return keys;
  }

  int start(int number) {
    return width == UNEVEN ? start(ends, number) : number * width;
  }

  int end(int number) {
    return width == UNEVEN ? ends[number] : number * width + width;
  }

  /** The number of the key's row in its share. */
  int row(int number) {
    return firstRow + rows[number];
  }

  /** When the key may be forgotten; only where keys have an expiry. */
  long expiry(int number) {
    return expiries[number];
  }
}
