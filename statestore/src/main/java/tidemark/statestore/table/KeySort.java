package tidemark.statestore.table;

import java.util.Arrays;

/**
 * Sorts records by key, eight bytes at a time: those behind the common start of all keys first,
 * then, among records that agree on them, those behind their common start, and so on. So nearly all
 * comparisons are of numbers, in arrays.
 */
final class KeySort {
  /** When all numbers agree in more bytes than these, those behind are read instead. */
  private static final int FEW_BYTES = 2;

  private final Records store;
  private final int[] records;
  private final NumberSort numbers;

  /** Ranges still to be sorted: first, last, bytes that all of its keys agree on. */
  private int[] waiting = new int[48];

  private int waitingEnd;

  private KeySort(Records store, int[] records, int count, SortRoom room) {
    this.store = store;
    this.records = records;
    this.numbers = new NumberSort(records, count, room);
  }

  /** Sorts the first {@code count} records. */
  static void sort(Records store, int[] records, int count, SortRoom room) {
    if (count > 1) {
      new KeySort(store, records, count, room).sort(count);
    }
  }

  /** The ranges wait on a stack: a recursion would be compiled into itself, for seconds. */
  private void sort(int count) {
    push(0, count - 1, 0);
    while (waitingEnd > 0) {
      waitingEnd -= 3;
      sortBehind(waiting[waitingEnd], waiting[waitingEnd + 1], waiting[waitingEnd + 2]);
    }
  }

  private void push(int low, int high, int agreed) {
    if (waitingEnd == waiting.length) {
      waiting = Arrays.copyOf(waiting, 2 * waitingEnd);
    }
    waiting[waitingEnd++] = low;
    waiting[waitingEnd++] = high;
    waiting[waitingEnd++] = agreed;
  }

  /** Sorts records that agree on the first bytes of their keys. */
  private void sortBehind(int low, int high, int agreed) {
    int from = agreed;
    int common = readNumbers(low, high, from);
    if (common > FEW_BYTES && common < Long.BYTES) {
      from += common;
      common = readNumbers(low, high, from);
    }
    if (common < Long.BYTES) {
      numbers.sort(low, high);
    }
    pushEqual(low, high, from + Long.BYTES);
  }

  /**
   * Sets the number of each record to the eight bytes behind a length; returns in how many of them
   * all agree.
   */
  private int readNumbers(int low, int high, int from) {
    long[] order = numbers.order();
    long differing = 0;
    for (int i = low; i <= high; i++) {
      int record = records[i];
      int start = store.keyStart(record);
      int end = start + store.keyLength(record);
      order[i] = KeyBytes.order(store.array(record), start + from, end) ^ Long.MIN_VALUE;
      differing |= order[i] ^ order[low];
    }
    return Long.numberOfLeadingZeros(differing) / Byte.SIZE;
  }

  private void pushEqual(int low, int high, int agreed) {
    long[] order = numbers.order();
    for (int from = low; from < high; ) {
      int to = from;
      while (to < high && order[to + 1] == order[from]) {
        to++;
      }
      if (to > from) {
        sortEqual(from, to, agreed);
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
      push(ended, high, agreed);
    }
  }
}
