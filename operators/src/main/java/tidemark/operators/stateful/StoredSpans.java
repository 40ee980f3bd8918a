package tidemark.operators.stateful;

import java.util.Arrays;

/**
 * The spans of event time that the sessions of some keys were stored with, ascending for each key.
 * The spans of a key are added together. Used by one thread.
 */
final class StoredSpans {
  private int[] firsts = new int[64];
  private int[] ends = new int[64];
  private long[] spanStarts = new long[64];
  private long[] spanEnds = new long[64];
  private int spans;

  /** Forgets all spans, and expects keys below a number. */
  void reset(int keys) {
    if (keys > firsts.length) {
      firsts = new int[2 * keys];
      ends = new int[2 * keys];
    }
    Arrays.fill(ends, 0, keys, 0);
    Arrays.fill(firsts, 0, keys, 0);
    spans = 0;
  }

  /** Adds a span that begins after those of the key so far. */
  void add(int key, long start, long end) {
    if (spans == spanStarts.length) {
      spanStarts = Arrays.copyOf(spanStarts, 2 * spans);
      spanEnds = Arrays.copyOf(spanEnds, 2 * spans);
    }
    if (ends[key] == 0) {
      firsts[key] = spans;
    }
    spanStarts[spans] = start;
    spanEnds[spans++] = end;
    ends[key] = spans;
  }

  /** The number of the first span of a key. */
  int first(int key) {
    return firsts[key];
  }

  /** The number after that of the last span of a key. */
  int end(int key) {
    return ends[key];
  }

  /** Where a span begins. */
  long spanStart(int span) {
    return spanStarts[span];
  }

  /** Where a span ends. */
  long spanEnd(int span) {
    return spanEnds[span];
  }
}
