package tidemark.operators.stateful;

import java.util.Arrays;
import tidemark.operators.state.GroupTable;

/**
 * The keys of one key group that a share has seen, in the order in which they first came, each with
 * the number of its first row and its expiry.
 */
final class FirstKeys {
  private static final int FIRST_ROOM = 8;

  private final GroupTable table = GroupTable.small();
  private int[] rows = new int[FIRST_ROOM];
  private long[] expiries;

  /**
   * @param expire whether keys have an expiry beside themselves
   */
  FirstKeys(boolean expire) {
    expiries = new long[expire ? FIRST_ROOM : 0];
  }

  /** Forgets all keys. */
  void clear() {
    table.clear();
  }

  GroupTable table() {
    return table;
  }

  /** Says of the key added last which row it came with. */
  void setRow(int key, int row) {
    if (key == rows.length) {
      rows = Arrays.copyOf(rows, key * 2);
    }
    rows[key] = row;
  }

  /** Says of the key added last when it may be forgotten, microseconds of event time. */
  void setExpiry(int key, long micros) {
    if (key == expiries.length) {
      expiries = Arrays.copyOf(expiries, key * 2);
    }
    expiries[key] = micros;
  }

  /** The number of the key's first row in its share. */
  int row(int key) {
    return rows[key];
  }

  /** When the key may be forgotten; only where keys have an expiry. */
  long expiry(int key) {
    return expiries[key];
  }
}
