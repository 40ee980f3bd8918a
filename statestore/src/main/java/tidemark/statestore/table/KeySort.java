package tidemark.statestore.table;

import java.util.Arrays;

/**
 * Sorts records by key, eight bytes at a time: those behind the common start of all keys first,
 * then, among records that agree on them, those behind their common start, and so on. So nearly all
 * comparisons are of numbers, in arrays.
 */
final class KeySort {
  private static final int INSERTION = 16;

  private final Records store;
  private final int[] records;
  private final long[] order;

  private KeySort(Records store, int[] records, int count) {
    this.store = store;
    this.records = records;
    this.order = new long[count];
  }

  /** Sorts the first {@code count} records. */
  static void sort(Records store, int[] records, int count) {
    if (count > 1) {
      new KeySort(store, records, count).sortBehind(0, count - 1, 0);
    }
  }

  /** Sorts records that agree on the first bytes of their keys. */
  private void sortBehind(int low, int high, int agreed) {
    int common = commonStart(low, high, agreed);
    byte[] arena = store.arena();
    for (int i = low; i <= high; i++) {
      int start = store.keyStart(records[i]);
      int end = start + store.keyLength(records[i]);
      order[i] = KeyBytes.order(arena, start + common, end) ^ Long.MIN_VALUE;
    }
    sort(low, high);
    for (int from = low; from < high; ) {
      int to = from;
      while (to < high && order[to + 1] == order[from]) {
        to++;
      }
      if (to > from) {
        sortEqual(from, to, common + 8);
      }
      from = to + 1;
    }
  }

  /**
   * Sorts records that agree up to a length, where a key that ends before is taken to go on with
   * zeros: such keys come first, by their length.
   */
  private void sortEqual(int low, int high, int agreed) {
    int ended = low;
    for (int i = low; i <= high; i++) {
      int record = records[i];
      int length = store.keyLength(record);
      if (length < agreed) {
        records[i] = records[ended];
        int j = ended++;
        for (; j > low && store.keyLength(records[j - 1]) > length; j--) {
          records[j] = records[j - 1];
        }
        records[j] = record;
      }
    }
    if (ended < high) {
      sortBehind(ended, high, agreed);
    }
  }

  private int commonStart(int low, int high, int agreed) {
    byte[] arena = store.arena();
    int first = store.keyStart(records[low]);
    int common = store.keyLength(records[low]);
    for (int i = low + 1; i <= high && common > agreed; i++) {
      int start = store.keyStart(records[i]);
      int length = Math.min(common, store.keyLength(records[i]));
      int differs =
          Arrays.mismatch(
              arena, first + agreed, first + length, arena, start + agreed, start + length);
      common = differs < 0 ? length : agreed + differs;
    }
    return Math.max(common, agreed);
  }

  private void sort(int low, int high) {
    int from = low;
    int to = high;
    while (to - from > INSERTION) {
      swap((from + to) >>> 1, median(from, (from + to) >>> 1, to));
      int middle = partition(from, to, order[(from + to) >>> 1]);
      if (middle - from < to - middle) {
        sort(from, middle);
        from = middle + 1;
      } else {
        sort(middle + 1, to);
        to = middle;
      }
    }
    insertion(from, to);
  }

  /** Hoare's partition: everything up to the result is not above the pivot, the rest not below. */
  private int partition(int low, int high, long pivot) {
    int left = low - 1;
    int right = high + 1;
    while (true) {
      do {
        left++;
      } while (order[left] < pivot);
      do {
        right--;
      } while (order[right] > pivot);
      if (left >= right) {
        return right;
      }
      swap(left, right);
    }
  }

  private int median(int a, int b, int c) {
    if (order[a] < order[b]) {
      return order[b] < order[c] ? b : order[a] < order[c] ? c : a;
    }
    return order[a] < order[c] ? a : order[b] < order[c] ? c : b;
  }

  private void insertion(int low, int high) {
    for (int i = low + 1; i <= high; i++) {
      long keyOrder = order[i];
      int record = records[i];
      int j = i - 1;
      for (; j >= low && order[j] > keyOrder; j--) {
        order[j + 1] = order[j];
        records[j + 1] = records[j];
      }
      order[j + 1] = keyOrder;
      records[j + 1] = record;
    }
  }

  private void swap(int a, int b) {
    long keyOrder = order[a];
    order[a] = order[b];
    order[b] = keyOrder;
    int record = records[a];
    records[a] = records[b];
    records[b] = record;
  }
}
