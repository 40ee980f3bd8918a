package tidemark.statestore.table;

import java.util.Arrays;

/**
 * The rows of one key group in memory: open addressing over records in pages.
 *
 * <p>A shard is <em>complete</em> when every row of its group is here; otherwise rows that are not
 * here may lie below, in the working copy on disk. A record stands for a row, or (dead) for its
 * absence. What is known of it besides:
 *
 * <ul>
 *   <li>unsealed: changed since the last seal; new: absent from the version sealed last
 *   <li>below: the working copy may hold an older row of this key; unflushed: it does not hold this
 *       one
 *   <li>gone: the key has another record now, or none
 * </ul>
 *
 * Used by one thread at a time.
 */
public final class Shard {
  static final int DEAD = 1;
  static final int UNSEALED = 2;
  static final int NEW = 4;
  static final int BELOW = 8;
  static final int UNFLUSHED = 16;
  static final int GONE = 32;

  /** This part of the records must be garbage for a collection. */
  private static final int WASTED = 3;

  private final MemoryBudget budget;
  private final Records records = new Records();
  private final KeyIndex index = new KeyIndex(records);
  private final SortedRuns runs = new SortedRuns(records);
  private long garbage;
  private final RecordList changed = new RecordList();
  private boolean complete;
  private boolean indexed;
  private int pins;
  private long rows;
  private long bytes;
  private long least;

  public Shard(MemoryBudget budget, boolean complete) {
    this.budget = budget;
    this.complete = complete;
    this.least = complete ? -1 : 0;
  }

  /**
   * A shard as it was when the content of its pages and the other things were taken from it; all
   * its changes were sealed.
   *
   * @param content of its pages, one behind the other
   */
  public static Shard of(MemoryBudget budget, boolean complete, byte[] content, long least) {
    Shard shard = new Shard(budget, complete);
    shard.least = least;
    shard.records.adopt(content, Shard::isUnwanted);
    budget.reserve(shard.records.heapBytes());
    return shard;
  }

  /** How many pages hold its records. */
  public int pages() {
    return records.pages();
  }

  /** The array of a page. Read only. */
  public byte[] page(int number) {
    return records.page(number);
  }

  /** Bytes at the front of a page that hold records. */
  public int pageEnd(int number) {
    return records.pageEnd(number);
  }

  /** A lower bound of all keys of the group, here and below: eight bytes after the first. */
  public long least() {
    return least;
  }

  public boolean isComplete() {
    return complete;
  }

  /** Every row of the group is here from now on. */
  public void complete() {
    complete = true;
  }

  /** True while someone walks over the records: then the shard must not be cleared. */
  public boolean isPinned() {
    return pins > 0;
  }

  public void pin() {
    pins++;
  }

  public void unpin() {
    pins--;
  }

  /** Rows added less rows removed since the counters were set to 0. */
  public long rows() {
    return rows;
  }

  /** The same for the bytes of keys and values. */
  public long bytes() {
    return bytes;
  }

  public void resetCounters() {
    rows = 0;
    bytes = 0;
  }

  public boolean hasUnsealed() {
    return changed.size() > 0;
  }

  Records records() {
    return records;
  }

  SortedRuns runs() {
    return runs;
  }

  /** The record of a key, dead or not; -1 when there is none. */
  public int find(byte[] key, int from, int length) {
    return recordAt(slotOf(key, from, length, hash(key, from, length)));
  }

  /** True when keys can be looked up without more ado: they are indexed with the first look-up. */
  public boolean isIndexed() {
    return indexed;
  }

  /**
   * Where a key stands or would stand, until the next write.
   *
   * @param hash of the key, see {@link #hash}
   */
  public int slotOf(byte[] key, int from, int length, int hash) {
    if (!indexed && records.number() > 0) {
      index();
    }
    return index.slotOf(key, from, length, hash);
  }

  /** The record of the key of a slot, dead or not; -1 when there is none. */
  public int recordAt(int slot) {
    return index.recordAt(slot);
  }

  /**
   * What stands where a key with this hash is looked for first; means nothing. Reading it for many
   * keys before they are looked up lets the processor wait for memory once instead of each time.
   */
  public long peek(int hash) {
    return index.peek(hash);
  }

  /** The same for the record that is looked at then, to be read when {@link #peek} was. */
  public long peekRecord(int hash) {
    int record = (int) index.peek(hash) - 1;
    return record < 0 ? 0 : records.order(record);
  }

  /** What keys are found by. */
  public static int hash(byte[] key, int from, int length) {
    return KeyBytes.hash(key, from, length);
  }

