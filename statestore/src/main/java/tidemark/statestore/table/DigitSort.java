package tidemark.statestore.table;

import java.util.Arrays;

/**
 * Sorts ranges of numbers and, with each number, what it stands for, byte by byte from the lowest,
 * passing over the bytes in which all of them agree. Equal numbers keep their order.
 */
final class DigitSort {
  private static final int DIGITS = 256;

  private final long[] order;
  private final int[] records;
  private final long[] otherOrder;
  private final int[] otherRecords;
  private final int[] starts = new int[DIGITS];

  /**
   * @param order the numbers
   * @param records what each number stands for
   */
  DigitSort(long[] order, int[] records) {
    this.order = order;
    this.records = records;
    this.otherOrder = new long[order.length];
    this.otherRecords = new int[order.length];
  }

  /** Sorts the numbers from one position to another, both included. */
  void sort(int low, int high) {
    long differing = differing(low, high);
    boolean isMoved = false;
    for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
      if ((differing >>> shift & 0xFF) != 0) {
        if (isMoved) {
          pass(otherOrder, otherRecords, order, records, low, high, shift);
        } else {
          pass(order, records, otherOrder, otherRecords, low, high, shift);
        }
        isMoved = !isMoved;
      }
    }
    if (isMoved) {
      System.arraycopy(otherOrder, low, order, low, high - low + 1);
      System.arraycopy(otherRecords, low, records, low, high - low + 1);
    }
  }

  /** The bits in which not all numbers agree. */
  private long differing(int low, int high) {
    long first = order[low];
    long differing = 0;
    for (int i = low + 1; i <= high; i++) {
      differing |= order[i] ^ first;
    }
    return differing;
  }

  private void pass(
      long[] from, int[] fromRecords, long[] to, int[] toRecords, int low, int high, int shift) {
    // The highest byte has the sign: the negative half comes first.
    int flip = shift == Long.SIZE - Byte.SIZE ? 0x80 : 0;
    int[] next = starts;
    countInto(next, from, low, high, shift, flip);
    for (int i = low; i <= high; i++) {
      int at = next[digit(from[i], shift, flip)]++;
      to[at] = from[i];
      toRecords[at] = fromRecords[i];
    }
  }

  /** Sets where the first number of each digit goes. */
  private static void countInto(int[] starts, long[] from, int low, int high, int shift, int flip) {
    Arrays.fill(starts, 0);
    for (int i = low; i <= high; i++) {
      starts[digit(from[i], shift, flip)]++;
    }
    int start = low;
    for (int digit = 0; digit < DIGITS; digit++) {
      int count = starts[digit];
      starts[digit] = start;
      start += count;
    }
  }

  private static int digit(long number, int shift, int flip) {
    return (int) (number >>> shift) & 0xFF ^ flip;
  }
}
