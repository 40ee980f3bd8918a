package tidemark.operators.state;

import java.util.Arrays;

/** The order in which a table's groups are stored: by key group, then by the key's bytes. */
public final class SortedKeys {
  private static final int SMALL = 16;

  private SortedKeys() {}

  /** The stored form of a group's key: the key group, then the key. */
  public static byte[] storedKey(GroupTable table, int group) {
    byte[] key = new byte[table.length(group) + 1];
    writeStoredKey(table, group, key, 0);
    return key;
  }

  /** Writes the stored form, one byte longer than the key, into an array. */
  public static void writeStoredKey(GroupTable table, int group, byte[] target, int at) {
    target[at] = (byte) KeyHash.group(table.hash(group));
    System.arraycopy(table.arena(), table.start(group), target, at + 1, table.length(group));
  }

  /** All groups by key group, in the order of the table within one. */
  public static int[] byGroup(GroupTable table) {
    return byGroup(table, starts(table));
  }

  /** All groups in stored order. */
  public static int[] order(GroupTable table) {
    int[] starts = starts(table);
    int[] order = byGroup(table, starts);
    int[] scratch = new int[order.length];
    for (int i = 0; i < KeyHash.GROUPS; i++) {
      sort(table, order, scratch, starts[i], starts[i + 1]);
    }
    return order;
  }

  private static int[] starts(GroupTable table) {
    int[] starts = new int[KeyHash.GROUPS + 1];
    int groups = table.size();
    for (int group = 0; group < groups; group++) {
      starts[KeyHash.group(table.hash(group)) + 1]++;
    }
    for (int i = 0; i < KeyHash.GROUPS; i++) {
      starts[i + 1] += starts[i];
    }
    return starts;
  }

  private static int[] byGroup(GroupTable table, int[] starts) {
    int[] order = new int[table.size()];
    int[] next = starts.clone();
    for (int group = 0; group < order.length; group++) {
      order[next[KeyHash.group(table.hash(group))]++] = group;
    }
    return order;
  }

  private static void sort(GroupTable table, int[] order, int[] scratch, int from, int to) {
    if (to - from <= SMALL) {
      insertionSort(table, order, from, to);
      return;
    }
    int middle = (from + to) >>> 1;
    sort(table, order, scratch, from, middle);
    sort(table, order, scratch, middle, to);
    System.arraycopy(order, from, scratch, from, middle - from);
    int left = from;
    int right = middle;
    for (int i = from; left < middle; i++) {
      boolean takeRight = right < to && compare(table, order[right], scratch[left]) < 0;
      order[i] = takeRight ? order[right++] : scratch[left++];
    }
  }

  private static void insertionSort(GroupTable table, int[] order, int from, int to) {
    for (int i = from + 1; i < to; i++) {
      int group = order[i];
      int j = i;
      while (j > from && compare(table, order[j - 1], group) > 0) {
        order[j] = order[j - 1];
        j--;
      }
      order[j] = group;
    }
  }

  private static int compare(GroupTable table, int left, int right) {
    int leftStart = table.start(left);
    int rightStart = table.start(right);
    byte[] arena = table.arena();
    return Arrays.compareUnsigned(
        arena,
        leftStart,
        leftStart + table.length(left),
        arena,
        rightStart,
        rightStart + table.length(right));
  }
}
