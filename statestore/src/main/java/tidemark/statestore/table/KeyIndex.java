package tidemark.statestore.table;

import java.util.Arrays;

/** Finds the record of a key: open addressing, hash and place of a record in one number. */
final class KeyIndex {
  private static final int FIRST = 32;

  private final Records records;
  private long[] slots = new long[0];
  private int used;

  KeyIndex(Records records) {
    this.records = records;
  }

  int used() {
    return used;
  }

  int slots() {
    return slots.length;
  }

  /** The record of a key; -1 when there is none. */
  int find(byte[] key, int from, int length) {
    return used == 0 ? -1 : find(key, from, length, KeyBytes.hash(key, from, length));
  }

  /**
   * The same.
   *
   * @param hash of the key
   */
  int find(byte[] key, int from, int length, int hash) {
    return used == 0 ? -1 : (int) slots[slotOf(key, from, length, hash)] - 1;
  }

  /** What stands in the slot where a key with this hash is looked for first. */
  long peek(int hash) {
    return used == 0 ? 0 : slots[hash & slots.length - 1];
  }

  /** The slot that holds the key, or the free one where it belongs. */
  private int slotOf(byte[] key, int from, int length, int hash) {
    int mask = slots.length - 1;
    int slot = hash & mask;
    while (true) {
      long entry = slots[slot];
      if (entry == 0
          || ((int) (entry >>> 32) == hash
              && records.keyEquals((int) entry - 1, key, from, length))) {
        return slot;
      }
      slot = (slot + 1) & mask;
    }
  }

  /**
   * Makes this the record of its key and returns the one that was; -1 when there was none.
   *
   * @param hash of the key
   */
  int set(int record, byte[] key, int from, int length, int hash) {
    int slot = slotOf(key, from, length, hash);
    int before = (int) slots[slot] - 1;
    if (before < 0) {
      used++;
    }
    slots[slot] = (long) hash << 32 | (record + 1);
    return before;
  }

  /** Number of slots that one more key needs; the present one when it fits. */
  int slotsForOneMore() {
    return (used + 1) * 8L <= slots.length * 5L ? slots.length : Math.max(FIRST, slots.length * 2);
  }

  /** Number of slots for so many keys and some more. */
  static int slotsFor(int keys) {
    int slots = FIRST;
    while ((keys + 1) * 8L > slots * 5L) {
      slots *= 2;
    }
    return slots;
  }

  /** Takes another number of slots and indexes the records that are wanted. */
  void rebuild(int count, int unwantedFlag) {
    if (count == slots.length) {
      Arrays.fill(slots, 0);
    } else {
      slots = new long[count];
    }
    used = 0;
    int mask = count - 1;
    for (int record = 0; record < records.end(); record = records.after(record)) {
      if ((records.flags(record) & unwantedFlag) == 0) {
        int hash =
            KeyBytes.hash(
                records.array(record), records.keyStart(record), records.keyLength(record));
        int slot = hash & mask;
        while (slots[slot] != 0) {
          slot = (slot + 1) & mask;
        }
        slots[slot] = (long) hash << 32 | (record + 1);
        used++;
      }
    }
  }

  void clear() {
    slots = new long[0];
    used = 0;
  }
}
