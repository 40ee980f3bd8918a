package tidemark.statestore.table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The records of a shard in key order, as a few sorted runs. Records added since the last use
 * become a run of their own; where there are more than a few, neighbours of like size are merged,
 * so the order of n records costs n log n once and little later. A narrow range among many records
 * that have no order yet is found by looking at each, until that has been done so often that
 * sorting is cheaper.
 */
final class SortedRuns {
  /** Fewer bytes of records than this are sorted at once. */
  private static final int FEW = 1 << 14;

  private static final int MOST_LOOKS = 6;

  /**
   * A range that has more than this part of the records without order is worth sorting all; or
   * worth the look at all, where no order is asked for.
   */
  private static final int NARROW = 4;

  /** So many runs are not merged, whatever their size: their records may be gone soon. */
  private static final int FEW_RUNS = 4;

  private static final byte[] FRONT = {};

  private final Records records;
  private final List<int[]> runs = new ArrayList<>();
  private int ordered;
  private int looks;

  SortedRuns(Records records) {
    this.records = records;
  }

  void clear() {
    runs.clear();
    ordered = 0;
    looks = 0;
  }

  /** To be called before records move: afterwards all have an order, or none. */
  void beforeMoves() {
    if (ordered > 0) {
      orderAll();
    }
  }

  /** Forgets the records that are no more and takes over where the others are now. */
  void move(RecordMoves moves) {
    for (int i = 0; i < runs.size(); i++) {
      int[] run = runs.get(i);
      int count = 0;
      for (int record : run) {
        int place = moves.placeOf(record);
        if (place != RecordMoves.DROPPED) {
          run[count++] = place;
        }
      }
      runs.set(i, Arrays.copyOf(run, count));
    }
    runs.removeIf(run -> run.length == 0);
    ordered = ordered > 0 ? records.end() : 0;
  }

  /**
   * Records of a range, each run ascending and with at least one; records that are gone may be
   * among them.
   */
  List<int[]> within(byte[] from, Optional<byte[]> to) {
    return find(from, to, true);
  }

  /**
   * The records of all rows below a bound, in no order; records that are gone or dead may be among
   * them. Where many are below, nothing is sorted for it.
   */
  List<int[]> below(byte[] bound) {
    return find(FRONT, Optional.of(bound), false);
  }

  private List<int[]> find(byte[] from, Optional<byte[]> to, boolean inOrder) {
    List<int[]> found = new ArrayList<>();
    boolean look = to.isPresent() && records.end() - ordered > FEW && looks < MOST_LOOKS;
    if (!look || !isFoundAmong(from, to.get(), inOrder, found)) {
      orderAll();
    }
    for (int[] run : runs) {
      int first = lowerBound(run, from);
      int end = to.isEmpty() ? run.length : lowerBound(run, to.get());
      if (first < end) {
        found.add(Arrays.copyOfRange(run, first, end));
      }
    }
    return found;
  }

  /** Adds the records without order that are in the range; false when all had better be sorted. */
  private boolean isFoundAmong(byte[] from, byte[] to, boolean inOrder, List<int[]> found) {
    int unwanted = inOrder ? RecordState.GONE : RecordState.GONE | RecordState.DEAD;
    RecordList among = new RecordList();
    int count = 0;
    long bound = KeyBytes.order(to, 1, to.length);
    for (int record = records.from(ordered);
        record < records.end();
        record = records.after(record)) {
      count++;
      int order = Long.compareUnsigned(records.order(record), bound);
      if (order <= 0
          && (records.flags(record) & unwanted) == 0
          && (order < 0 || records.compareKey(record, to) < 0)
          && (from.length < 2 || records.compareKey(record, from) >= 0)) {
        among.add(record);
      }
    }
    boolean narrow = among.size() <= count / NARROW;
    if (!narrow && inOrder) {
      return false;
    }
    looks += narrow ? 1 : 0;
    if (among.size() > 0) {
      found.add(inOrder ? among.sorted(records) : among.copy());
    }
    return true;
  }

  /**
   * Eight bytes, those after the first, of the least key of a row that is not below the bound; all
   * ones when there is none. No row is below the bound.
   */
  long leastFrom(byte[] bound) {
    long least = -1;
    for (int[] run : runs) {
      int at = lowerBound(run, bound);
      while (at < run.length
          && (records.flags(run[at]) & (RecordState.GONE | RecordState.DEAD)) != 0) {
        at++;
      }
      if (at < run.length) {
        least = smaller(least, records.order(run[at]));
      }
    }
    for (int record = records.from(ordered);
        record < records.end();
        record = records.after(record)) {
      if ((records.flags(record) & (RecordState.GONE | RecordState.DEAD)) == 0) {
        least = smaller(least, records.order(record));
      }
    }
    return least;
  }

  private static long smaller(long a, long b) {
    return Long.compareUnsigned(a, b) <= 0 ? a : b;
  }

  private void orderAll() {
    if (ordered < records.end()) {
      add(withoutOrder().sorted(records));
    }
  }

  /**
   * Takes over the order of records, if others have one and no record is left without.
   *
   * @param sorted ascending by key
   */
  void adopt(int[] sorted) {
    if (ordered == 0 || ordered == records.end()) {
      return;
    }
    int[] run = new int[sorted.length];
    int count = 0;
    for (int record : sorted) {
      if (record >= ordered) {
        run[count++] = record;
      }
    }
    if (count == withoutOrder().size()) {
      add(Arrays.copyOf(run, count));
    }
  }

  private RecordList withoutOrder() {
    RecordList found = new RecordList();
    for (int record = records.from(ordered);
        record < records.end();
        record = records.after(record)) {
      if ((records.flags(record) & RecordState.GONE) == 0) {
        found.add(record);
      }
    }
    return found;
  }

  private void add(int[] run) {
    runs.add(run);
    ordered = records.end();
    looks = 0;
    while (runs.size() > FEW_RUNS
        && tooLike(runs.get(runs.size() - 2), runs.get(runs.size() - 1))) {
      int[] last = runs.remove(runs.size() - 1);
      runs.set(runs.size() - 1, merge(runs.get(runs.size() - 1), last));
    }
  }

  private static boolean tooLike(int[] before, int[] last) {
    return before.length < 4 * last.length;
  }

  private int[] merge(int[] a, int[] b) {
    int[] merged = new int[a.length + b.length];
    int count = 0;
    int i = 0;
    int j = 0;
    while (i < a.length || j < b.length) {
      boolean fromA = j == b.length || (i < a.length && records.compare(a[i], b[j]) <= 0);
      int record = fromA ? a[i++] : b[j++];
      if ((records.flags(record) & RecordState.GONE) == 0) {
        merged[count++] = record;
      }
    }
    return Arrays.copyOf(merged, count);
  }

  /** Position of the first record in the run whose key is not below the given one. */
  private int lowerBound(int[] run, byte[] key) {
    int low = 0;
    int high = run.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (records.compareKey(run[middle], key) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
