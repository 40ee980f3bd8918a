package tidemark.operators.keyed;

/** Sorts rows by time; rows of the same time keep their order. */
final class TimeOrder {
  private static final int BITS = 11;
  private static final int BUCKETS = 1 << BITS;

  private TimeOrder() {}

  /** The rows {@code 0..count-1} in the order of their times. */
  static int[] of(long[] times, int count) {
    long first = Long.MAX_VALUE;
    long last = Long.MIN_VALUE;
    for (int i = 0; i < count; i++) {
      first = Math.min(first, times[i]);
      last = Math.max(last, times[i]);
    }
    int[] order = new int[count];
    for (int i = 0; i < count; i++) {
      order[i] = i;
    }
    int[] next = new int[count];
    int significant = count == 0 ? 0 : Long.SIZE - Long.numberOfLeadingZeros(last - first);
    for (int shift = 0; shift < significant; shift += BITS) {
      pass(times, first, shift, order, next);
      int[] swapped = order;
      order = next;
      next = swapped;
    }
    return order;
  }

  /** One stable pass of a radix sort; differences are unsigned, so any two times fit. */
  private static void pass(long[] times, long first, int shift, int[] from, int[] to) {
    int[] ends = new int[BUCKETS + 1];
    for (int row : from) {
      ends[(int) ((times[row] - first) >>> shift & (BUCKETS - 1)) + 1]++;
    }
    for (int i = 0; i < BUCKETS; i++) {
      ends[i + 1] += ends[i];
    }
    for (int row : from) {
      to[ends[(int) ((times[row] - first) >>> shift & (BUCKETS - 1))]++] = row;
    }
  }
}
