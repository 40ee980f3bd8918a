package tidemark.runner.inspect;

import java.util.Arrays;
import tidemark.statestore.KeyRange;
import tidemark.statestore.StateCursor;
import tidemark.statestore.checkpoint.StateVersion;

/** How the rows of a store are spread, counted over all of them. */
public final class StoreStatistics {
  private static final int GROUPS = 256;

  private final long[] rowsOfGroup = new long[GROUPS];
  private long rows;
  private long keyBytes;
  private long valueBytes;
  private int largestRow;

  private StoreStatistics() {}

  /** Reads every row of the store. */
  public static StoreStatistics of(StateVersion version, StoredStore store) {
    StoreStatistics counted = new StoreStatistics();
    try (StateCursor cursor = version.scan(store.id(), KeyRange.all())) {
      while (cursor.next()) {
        counted.add(cursor.key(), cursor.value());
      }
    }
    return counted;
  }

  private void add(byte[] key, byte[] value) {
    rows++;
    rowsOfGroup[key[0] & 0xFF]++;
    keyBytes += key.length;
    valueBytes += value.length;
    largestRow = Math.max(largestRow, key.length + value.length);
  }

  public long rows() {
    return rows;
  }

  public long keyBytes() {
    return keyBytes;
  }

  public long valueBytes() {
    return valueBytes;
  }

  /** Bytes of key and value of the largest row. */
  public int largestRow() {
    return largestRow;
  }

  /** How many of the 256 key groups have rows. */
  public int groupsInUse() {
    return (int) Arrays.stream(rowsOfGroup).filter(count -> count > 0).count();
  }

  /** The key group with the most rows. */
  public int largestGroup() {
    int largest = 0;
    for (int group = 1; group < GROUPS; group++) {
      largest = rowsOfGroup[group] > rowsOfGroup[largest] ? group : largest;
    }
    return largest;
  }

  public long rowsOfLargestGroup() {
    return rowsOfGroup[largestGroup()];
  }

  /** Rows of the largest key group over those of an average one: 1 is even. */
  public double skew() {
    return rows == 0 ? 1 : rowsOfLargestGroup() / (rows / (double) GROUPS);
  }
}
