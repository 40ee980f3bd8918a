package tidemark.statestore.table;

/** Finds the record of a key: open addressing, hash and place of a record in one number. */
final class KeyIndex {
  private static final int FIRST = 32;

  /** So many times the slots that are needed are kept when records go, as others may come. */
  private static final int SPARE = 2;

  /** Never written to: there is no room for a key. */
  private static final long[] NONE = {0};

  private final Records records;
  private long[] slots = NONE;
  private int used;

  KeyIndex(Records records) {
    this.records = records;
  }

  int used() {
    return used;
  }

  int slots() {
    return slots == NONE ? 0 : slots.length;
  }

  /** What stands in the slot where a key with this hash is looked for first. */
  long peek(int hash) {
    return slots[hash & slots.length - 1];
  }

  /**
   * The slot that holds the key, or the free one where it belongs; until keys are added.
   *
   * @param hash of the key
   */
  int slotOf(byte[] key, int from, int length, int hash) {
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

  /** The record in a slot; -1 when it is free. */
  int recordAt(int slot) {
    return (int) slots[slot] - 1;
  }

  /**
   * Makes this the record of the key whose slot it is; where the slot was free there must be room
   * for one more.
   *
   * @param hash of the key
   */
  void set(int slot, int hash, int record) {
    if (slots[slot] == 0) {
      used++;
    }
    slots[slot] = entry(hash, record);
  }

  private static long entry(int hash, int record) {
    return (long) hash << 32 | (record + 1);
  }

  /** Number of slots that one more key needs; the present one when it fits. */
  int slotsForOneMore() {
    return (used + 1) * 8L <= slots.length * 5L ? slots() : Math.max(FIRST, slots.length * 2);
  }

  /** Number of slots for so many keys and some more. */
  static int slotsFor(int keys) {
    int slots = FIRST;
    while ((keys + 1) * 8L > slots * 5L) {
      slots *= 2;
    }
    return slots;
  }

  /** Takes another number of slots, enough for all keys. */
  void resize(int count) {
    long[] before = slots;
    slots = new long[count];
    for (long entry : before) {
      if (entry != 0) {
        put(entry);
      }
    }
  }

  /**
   * Forgets the records that are no more and takes over where the others are now. Done in place: an
   * entry that is taken out and put again, behind a free slot and in order, is never put behind
   * where it was.
   */
  void move(RecordMoves moves) {
    int mask = slots.length - 1;
    int free = 0;
    while (slots[free] != 0) {
      free++;
    }
    used = 0;
    for (int i = 1; i <= mask; i++) {
      int slot = free + i & mask;
      long entry = slots[slot];
      if (entry != 0) {
        slots[slot] = 0;
        int place = moves.placeOf((int) entry - 1);
        if (place != RecordMoves.DROPPED) {
          put(entry((int) (entry >>> 32), place));
          used++;
        }
      }
    }
    if (used == 0) {
      clear();
    } else if (slots.length > SPARE * slotsFor(used)) {
      resize(SPARE * slotsFor(used));
    }
  }

  /** Puts a record, whose key has no other, into the first free slot behind where it belongs. */
  private void put(long entry) {
    int mask = slots.length - 1;
    int slot = (int) (entry >>> 32) & mask;
    while (slots[slot] != 0) {
      slot = (slot + 1) & mask;
    }
    slots[slot] = entry;
  }

  void clear() {
    slots = NONE;
    used = 0;
  }
}
