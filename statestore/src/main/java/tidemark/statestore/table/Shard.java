package tidemark.statestore.table;

import java.util.Arrays;

/**
 * The rows of one key group in memory.
 *
 * <p>A shard is <em>complete</em> when every row of its group is here; otherwise rows that are not
 * here may lie below, in the working copy on disk. A record stands for a row, or (dead) for its
 * absence.
 *
 * <p>Used by one thread at a time.
 */
public final class Shard {
  private static final int NO_ROW = RecordState.GONE | RecordState.DEAD;

  private final KeyedRecords table;
  private final Records records;
  private final RecordList changed = new RecordList();
  private final LeastKey least;
  private boolean complete;
  private int pins;
  private long rows;
  private long bytes;

  public Shard(MemoryBudget budget, boolean complete) {
    this(budget, complete, complete ? -1 : 0);
  }

  private Shard(MemoryBudget budget, boolean complete, long least) {
    this.table = new KeyedRecords(budget);
    this.records = table.records();
    this.complete = complete;
    this.least = new LeastKey(least);
  }

  /**
   * A shard as it was when the content of its pages and the other things were taken from it; all
   * its changes were sealed.
   *
   * @param content of its pages, one behind the other
   */
  public static Shard of(MemoryBudget budget, boolean complete, byte[] content, long least) {
    Shard shard = new Shard(budget, complete, least);
    shard.table.adopt(content);
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
    return least.order();
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
    return table.runs();
  }

  /** The record of a key, dead or not; -1 when there is none. */
  public int find(byte[] key, int from, int length) {
    return recordAt(slotOf(key, from, length, hash(key, from, length)));
  }

  /** True when keys can be looked up without more ado: they are indexed with the first look-up. */
  public boolean isIndexed() {
    return table.isIndexed();
  }

  /**
   * Where a key stands or would stand, until the next write.
   *
   * @param hash of the key, see {@link #hash}
   */
  public int slotOf(byte[] key, int from, int length, int hash) {
    return table.slotOf(key, from, length, hash);
  }

  /** The record of the key of a slot, dead or not; -1 when there is none. */
  public int recordAt(int slot) {
    return table.recordAt(slot);
  }

  /**
   * What stands where a key with this hash is looked for first; means nothing. Reading it for many
   * keys before they are looked up lets the processor wait for memory once instead of each time.
   */
  public long peek(int hash) {
    return table.peek(hash);
  }

  /** The same for the record whose key is compared then, to be read when {@link #peek} was. */
  public long peekRecord(int hash) {
    long entry = table.peek(hash);
    return entry != 0 && (int) (entry >>> 32) == hash ? records.order((int) entry - 1) : 0;
  }

  /** What keys are found by. */
  public static int hash(byte[] key, int from, int length) {
    return KeyBytes.hash(key, from, length);
  }

  public boolean isDead(int record) {
    return table.isDead(record);
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

  /**
   * At most so many rows are added or changed soon. Memory grows for all of them at once then,
   * where it would else be copied each time it doubles.
   */
  public void expect(int rowsSoon) {
    table.expect(rowsSoon);
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
    int record = recordAt(slot);
    require(record < 0 || isDead(record), "insert of a key that is present");
    int state = record < 0 ? RecordState.ADDED : RecordState.addedAfter(records.flags(record));
    int added = table.write(slot, hash, key, keyFrom, keyLength, value, from, length, state);
    noteAdded(added, key, keyFrom, keyLength, length);
  }

  /**
   * The same, where nothing is looked up as long as no key ever was: that the key was present is
   * noticed later, or never.
   */
  public void add(byte[] key, int keyFrom, int keyLength, byte[] value, int from, int length) {
    if (table.isIndexed()) {
      insert(key, keyFrom, keyLength, value, from, length);
      return;
    }
    int added = table.add(key, keyFrom, keyLength, value, from, length, RecordState.ADDED);
    noteAdded(added, key, keyFrom, keyLength, length);
  }

  private void noteAdded(int record, byte[] key, int keyFrom, int keyLength, int valueLength) {
    markUnsealed(record);
    least.note(key, keyFrom, keyLength);
    rows++;
    bytes += keyLength + valueLength;
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
    int state = RecordState.replaced(records.flags(record));
    markUnsealed(table.write(slot, hash, key, keyFrom, keyLength, value, from, length, state));
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
    records.setFlags(record, records.flags(record) | RecordState.DEAD | RecordState.UNFLUSHED);
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
    int state = RecordState.UNFLUSHED | (complete ? 0 : RecordState.BELOW);
    if (valueLength < 0) {
      if (was || !complete) {
        table.write(slot, hash, keys, key, keyLength, keys, key, 0, RecordState.DEAD | state);
      }
      return;
    }
    table.write(slot, hash, keys, key, keyLength, values, value, valueLength, state);
    least.note(keys, key, keyLength);
    rows++;
    bytes += keyLength + valueLength;
  }

  /** Brings a row from below into memory, unless its key has a record here, which is newer. */
  public void fill(byte[] key, int keyFrom, int keyLength, byte[] value, int from, int length) {
    int hash = hash(key, keyFrom, keyLength);
    int slot = slotOf(key, keyFrom, keyLength, hash);
    if (recordAt(slot) < 0) {
      table.write(slot, hash, key, keyFrom, keyLength, value, from, length, RecordState.BELOW);
      least.note(key, keyFrom, keyLength);
    }
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new IllegalStateException(otherwise);
    }
  }

