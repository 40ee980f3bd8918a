package tidemark.operators.stateful;

import java.util.Arrays;
import tidemark.operators.state.KeyHash;
import tidemark.operators.state.KeyWriter;

/** The keys of some rows, one behind the other. Used by one thread. */
final class WrittenKeys {
  private static final int FIRST_ROOM = 1024;

  private final KeyWriter bytes = new KeyWriter();
  private int[] ends = new int[FIRST_ROOM];
  private long[] hashes = new long[FIRST_ROOM];
  private int[] order = {};
  private int count;

  /** Where the next key is written. */
  KeyWriter writer() {
    return bytes;
  }

  /** A key is written. */
  void end() {
    int start = start(count);
    int end = bytes.length();
    if (count == ends.length) {
      ends = Arrays.copyOf(ends, 2 * count);
      hashes = Arrays.copyOf(hashes, 2 * count);
    }
    hashes[count] = KeyHash.of(bytes.buffer(), start, end - start);
    ends[count++] = end;
  }

  int count() {
    return count;
  }

  /** The bytes of all keys. */
  byte[] bytes() {
    return bytes.buffer();
  }

  /** How many bytes there are. */
  int length() {
    return bytes.length();
  }

  int start(int key) {
    return key == 0 ? 0 : ends[key - 1];
  }

  int length(int key) {
    return ends[key] - start(key);
  }

  long hash(int key) {
    return hashes[key];
  }

  /**
   * The keys by key group, within one as they were written; valid until the next call.
   *
   * @param starts takes where each key group begins, and at last the number of keys
   */
  int[] order(int[] starts) {
    int[] next = new int[KeyHash.GROUPS + 1];
    for (int i = 0; i < count; i++) {
      next[KeyHash.group(hashes[i]) + 1]++;
    }
    for (int i = 0; i < KeyHash.GROUPS; i++) {
      next[i + 1] += next[i];
    }
    System.arraycopy(next, 0, starts, 0, starts.length);
    if (order.length < count) {
      order = new int[ends.length];
    }
    for (int i = 0; i < count; i++) {
      order[next[KeyHash.group(hashes[i])]++] = i;
    }
    return order;
  }

  /** Forgets all keys. */
  void clear() {
    bytes.clear();
    count = 0;
  }
}
