package tidemark.statestore.table;

import org.jspecify.annotations.Nullable;

/**
 * Sorts ranges of numbers and, with each number, what it stands for: many by their digits, fewer by
 * quicksort without recursion.
 */
final class NumberSort {
  private static final int INSERTION = 16;

  /** From here on going through the digits is quicker. */
  static final int MANY = 512;

  /** The larger part waits each time, so no more parts than this ever wait. */
  private static final int MOST_WAITING = Integer.SIZE;

  private final long[] order;
  private final int[] records;
  private final int[] waiting = new int[2 * MOST_WAITING];
  private final int count;
  private final SortRoom room;
  private @Nullable DigitSort digits;

  /**
   * @param records what each number stands for
   * @param count how many there are
   * @param room where the numbers are
   */
  NumberSort(int[] records, int count, SortRoom room) {
    this.order = room.numbers(count);
    this.records = records;
    this.count = count;
    this.room = room;
  }

  /** The numbers, to be set before they are sorted. */
  long[] order() {
    return order;
  }

  /** Sorts the numbers from one position to another, both included. */
  void sort(int low, int high) {
    if (high - low < MANY) {
      quicksort(low, high);
      return;
    }
    if (digits == null) {
      digits = new DigitSort(this, order, records, count, room);
    }
    digits.sort(low, high);
  }

  private void quicksort(int low, int high) {
    int end = 0;
    int from = low;
    int to = high;
    while (true) {
      while (to - from > INSERTION) {
        swap((from + to) >>> 1, median(from, (from + to) >>> 1, to));
        int middle = partition(from, to, order[(from + to) >>> 1]);
        boolean leftFirst = middle - from < to - middle;
        waiting[end++] = leftFirst ? middle + 1 : from;
        waiting[end++] = leftFirst ? to : middle;
        from = leftFirst ? from : middle + 1;
        to = leftFirst ? middle : to;
      }
      insertion(from, to);
      if (end == 0) {
        return;
      }
      to = waiting[--end];
      from = waiting[--end];
    }
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
      long number = order[i];
      int record = records[i];
      int j = i - 1;
      for (; j >= low && order[j] > number; j--) {
        order[j + 1] = order[j];
        records[j + 1] = records[j];
      }
      order[j + 1] = number;
      records[j + 1] = record;
    }
  }

  private void swap(int a, int b) {
    long number = order[a];
    order[a] = order[b];
    order[b] = number;
    int record = records[a];
    records[a] = records[b];
    records[b] = record;
  }
}
