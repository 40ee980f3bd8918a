package tidemark.operators.join;

import java.util.Arrays;
import tidemark.operators.aggregate.StateReader;
import tidemark.operators.aggregate.StateWriter;
import tidemark.operators.state.KeyReader;
import tidemark.operators.state.KeyWriter;
import tidemark.operators.state.StateRows;

/**
 * Finds the rows of a side that the watermark has passed, at a cost that follows what it passes.
 * Rows that are kept in the same micro-batch stand in bundles of similar time, so that this takes
 * few rows of its own: {@code key group | earliest time | micro-batch | bundle → schema number |
 * rows in it | for each: time after the earliest | length | the row's key without its key group}. A
 * bundle that is passed in part is written anew with the rest. Used by one thread.
 */
final class ExpiryBundles {
  /** The most rows of a bundle: what may have to be written anew when one row of it is passed. */
  private static final int BUNDLE = 32;

  private static final int SCHEMA_NUMBER = 1;
  private static final int FIRST_ROOM = 64;

  private final StateRows bundles;
  private final long batch;
  private final StateWriter value = new StateWriter();
  private final StateReader reader = new StateReader();
  private final KeyWriter key = new KeyWriter();
  private byte[] bytes = new byte[FIRST_ROOM * 32];
  private int[] ends = new int[FIRST_ROOM];
  private long[] times = new long[FIRST_ROOM];
  private int added;
  private long looked;

  /**
   * @param batch the micro-batch's id
   */
  ExpiryBundles(StateRows bundles, long batch) {
    this.bundles = bundles;
    this.batch = batch;
  }

  /** Takes the key of a row that is passed. */
  @FunctionalInterface
  interface Visitor {
    void passed(byte[] storedKey);
  }

  /** How many entries were looked at. */
  long looked() {
    return looked;
  }

  /** Notes a row of the key group that is written next. */
  void add(byte[] storedKey, long time) {
    add(storedKey, 1, storedKey.length - 1, time);
  }

  private void add(byte[] source, int from, int length, long time) {
    int start = start(added);
    if (added == ends.length) {
      ends = Arrays.copyOf(ends, added * 2);
      times = Arrays.copyOf(times, added * 2);
    }
    if (start + length > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(start + length, bytes.length * 2));
    }
    System.arraycopy(source, from, bytes, start, length);
    ends[added] = start + length;
    times[added++] = time;
  }

  private int start(int number) {
    return number == 0 ? 0 : ends[number - 1];
  }

  /**
   * Visits the rows of a key group whose time is at or before the instant and forgets them; what is
   * left of the bundles that were opened is written by {@link #write}, which must follow.
   */
  void pass(int keyGroup, long closedMicros, Visitor visitor) {
    key.clear();
    key.writeByte(keyGroup);
    key.writeLong(closedMicros + 1);
    bundles.scan(
        new byte[] {(byte) keyGroup},
        key.toBytes(),
        (bundleKey, bundle) -> {
          bundles.delete(bundleKey);
          open(bundleKey, bundle, closedMicros, visitor);
        });
  }

  private void open(byte[] bundleKey, byte[] bundle, long closedMicros, Visitor visitor) {
    long earliest = new KeyReader(bundleKey, 1).readLong();
    reader.open(bundle, 0, bundle.length);
    reader.readCount();
    for (int left = reader.readCount(); left > 0; left--) {
      long time = earliest + reader.readLong();
      int length = reader.readCount();
      looked++;
      if (time <= closedMicros) {
        byte[] storedKey = new byte[length + 1];
        storedKey[0] = bundleKey[0];
        System.arraycopy(bundle, reader.position(), storedKey, 1, length);
        visitor.passed(storedKey);
      } else {
        add(bundle, reader.position(), length, time);
      }
      reader.skipRaw(length);
    }
  }

  /** Writes what was added since, all of one key group. */
  void write(int keyGroup) {
    int[] order = order();
    for (int from = 0; from < order.length; from += BUNDLE) {
      writeBundle(keyGroup, order, from, Math.min(order.length, from + BUNDLE));
    }
    added = 0;
  }

  private void writeBundle(int keyGroup, int[] order, int from, int to) {
    long earliest = times[order[from]];
    value.reset();
    value.writeCount(SCHEMA_NUMBER);
    value.writeCount(to - from);
    for (int i = from; i < to; i++) {
      int number = order[i];
      int start = start(number);
      value.writeLong(times[number] - earliest);
      value.writeBytes(bytes, start, ends[number] - start);
    }
    key.clear();
    key.writeByte(keyGroup);
    key.writeLong(earliest);
    key.writeLong(batch);
    key.writeLong(from / BUNDLE);
    bundles.insert(key.toBytes(), value.toBytes());
  }

  /** The numbers of what was added, by time and then as it was added. */
  private int[] order() {
    int[] order = new int[added];
    int[] scratch = new int[added];
    for (int i = 0; i < added; i++) {
      order[i] = i;
    }
    sort(order, scratch, 0, added);
    return order;
  }

  private void sort(int[] order, int[] scratch, int from, int to) {
    if (to - from < 2 || isSorted(order, from, to)) {
      return;
    }
    int middle = (from + to) >>> 1;
    sort(order, scratch, from, middle);
    sort(order, scratch, middle, to);
    System.arraycopy(order, from, scratch, from, middle - from);
    int left = from;
    int right = middle;
    for (int i = from; left < middle; i++) {
      boolean takeRight = right < to && times[order[right]] < times[scratch[left]];
      order[i] = takeRight ? order[right++] : scratch[left++];
    }
  }

  private boolean isSorted(int[] order, int from, int to) {
    for (int i = from + 1; i < to; i++) {
      if (times[order[i]] < times[order[i - 1]]) {
        return false;
      }
    }
    return true;
  }
}