  public boolean isDead(int record) {
    return (records.flags(record) & DEAD) != 0;
  }

  /** The array that holds a record's key and value. Read only, until the next write. */
  public byte[] array(int record) {
    return records.array(record);
  }

  public int keyStart(int record) {
    return records.keyStart(record);
  }

  public int keyLength(int record) {
    return records.keyLength(record);
  }

  public int valueStart(int record) {
    return records.valueStart(record);
  }

  public int valueLength(int record) {
    return records.valueLength(record);
  }

  public byte[] key(int record) {
    int start = keyStart(record);
    return Arrays.copyOfRange(array(record), start, start + keyLength(record));
  }

  public byte[] value(int record) {
    int start = valueStart(record);
    return Arrays.copyOfRange(array(record), start, start + valueLength(record));
  }

  /** Adds a row that is absent. */
  public void insert(byte[] key, int keyFrom, int keyLength, byte[] value, int from, int length) {
    int hash = hash(key, keyFrom, keyLength);
    int slot = slotOf(key, keyFrom, keyLength, hash);
    insert(slot, hash, key, keyFrom, keyLength, value, from, length);
  }

  /**
   * The same for a key that was looked up.
   *
   * @param slot of the key
   * @param hash of the key
   */
  public void insert(
      int slot,
      int hash,
      byte[] key,
      int keyFrom,
      int keyLength,
      byte[] value,
      int from,
      int length) {
    int flags = UNFLUSHED | NEW;
    int record = recordAt(slot);
    if (record >= 0) {
      require(isDead(record), "insert of a key that is present");
      int before = records.flags(record);
      flags =
          (before & UNSEALED) != 0
              ? UNFLUSHED | before & (BELOW | UNSEALED | NEW)
              : flags | before & BELOW;
    }
    markUnsealed(write(slot, hash, key, keyFrom, keyLength, value, from, length, flags));
    noteKey(key, keyFrom, keyLength);
    rows++;
    bytes += keyLength + length;
  }

  /**
   * The same, where nothing is looked up as long as no key ever was: that the key was present is
   * noticed later, or never.
   */
  public void add(byte[] key, int keyFrom, int keyLength, byte[] value, int from, int length) {
    if (indexed) {
      insert(key, keyFrom, keyLength, value, from, length);
      return;
    }
    budget.reserve(records.growthFor(keyLength + length));
    records.growFor(keyLength + length);
    markUnsealed(records.append(key, keyFrom, keyLength, value, from, length, UNFLUSHED | NEW));
    noteKey(key, keyFrom, keyLength);
    rows++;
    bytes += keyLength + length;
  }

  /** Changes the value of a row that is present and here. */
  public void replace(byte[] key, int keyFrom, int keyLength, byte[] value, int from, int length) {
    int hash = hash(key, keyFrom, keyLength);
    int slot = slotOf(key, keyFrom, keyLength, hash);
    replace(slot, hash, key, keyFrom, keyLength, value, from, length);
  }

  /**
   * The same for a key that was looked up.
   *
   * @param slot of the key
   * @param hash of the key
   */
  public void replace(
      int slot,
      int hash,
      byte[] key,
      int keyFrom,
      int keyLength,
      byte[] value,
      int from,
      int length) {
    int record = recordAt(slot);
    require(record >= 0 && !isDead(record), "replace of a key that is absent");
    bytes += length - valueLength(record);
    int flags = UNFLUSHED | records.flags(record) & (BELOW | UNSEALED | NEW);
    markUnsealed(write(slot, hash, key, keyFrom, keyLength, value, from, length, flags));
  }

  /** Removes a row that is present and here. */
  public void delete(byte[] key, int keyFrom, int keyLength) {
    int record = find(key, keyFrom, keyLength);
    require(record >= 0 && !isDead(record), "delete of a key that is absent");
    delete(record);
  }

  /** Removes the row of a record. */
  public void delete(int record) {
    bytes -= keyLength(record) + valueLength(record);
    records.setFlags(record, records.flags(record) | DEAD | UNFLUSHED);
    markUnsealed(record);
    rows--;
  }

  /** Takes a change that is sealed already: a row, or its absence when the value length is -1. */
  public void load(byte[] keys, int key, int keyLength, byte[] values, int value, int valueLength) {
    int hash = hash(keys, key, keyLength);
    int slot = slotOf(keys, key, keyLength, hash);
    int record = recordAt(slot);
    boolean was = record >= 0 && !isDead(record);
    bytes -= was ? keyLength + valueLength(record) : 0;
    rows -= was ? 1 : 0;
    int below = complete ? 0 : BELOW;
    if (valueLength < 0) {
      if (was || below != 0) {
        write(slot, hash, keys, key, keyLength, keys, key, 0, DEAD | below | UNFLUSHED);
      }
      return;
    }
    write(slot, hash, keys, key, keyLength, values, value, valueLength, below | UNFLUSHED);
    noteKey(keys, key, keyLength);
    rows++;
    bytes += keyLength + valueLength;
  }

