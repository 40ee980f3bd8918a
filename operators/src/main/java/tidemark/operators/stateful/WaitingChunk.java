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

  private final int[] starts = new int[KeyHash.GROUPS + 1];
  private final int[] ends;
  private final int[] rows;
  private final long[] expiries;
  private byte[] keys = {};

  /**
   * @param most how many keys it can take
   * @param expire whether keys have an expiry beside themselves
   */
  WaitingChunk(int most, boolean expire) {
    ends = new int[most];
    rows = new int[most];
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
   */
  void take(
      byte[] written,
      int[] writtenEnds,
      long[] writtenExpiries,
      int count,
      int firstRow,
      Groups groups) {
    int[] order = order(written, writtenEnds, count, groups);
    int taken = starts[KeyHash.GROUPS];
    int length = writtenEnds[count - 1];
    if (keys.length < length) {
      keys = new byte[length];
    }
    int at = 0;
    for (int i = 0; i < taken; i++) {
      int key = order[i];
      int start = start(writtenEnds, key);
      int bytes = writtenEnds[key] - start;
      System.arraycopy(written, start, keys, at, bytes);
      at += bytes;
      ends[i] = at;
      rows[i] = firstRow + key;
    }
    if (expiries.length > 0) {
      for (int i = 0; i < taken; i++) {
        expiries[i] = writtenExpiries[order[i]];
      }
    }
  }

  /** The keys by key group, which is their first byte. */
  private int[] order(byte[] written, int[] writtenEnds, int count, Groups groups) {
    int[] next = new int[KeyHash.GROUPS + 1];
    for (int i = 0; i < count; i++) {
      int group = written[start(writtenEnds, i)] & 0xFF;
      next[group + 1] += groups.has(group) ? 1 : 0;
    }
    for (int i = 0; i < KeyHash.GROUPS; i++) {
      next[i + 1] += next[i];
    }
    System.arraycopy(next, 0, starts, 0, starts.length);
    int[] order = new int[count];
    for (int i = 0; i < count; i++) {
      int group = written[start(writtenEnds, i)] & 0xFF;
      if (groups.has(group)) {
        order[next[group]++] = i;
      }
    }
    return order;
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
    return start(ends, number);
  }

  int end(int number) {
    return ends[number];
  }

  /** The number of the key's row in its share. */
  int row(int number) {
    return rows[number];
  }

  /** When the key may be forgotten; only where keys have an expiry. */
  long expiry(int number) {
    return expiries[number];
  }
}
