package tidemark.statestore.table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The records of a shard in key order, as a few sorted runs of falling size. Records added since
 * the last use become a run of their own; neighbours of like size are merged, so the order of n
 * records costs n log n once and little later.
 */
final class SortedRuns {
  private final Shard shard;
  private final List<int[]> runs = new ArrayList<>();
  private int ordered;

  SortedRuns(Shard shard) {
    this.shard = shard;
  }

  void clear() {
    runs.clear();
    ordered = 0;
  }

  /** All records, each run ascending; records that are gone may be among them. */
  List<int[]> current() {
    if (ordered < shard.end()) {
      runs.add(newRecords());
      ordered = shard.end();
      while (runs.size() > 1 && tooLike(runs.get(runs.size() - 2), runs.get(runs.size() - 1))) {
        int[] last = runs.remove(runs.size() - 1);
        runs.set(runs.size() - 1, merge(runs.get(runs.size() - 1), last));
      }
    }
    return List.copyOf(runs);
  }

  private static boolean tooLike(int[] before, int[] last) {
    return before.length < 4 * last.length;
  }

  private int[] newRecords() {
    int[] found = new int[64];
    int count = 0;
    for (int record = ordered; record < shard.end(); record = shard.next(record)) {
      if (!shard.has(record, Shard.GONE)) {
        if (count == found.length) {
          found = Arrays.copyOf(found, count * 2);
        }
        found[count++] = record;
      }
    }
    KeySort.sort(shard, found, count);
    return Arrays.copyOf(found, count);
  }

  private int[] merge(int[] a, int[] b) {
    int[] merged = new int[a.length + b.length];
    int count = 0;
    int i = 0;
    int j = 0;
    while (i < a.length || j < b.length) {
      boolean fromA = j == b.length || (i < a.length && compare(a[i], b[j]) <= 0);
      int record = fromA ? a[i++] : b[j++];
      if (!shard.has(record, Shard.GONE)) {
        merged[count++] = record;
      }
    }
    return Arrays.copyOf(merged, count);
  }

  int compare(int a, int b) {
    byte[] arena = shard.arena();
    int startA = shard.keyStart(a);
    int startB = shard.keyStart(b);
    return Arrays.compareUnsigned(
        arena, startA, startA + shard.keyLength(a), arena, startB, startB + shard.keyLength(b));
  }

  /** Position of the first record in the run whose key is not below the given one. */
  int lowerBound(int[] run, byte[] key) {
    int low = 0;
    int high = run.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (compareKey(run[middle], key) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  int compareKey(int record, byte[] key) {
    int start = shard.keyStart(record);
    return Arrays.compareUnsigned(
        shard.arena(), start, start + shard.keyLength(record), key, 0, key.length);
  }
}
