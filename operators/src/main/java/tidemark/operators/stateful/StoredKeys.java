package tidemark.operators.stateful;

import java.util.Arrays;
import tidemark.operators.state.GroupTable;
import tidemark.operators.state.SortedKeys;

/** The stored keys of a few neighbouring groups of a table, one behind the other. */
final class StoredKeys {
  private static final int MOST = 128;

  private byte[] bytes = new byte[64 * MOST];
  private final int[] ends = new int[MOST];
  private int count;

  /** Writes those from a group on, at most as many as are worth looking up together. */
  void write(GroupTable table, int from) {
    count = Math.min(MOST, table.size() - from);
    int end = 0;
    for (int i = 0; i < count; i++) {
      int start = end;
      end += table.length(from + i) + 1;
      if (end > bytes.length) {
        bytes = Arrays.copyOf(bytes, 2 * end);
      }
      SortedKeys.writeStoredKey(table, from + i, bytes, start);
      ends[i] = end;
    }
  }

  int count() {
    return count;
  }

  /** The array that holds the keys; until the next are written. */
  byte[] bytes() {
    return bytes;
  }

  int[] ends() {
    return ends;
  }

  /** Where a key begins, from number 0 on. */
  int start(int number) {
    return number == 0 ? 0 : ends[number - 1];
  }
}
