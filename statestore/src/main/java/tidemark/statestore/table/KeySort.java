package tidemark.statestore.table;

import java.util.Arrays;

/**
 * Sorts records by key: on eight bytes after the common start of all keys, then on the whole key
 * where those agree.
 */
final class KeySort {
  private static final int INSERTION = 16;

  private final Shard shard;
  private final byte[] arena;
  private final int[] records;
  private final long[] order;

  private KeySort(Shard shard, int[] records, long[] order) {
    this.shard = shard;
    this.arena = shard.arena();
    this.records = records;
    this.order = order;
  }

  /** Sorts the first {@code count} records. */
  static void sort(Shard shard, int[] records, int count) {
    if (count < 2) {
      return;
    }
    int common = commonStart(shard, records, count);
    long[] order = new long[count];
    for (int i = 0; i < count; i++) {
      int start = shard.keyStart(records[i]);
      int end = start + shard.keyLength(records[i]);
      order[i] = KeyBytes.order(shard.arena(), Math.min(start + common, end), end) ^ Long.MIN_VALUE;
    }
    new KeySort(shard, records, order).sort(0, count - 1);
  }

  private static int commonStart(Shard shard, int[] records, int count) {
    byte[] arena = shard.arena();
    int first = shard.keyStart(records[0]);
    int common = shard.keyLength(records[0]);
    for (int i = 1; i < count && common > 0; i++) {
      int start = shard.keyStart(records[i]);
      int length = Math.min(common, shard.keyLength(records[i]));
      int differs = Arrays.mismatch(arena, first, first + length, arena, start, start + length);
      common = differs < 0 ? length : differs;
    }
    return common;
  }

  private void sort(int low, int high) {
    int from = low;
    int to = high;
    while (to - from > INSERTION) {
      swap((from + to) >>> 1, median(from, (from + to) >>> 1, to));
      int middle = partition(from, to, (from + to) >>> 1);
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
  private int partition(int low, int high, int pivot) {
    long pivotOrder = order[pivot];
    int pivotRecord = records[pivot];
    int left = low - 1;
    int right = high + 1;
    while (true) {
      do {
        left++;
      } while (compare(order[left], records[left], pivotOrder, pivotRecord) < 0);
      do {
        right--;
      } while (compare(order[right], records[right], pivotOrder, pivotRecord) > 0);
      if (left >= right) {
        return right;
      }
      swap(left, right);
    }
  }

  private int median(int a, int b, int c) {
    if (less(a, b)) {
      return less(b, c) ? b : less(a, c) ? c : a;
    }
    return less(a, c) ? a : less(b, c) ? c : b;
  }

  private boolean less(int a, int b) {
    return compare(order[a], records[a], order[b], records[b]) < 0;
  }

  private void insertion(int low, int high) {
    for (int i = low + 1; i <= high; i++) {
      long keyOrder = order[i];
      int record = records[i];
      int j = i - 1;
      for (; j >= low && compare(order[j], records[j], keyOrder, record) > 0; j--) {
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

  private int compare(long orderA, int a, long orderB, int b) {
    if (orderA != orderB) {
      return orderA < orderB ? -1 : 1;
    }
    int startA = shard.keyStart(a);
    int startB = shard.keyStart(b);
    return Arrays.compareUnsigned(
        arena, startA, startA + shard.keyLength(a), arena, startB, startB + shard.keyLength(b));
  }
}
