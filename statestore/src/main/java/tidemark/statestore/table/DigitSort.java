package tidemark.statestore.table;

import java.util.Arrays;

/**
 * Sorts ranges of numbers and, with each number, what it stands for, byte by byte: by the highest
 * bytes in which not all of them agree, from the lowest of these on. Few numbers agree in all of
 * them then; these are sorted among themselves.
 */
final class DigitSort {
  private static final int DIGITS = 256;

  /** By so many bytes numbers are sorted at once. */
  private static final int BYTES = 3;

  private final NumberSort runs;
  private final long[] order;
  private final int[] records;
  private final long[] otherOrder;
  private final int[] otherRecords;
  private final int[] starts = new int[DIGITS];

  /**
   * @param runs sorts neighbours that agree in the highest bytes
   * @param order the numbers
   * @param records what each number stands for
   * @param count how many there are
   */
  DigitSort(NumberSort runs, long[] order, int[] records, int count, SortRoom room) {
    this.runs = runs;
    this.order = order;
    this.records = records;
    this.otherOrder = room.otherNumbers(count);
    this.otherRecords = room.otherRecords(count);
  }

  /** Sorts the numbers from one position to another, both included. */
  void sort(int low, int high) {
    long differing = differing(low, high);
    long highest = highestBytes(differing);
    boolean isMoved = false;
    for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
      if ((highest >>> shift & 0xFF) != 0) {
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
    if ((differing & ~highest) != 0) {
      sortRuns(low, high, highest);
    }
  }

  /** All bits of the highest bytes in which there is any. */
  private static long highestBytes(long bits) {
    long bytes = 0;
    long rest = bits;
    for (int i = 0; i < BYTES && rest != 0; i++) {
      int shift = (Long.SIZE - 1 - Long.numberOfLeadingZeros(rest)) & -Byte.SIZE;
      bytes |= 0xFFL << shift;
      rest &= ~bytes;
    }
    return bytes;
  }

  private void sortRuns(int low, int high, long agreed) {
    for (int from = low; from < high; ) {
      int to = from;
      while (to < high && ((order[to + 1] ^ order[from]) & agreed) == 0) {
        to++;
      }
      if (to > from) {
        runs.sort(from, to);
      }
      from = to + 1;
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