  /** Brings a row from below into memory, unless its key has a record here, which is newer. */
  public void fill(byte[] key, int keyFrom, int keyLength, byte[] value, int from, int length) {
    int hash = hash(key, keyFrom, keyLength);
    int slot = slotOf(key, keyFrom, keyLength, hash);
    if (recordAt(slot) < 0) {
      write(slot, hash, key, keyFrom, keyLength, value, from, length, BELOW);
      noteKey(key, keyFrom, keyLength);
    }
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new IllegalStateException(otherwise);
    }
  }

  /** Writes a record, in place when it fits; returns where it is. */
  private int write(
      int slot,
      int hash,
      byte[] key,
      int keyFrom,
      int keyLength,
      byte[] value,
      int from,
      int length,
      int flags) {
    indexed = true;
    int old = recordAt(slot);
    if (old >= 0) {
      garbage += isGarbageNow(flags) ? records.size(old) : 0;
      garbage -= isGarbageNow(records.flags(old)) ? records.size(old) : 0;
    }
    if (old >= 0 && length <= records.capacity(old)) {
      records.setValue(old, value, from, length);
      records.setFlags(old, flags);
      return old;
    }
    boolean moved = makeRoom(keyLength + length);
    int record = records.append(key, keyFrom, keyLength, value, from, length, flags & ~UNSEALED);
    index.set(moved ? slotOf(key, keyFrom, keyLength, hash) : slot, hash, record);
    if (old >= 0) {
      records.setFlags(old, records.flags(old) | GONE);
      garbage += records.size(old);
    }
    return record;
  }

  private void noteKey(byte[] key, int from, int length) {
    long order = KeyBytes.order(key, from + 1, from + length);
    if (Long.compareUnsigned(order, least) < 0) {
      least = order;
    }
  }

  /** True when no row of the group, here or below, is known to be below the bound. */
  public boolean isNothingBefore(byte[] bound) {
    return Long.compareUnsigned(KeyBytes.order(bound, 1, bound.length), least) < 0;
  }

  /** The caller has found that no row of the group, here or below, is below the bound. */
  public void nothingIsBefore(byte[] bound) {
    long order = complete ? runs.leastFrom(bound) : KeyBytes.order(bound, 1, bound.length);
    least = Long.compareUnsigned(order, least) > 0 ? order : least;
  }

  private void markUnsealed(int record) {
    int flags = records.flags(record);
    if ((flags & UNSEALED) == 0) {
      records.setFlags(record, flags | UNSEALED);
      changed.add(record);
    }
  }

  /** Records that the next segment must hold, ascending by key. */
  public int[] unsealed() {
    RecordList found = new RecordList();
    for (int i = 0; i < changed.size(); i++) {
      int flags = records.flags(changed.get(i));
      if ((flags & GONE) == 0 && (flags & (NEW | DEAD)) != (NEW | DEAD)) {
        found.add(changed.get(i));
      }
    }
    int[] sorted = found.sorted(records);
    if (!indexed && hasTwins(sorted)) {
      index();
      return unsealed();
    }
    runs.adopt(sorted);
    return sorted;
  }

  private boolean hasTwins(int[] sorted) {
    for (int i = 1; i < sorted.length; i++) {
      if (records.isOfSameKey(sorted[i - 1], sorted[i])) {
        return true;
      }
    }
    return false;
  }

  /** About how many rows are in memory. */
  public int size() {
    return indexed ? index.used() : records.number();
  }

  /** How many records may have changed since the last seal. */
  public int changes() {
    return changed.size();
  }

  /** Every change is in a segment now. */
  public void markSealed() {
    for (int i = 0; i < changed.size(); i++) {
      int record = changed.get(i);
      records.setFlags(record, records.flags(record) & ~(UNSEALED | NEW));
      if (isGarbageNow(records.flags(record))) {
        garbage += records.size(record);
      }
    }
    changed.clear();
  }

  /** A dead record that nothing below needs; it stays in its slot until the shard is rebuilt. */
  private static boolean isGarbageNow(int flags) {
    return (flags & (DEAD | BELOW | UNSEALED | GONE)) == DEAD;
  }

  /** A record of a row, from which {@link #rowAfter} leads to all others; -1 if there is none. */
  public int firstRow() {
    return records.firstWithout(GONE | DEAD, 0);
  }

  /** The record of the next row in the order in which they lie; -1 if there is none. */
  public int rowAfter(int record) {
    return records.firstWithout(GONE | DEAD, records.after(record));
  }

  private static boolean isUnwanted(int flags) {
    return (flags & GONE) != 0 || isGarbageNow(flags);
  }

  /** Records that the working copy lacks, ascending by key. */
  public int[] unflushed() {
    if (!indexed) {
      index();
    }
    RecordList found = new RecordList();
    for (int record = 0; record < records.end(); record = records.after(record)) {
      int flags = records.flags(record);
      boolean wanted = (flags & DEAD) == 0 || (flags & BELOW) != 0;
      if ((flags & (UNFLUSHED | GONE)) == UNFLUSHED && wanted) {
        found.add(record);
      }
    }
    return found.sorted(records);
  }

  /** The working copy has everything now. */
  public void markFlushed() {
    for (int record = 0; record < records.end(); record = records.after(record)) {
      int flags = records.flags(record) & ~UNFLUSHED;
      records.setFlags(record, (flags & DEAD) != 0 ? flags & ~BELOW : flags | BELOW);
    }
  }

  /** All rows, ascending by key. */
  public int[] live() {
    RecordList found = new RecordList();
    for (int record = firstRow(); record >= 0; record = rowAfter(record)) {
      found.add(record);
    }
    return found.sorted(records);
  }

  /** Forgets everything; the counters stay. The rows lie below from now on. */
  public void clear(boolean completeFromNow) {
    if (isPinned()) {
      throw new IllegalStateException("a cursor is open");
    }
    budget.release(heapBytes());
    records.clear();
    index.clear();
    indexed = false;
    changed.clear();
    garbage = 0;
    runs.clear();
    complete = completeFromNow;
  }

  /** Bytes that this shard has taken from the budget. */
  public long heapBytes() {
    return records.heapBytes() + 8L * index.slots();
  }

  /** Makes keys known to {@link #slotOf}. */
  private void index() {
    int slots = KeyIndex.slotsFor(records.number());
    budget.reserve(8L * slots);
    index.resize(slots);
    indexed = true;
    for (int record = records.firstWithout(GONE, 0);
        record >= 0;
        record = records.firstWithout(GONE, records.after(record))) {
      int start = records.keyStart(record);
      int length = records.keyLength(record);
      int hash = hash(records.array(record), start, length);
      int slot = index.slotOf(records.array(record), start, length, hash);
      int twin = index.recordAt(slot);
      index.set(slot, hash, twin < 0 ? record : settle(twin, record));
    }
  }

  /** Of two records of a key that was added while nothing was looked up, the one that stays. */
  private int settle(int one, int other) {
    boolean first = !isDead(one) || (isDead(other) && (records.flags(one) & UNSEALED) != 0);
    int stays = first ? one : other;
    int goes = first ? other : one;
    require(isDead(goes), "insert of a key that is present");
    int before = records.flags(goes);
    int flags = records.flags(stays) | before & BELOW;
    boolean wasSealed = (before & (UNSEALED | NEW)) == UNSEALED;
    change(stays, wasSealed ? flags & ~NEW : flags);
    change(goes, before | GONE);
    return stays;
  }

  private void change(int record, int flags) {
    garbage -= isUnwanted(records.flags(record)) ? records.size(record) : 0;
    garbage += isUnwanted(flags) ? records.size(record) : 0;
    records.setFlags(record, flags);
  }

  /** Takes memory for another row, beyond the budget if need be; true when slots are others. */
  private boolean makeRoom(int rowBytes) {
    long growth = records.growthFor(rowBytes);
    int slots = index.slotsForOneMore();
    int before = index.slots();
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

  /** True when so much of the memory holds nothing any more that it is worth a collection. */
  public boolean isWasteful() {
    return garbage > records.filledBytes() / WASTED && !isPinned();
  }

  /**
   * Gives memory back that holds nothing any more, at a cost that follows the number of rows. What
   * is left then is so much less than what {@link #isWasteful} that a collection is paid for by
   * what has become garbage since the one before.
   */
  public void collect() {
    long before = heapBytes();
    runs.beforeMoves();
    RecordMoves moves = records.collect(Shard::isUnwanted);
    index.move(moves);
    runs.move(moves);
    changed.move(moves);
    garbage = moves.unwantedBytes();
    budget.reserve(heapBytes() - before);
  }
}
