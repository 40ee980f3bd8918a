package tidemark.statestore.table;

/**
 * Records that are found by their keys, and in the order of them. Keys are indexed with the first
 * look-up. The memory is taken from a budget; what of it holds nothing any more is counted, and
 * given back by {@link #collect}.
 */
final class KeyedRecords {
  /** This part of the records must be garbage for a collection. */
  private static final int WASTED = 3;

  /** Fewer bytes of garbage are not worth one. */
  private static final int FEW = 1 << 12;

  private final MemoryBudget budget;
  private final Records records = new Records();
  private final KeyIndex index = new KeyIndex(records);
  private final SortedRuns runs = new SortedRuns(records);
  private boolean indexed;
  private long garbage;
  private int expected;

  KeyedRecords(MemoryBudget budget) {
    this.budget = budget;
  }

  Records records() {
    return records;
  }

  SortedRuns runs() {
    return runs;
  }

  boolean isIndexed() {
    return indexed;
  }

  /** About how many keys there are. */
  int size() {
    return indexed ? index.used() : records.number();
  }

  /** At most so many keys come soon: memory that is made for one of them is made for all. */
  void expect(int keys) {
    expected = keys;
  }

  /** How many keys come soon, at most. */
  int expected() {
    return expected;
  }

  /** Bytes taken from the budget. */
  long heapBytes() {
    return records.heapBytes() + 8L * index.slots();
  }

  /** Takes copies of the records that fill an array from end to end, except garbage. */
  void adopt(byte[] content) {
    records.adopt(content, RecordState::isGarbage);
    budget.reserve(records.heapBytes());
  }

  void clear() {
    budget.release(heapBytes());
    records.clear();
    index.clear();
    runs.clear();
    indexed = false;
    garbage = 0;
  }

  /** The slot of a key, until the next write. */
  int slotOf(byte[] key, int from, int length, int hash) {
    if (!indexed && records.number() > 0) {
      index();
    }
    return index.slotOf(key, from, length, hash);
  }

  /** The record in a slot; -1 when it is free. */
  int recordAt(int slot) {
    return index.recordAt(slot);
  }

  /** As {@link KeyIndex#peek}. */
  long peek(int hash) {
    return index.peek(hash);
  }

  /** Adds a record of a key that has none, while keys are not indexed. */
  int add(byte[] key, int keyFrom, int keyLength, byte[] value, int from, int length, int state) {
    budget.reserve(records.growthFor(keyLength + length));
    records.growFor(keyLength + length);
    return records.append(key, keyFrom, keyLength, value, from, length, state);
  }

  /**
   * Writes the record of the key whose slot it is, in place when it fits. One that is put elsewhere
   * does not count as unsealed yet.
   *
   * @return where it is
   */
  int write(
      int slot,
      int hash,
      byte[] key,
      int keyFrom,
      int keyLength,
      byte[] value,
      int from,
      int length,
      int state) {
    indexed = true;
    int old = recordAt(slot);
    if (old >= 0 && length <= records.capacity(old)) {
      records.setValue(old, value, from, length);
      change(old, state);
      return old;
    }
    boolean moved = makeRoom(keyLength + length);
    int record =
        records.append(key, keyFrom, keyLength, value, from, length, state & ~RecordState.UNSEALED);
    index.set(moved ? slotOf(key, keyFrom, keyLength, hash) : slot, hash, record);
    if (old >= 0) {
      change(old, records.flags(old) | RecordState.GONE);
    }
    return record;
  }

  /** Takes memory for another row, beyond the budget if need be; true when slots are others. */
  private boolean makeRoom(int rowBytes) {
    long growth = records.growthFor(rowBytes);
    int before = index.slots();
    int slots = index.slotsForOneMore();
    slots = slots == before ? before : Math.max(slots, KeyIndex.slotsFor(size() + expected));
    if (growth == 0 && slots == before) {
      return false;
    }
    budget.reserve(growth + 8L * (slots - before));
    records.growFor(rowBytes);
    if (slots == before) {
      return false;
    }
    index.resize(slots);
    return true;
  }

  /** Sets what is known of a record. */
  void change(int record, int state) {
    garbage -= RecordState.isGarbage(records.flags(record)) ? records.size(record) : 0;
    garbage += RecordState.isGarbage(state) ? records.size(record) : 0;
    records.setFlags(record, state);
  }

  /** Indexes all keys, if they are not. */
  void index() {
    if (indexed) {
      return;
    }
    indexed = true;
    int slots = KeyIndex.slotsFor(records.number());
    budget.reserve(8L * slots);
    index.resize(slots);
    for (int record = records.firstWithout(RecordState.GONE, 0);
        record >= 0;
        record = records.firstWithout(RecordState.GONE, records.after(record))) {
      int start = records.keyStart(record);
      int length = records.keyLength(record);
      int hash = KeyBytes.hash(records.array(record), start, length);
      int slot = index.slotOf(records.array(record), start, length, hash);
      int twin = index.recordAt(slot);
      index.set(slot, hash, twin < 0 ? record : settle(twin, record));
    }
  }

  /**
   * Of two records of a key that was removed and added while keys were not indexed, the one that
   * stays: the row; where neither is one, the later change.
   */
  private int settle(int one, int other) {
    boolean first =
        !isDead(one) || (isDead(other) && (records.flags(one) & RecordState.UNSEALED) != 0);
    int stays = first ? one : other;
    int goes = first ? other : one;
    if (!isDead(goes)) {
      throw new IllegalStateException("insert of a key that is present");
    }
    change(stays, RecordState.knowing(records.flags(stays), records.flags(goes)));
    change(goes, records.flags(goes) | RecordState.GONE);
    return stays;
  }

  boolean isDead(int record) {
    return (records.flags(record) & RecordState.DEAD) != 0;
  }

  /** True when so much of the memory holds nothing any more that it is worth a collection. */
  boolean isWasteful() {
    return garbage > Math.max(FEW, records.filledBytes() / WASTED);
  }

  /**
   * Gives memory back that holds nothing any more, at a cost that follows the number of records.
   * What is left then is so much less than what {@link #isWasteful} that a collection is paid for
   * by what has become garbage since the one before.
   *
   * @param listed records that must be known by where they are afterwards
   */
  void collect(RecordList listed) {
    long before = heapBytes();
    runs.beforeMoves();
    RecordMoves moves = records.collect(RecordState::isGarbage);
    index.move(moves);
    runs.move(moves);
    listed.move(moves);
    garbage = moves.unwantedBytes();
    budget.reserve(heapBytes() - before);
  }
}
