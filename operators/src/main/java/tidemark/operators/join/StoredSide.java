package tidemark.operators.join;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import tidemark.operators.state.GroupTable;
import tidemark.operators.state.KeyGroupRows;
import tidemark.operators.state.KeyGroupWalk;
import tidemark.operators.state.KeyHash;
import tidemark.operators.state.KeyWriter;
import tidemark.operators.state.SortedKeys;
import tidemark.operators.state.StateRows;

/**
 * The kept rows of a side, one stored row each in its {@link StoredForm}. So the rows of a key
 * stand together in the order of their times, and a row is added without reading another. Used by
 * one thread for the key groups of one partition.
 */
final class StoredSide {
  /** So many stored rows are walked over quicker than one is looked for. */
  private static final int ROWS_PER_SEEK = 16;

  /** So many stored rows are walked over quicker than one is found by its key. */
  private static final int ROWS_PER_FIND = 8;

  /** Bytes of found rows that are held at once, so that they can be ordered. */
  private static final long MOST_HELD = 64L << 20;

  private final StateRows rows;
  private final StoredForm form;
  private final long before;
  private final KeyWriter key = new KeyWriter();
  private final List<CopiedRow> found = new ArrayList<>();

  /**
   * @param before how many rows the store held before the micro-batch
   */
  StoredSide(StateRows rows, long before) {
    this.rows = rows;
    this.form = new StoredForm(rows.form());
    this.before = before;
  }

  StoredForm form() {
    return form;
  }

  /** True if nothing was stored before the micro-batch. */
  boolean isEmpty() {
    return before == 0;
  }

  /**
   * Opens the rows of a key group.
   *
   * @param lookups about how many will be looked up
   */
  KeyGroupRows group(int keyGroup, int lookups) {
    return rows.group(keyGroup, lookups);
  }

  /** Walks over the rows of a key group. */
  KeyGroupWalk walk(int keyGroup) {
    return rows.walk(keyGroup);
  }

  /** Whether so many rows of a key group are better met on a walk than found by their keys. */
  boolean isWorthAWalk(int wanted) {
    return (long) wanted * ROWS_PER_FIND * KeyHash.GROUPS >= before;
  }

  /** Takes a stored row whose key was looked for. */
  @FunctionalInterface
  interface Visitor {
    void found(int keyNumber, long time, byte[] storedKey, byte[] storedValue);
  }

  /** Which keys are looked for, and which times, both ends included. */
  interface Sought {
    boolean has(int keyNumber);

    long from(int keyNumber);

    long to(int keyNumber);

    /** No row before this time is looked for. */
    long earliest();

    /** No row after this time is looked for. */
    long latest();
  }

  /**
   * Visits the stored rows of some keys of one key group, key after key, those of a key in the
   * order of their times.
   *
   * @param numbers of the keys in the table, ascending
   * @param count how many of them are looked for
   */
  void find(
      int keyGroup, GroupTable table, int[] numbers, int count, Sought sought, Visitor visitor) {
    if (count == 0 || isEmpty()) {
      return;
    }
    if ((long) count * ROWS_PER_SEEK * KeyHash.GROUPS < before
        || !collect(keyGroup, table, sought)) {
      for (int i = 0; i < count; i++) {
        seek(table, numbers[i], sought, visitor);
      }
      return;
    }
    Collections.sort(found);
    for (CopiedRow row : found) {
      byte[] storedKey = row.storedKey();
      long time = StoredForm.time(storedKey, storedKey.length);
      visitor.found(row.keyNumber(), time, storedKey, row.storedValue());
    }
    found.clear();
  }

  private void seek(GroupTable table, int number, Sought sought, Visitor visitor) {
    byte[] prefix = SortedKeys.storedKey(table, number);
    rows.scan(
        bound(prefix, sought.from(number), Long.MIN_VALUE),
        bound(prefix, sought.to(number), Long.MAX_VALUE),
        (storedKey, storedValue) ->
            visitor.found(
                number, StoredForm.time(storedKey, storedKey.length), storedKey, storedValue));
  }

  private byte[] bound(byte[] prefix, long time, long rest) {
    key.clear();
    key.writeRaw(prefix, 0, prefix.length);
    key.writeLong(time);
    key.writeLong(rest);
    return key.toBytes();
  }

  /** Collects the rows that are looked for; false, without any, if they are too many to hold. */
  private boolean collect(int keyGroup, GroupTable table, Sought sought) {
    long earliest = sought.earliest();
    long latest = sought.latest();
    long held = 0;
    try (KeyGroupWalk walk = rows.walk(keyGroup)) {
      while (walk.next()) {
        byte[] bytes = walk.keyArray();
        int start = walk.keyStart() + 1;
        int end = walk.keyStart() + walk.keyLength();
        long time = StoredForm.time(bytes, end);
        if (time < earliest || time > latest) {
          continue;
        }
        int length = end - StoredForm.SUFFIX - start;
        int number = table.known(bytes, start, length, KeyHash.of(bytes, start, length));
        if (number < 0
            || !sought.has(number)
            || time < sought.from(number)
            || time > sought.to(number)) {
          continue;
        }
        CopiedRow row = new CopiedRow(number, walk.key(), walk.value());
        held += row.storedKey().length + row.storedValue().length;
        if (held > MOST_HELD) {
          found.clear();
          return false;
        }
        found.add(row);
      }
    }
    return true;
  }

  /** Notes in the value and in the store that the row has found a partner. */
  void match(byte[] storedKey, byte[] storedValue) {
    form.match(storedValue, 0);
    rows.replace(storedKey, storedValue);
  }
}