  /**
   * Removes the rows whose keys are below the bound, where every row of the group is here.
   *
   * @return how many there were
   */
  public long dropBefore(byte[] bound) {
    long before = rows;
    for (int[] found : runs().below(bound)) {
      for (int record : found) {
        if ((records.flags(record) & NO_ROW) == 0) {
          delete(record);
        }
      }
    }
    nothingIsBefore(bound);
    return before - rows;
  }

  /** True when no row of the group, here or below, is known to be below the bound. */
  public boolean isNothingBefore(byte[] bound) {
    return least.isNothingBefore(bound);
  }

  /** The caller has found that no row of the group, here or below, is below the bound. */
  public void nothingIsBefore(byte[] bound) {
    least.raise(complete ? runs().leastFrom(bound) : LeastKey.orderOf(bound));
  }

  private void markUnsealed(int record) {
    int state = records.flags(record);
    if ((state & RecordState.UNSEALED) == 0) {
      records.setFlags(record, state | RecordState.UNSEALED);
      changed.add(record, table.expected());
    }
  }

  /**
   * Records that the next segment must hold, ascending by key.
   *
   * @param room to sort them in
   */
  public int[] unsealed(SortRoom room) {
    int[] found = new int[changed.size()];
    int count = 0;
    for (int i = 0; i < changed.size(); i++) {
      int record = changed.get(i);
      if (RecordState.isChange(records.flags(record))) {
        found[count++] = record;
      }
    }
    int[] sorted = count == found.length ? found : Arrays.copyOf(found, count);
    KeySort.sort(records, sorted, count, room);
    if (!table.isIndexed() && hasTwins(sorted)) {
      table.index();
      return unsealed(room);
    }
    runs().adopt(sorted);
    return sorted;
  }

  /** True when a key was removed and then added without a look-up: it has two records. */
  private boolean hasTwins(int[] sorted) {
    boolean wasDead = sorted.length > 0 && isDead(sorted[0]);
    for (int i = 1; i < sorted.length; i++) {
      boolean dead = isDead(sorted[i]);
      if (dead != wasDead && records.isOfSameKey(sorted[i - 1], sorted[i])) {
        return true;
      }
      wasDead = dead;
    }
    return false;
  }

  /** About how many rows are in memory. */
  public int size() {
    return table.size();
  }

  /** How many records may have changed since the last seal. */
  public int changes() {
    return changed.size();
  }

  /** Every change is in a segment now. */
  public void markSealed() {
    int unsealed = RecordState.UNSEALED | RecordState.NEW;
    for (int i = 0; i < changed.size(); i++) {
      table.change(changed.get(i), records.flags(changed.get(i)) & ~unsealed);
    }
    changed.clear();
  }

  /** A record of a row, from which {@link #rowAfter} leads to all others; -1 if there is none. */
  public int firstRow() {
    return records.firstWithout(NO_ROW, 0);
  }

  /** The record of the next row in the order in which they lie; -1 if there is none. */
  public int rowAfter(int record) {
    return records.firstWithout(NO_ROW, records.after(record));
  }

  /** Records that the working copy lacks, ascending by key. */
  public int[] unflushed() {
    table.index();
    RecordList found = new RecordList();
    for (int record = 0; record < records.end(); record = records.after(record)) {
      if (RecordState.isLackedBelow(records.flags(record))) {
        found.add(record);
      }
    }
    return found.sorted(records);
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
    table.clear();
    changed.clear();
    complete = completeFromNow;
  }

  /** Bytes that this shard has taken from the budget. */
  public long heapBytes() {
    return table.heapBytes();
  }

  /** True when so much of the memory holds nothing any more that it is worth a collection. */
  public boolean isWasteful() {
    return table.isWasteful() && !isPinned();
  }

  /** Gives memory back that holds nothing any more, see {@link KeyedRecords#collect}. */
  public void collect() {
    table.collect(changed);
  }
}
