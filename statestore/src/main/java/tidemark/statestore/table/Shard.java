package tidemark.statestore.table;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The rows of one key group in memory: open addressing over records in one byte array.
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
 * Used by one thread at a time. Record = value length (4 bytes), value capacity (4), key length and
 * flags (4), key, value.
 */
public final class Shard {
  static final int HEADER = 12;
  static final int DEAD = 1;
  static final int UNSEALED = 2;
  static final int NEW = 4;
  static final int BELOW = 8;
  static final int UNFLUSHED = 16;
  static final int GONE = 32;

  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.nativeOrder());
  private static final int FIRST_ARENA = 1 << 10;
  private static final int FIRST_SLOTS = 32;

  private final MemoryBudget budget;
  private byte[] arena = new byte[0];
  private int end;
  private long[] slots = new long[0];
  private int records;
  private int garbage;
  private int[] changed = new int[0];
  private int changedCount;
  private boolean complete;
  private int pins;
  private long rows;
  private long bytes;
  final SortedRuns runs = new SortedRuns(this);

  public Shard(MemoryBudget budget, boolean complete) {
    this.budget = budget;
    this.complete = complete;
  }

  public boolean isComplete() {
    return complete;
  }

  /** True while a cursor is open: then the shard must not be cleared. */
  public boolean isPinned() {
    return pins > 0;
  }

  void pin() {
    pins++;
  }

  void unpin() {
    pins--;
  }

  /** Rows added less rows removed since the counters were set to 0. */
  public long rows() {
    return rows;
  }

  /** The same for the bytes of keys and values; what was removed unseen is not in it. */
  public long bytes() {
    return bytes;
  }

  public void resetCounters() {
    rows = 0;
    bytes = 0;
  }

  public boolean hasUnsealed() {
    return changedCount > 0;
  }

  /** The record of a key, dead or not; -1 when there is none. */
  public int find(byte[] key, int from, int length) {
    if (records == 0) {
      return -1;
    }
    int slot = slotOf(key, from, length);
    return slots[slot] == 0 ? -1 : offset(slots[slot]);
  }

  /** The slot that holds the key, or the free one where it belongs. */
  private int slotOf(byte[] key, int from, int length) {
    int hash = KeyBytes.hash(key, from, length);
    int mask = slots.length - 1;
    int slot = hash & mask;
    while (true) {
      long entry = slots[slot];
      if (entry == 0
          || ((int) (entry >>> 32) == hash && keyEquals(offset(entry), key, from, length))) {
        return slot;
      }
      slot = (slot + 1) & mask;
    }
  }

  private static int offset(long entry) {
    return (int) entry - 1;
  }

  private boolean keyEquals(int record, byte[] key, int from, int length) {
    int start = record + HEADER;
    return keyLength(record) == length
        && Arrays.equals(arena, start, start + length, key, from, from + length);
  }

  public boolean isDead(int record) {
    return has(record, DEAD);
  }

  boolean has(int record, int flag) {
    return (arena[flagsAt(record)] & flag) != 0;
  }

  private static int flagsAt(int record) {
    return record + 8;
  }

  public byte[] arena() {
    return arena;
  }

  public int keyStart(int record) {
    return record + HEADER;
  }

  public int keyLength(int record) {
    int word = (int) INT.get(arena, record + 8);
    return ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN ? word >>> 8 : word & 0xFFFFFF;
  }

  public int valueStart(int record) {
    return record + HEADER + keyLength(record);
  }

  public int valueLength(int record) {
    return (int) INT.get(arena, record);
  }

  private int capacity(int record) {
    return (int) INT.get(arena, record + 4);
  }

  private int after(int record) {
    return record + HEADER + keyLength(record) + capacity(record);
  }

  public byte[] key(int record) {
    int start = keyStart(record);
    return Arrays.copyOfRange(arena, start, start + keyLength(record));
  }

  public byte[] value(int record) {
    int start = valueStart(record);
    return Arrays.copyOfRange(arena, start, start + valueLength(record));
  }

  /** Adds a row that is absent. */
  public void insert(byte[] key, byte[] value) {
    int record = find(key, 0, key.length);
    int flags = UNFLUSHED;
    if (record >= 0) {
      require(isDead(record), "insert of a key that is present");
      flags |= keptOnInsert(record);
    } else {
      flags |= NEW;
    }
    record = write(record, key, 0, key.length, value, 0, value.length, flags);
    markUnsealed(record);
    rows++;
    bytes += key.length + value.length;
  }

  /** Flags that a dead record hands on to the row that takes its place. */
  private int keptOnInsert(int record) {
    int flags = arena[flagsAt(record)] & (BELOW | UNSEALED | NEW);
    return (flags & UNSEALED) != 0 ? flags : flags | NEW;
  }

  /** Changes the value of a row that is present, here or below. */
  public void replace(byte[] key, byte[] value) {
    int record = find(key, 0, key.length);
    int flags = UNFLUSHED;
    if (record >= 0) {
      require(!isDead(record), "replace of a key that is absent");
      flags |= arena[flagsAt(record)] & (BELOW | UNSEALED | NEW);
      bytes += value.length - valueLength(record);
    } else {
      require(!complete, "replace of a key that is absent");
      flags |= BELOW;
    }
    markUnsealed(write(record, key, 0, key.length, value, 0, value.length, flags));
  }

  /** Removes a row that is present, here or below. */
  public void delete(byte[] key) {
    int record = find(key, 0, key.length);
    if (record >= 0) {
      require(!isDead(record), "delete of a key that is absent");
      bytes -= key.length + valueLength(record);
      arena[flagsAt(record)] |= DEAD | UNFLUSHED;
    } else {
      require(!complete, "delete of a key that is absent");
      record = write(-1, key, 0, key.length, key, 0, 0, DEAD | BELOW | UNFLUSHED);
      bytes -= key.length;
    }
    markUnsealed(record);
    rows--;
  }

  /** Takes a change that is sealed already: a row, or its absence when the value length is -1. */
  public void load(byte[] keys, int key, int keyLength, byte[] values, int value, int valueLength) {
    int record = find(keys, key, keyLength);
    boolean was = record >= 0 && !isDead(record);
    bytes -= was ? keyLength + valueLength(record) : 0;
    rows -= was ? 1 : 0;
    int below = complete ? 0 : BELOW;
    if (valueLength < 0) {
      if (was || below != 0) {
        write(record, keys, key, keyLength, keys, key, 0, DEAD | below | UNFLUSHED);
      }
      return;
    }
    write(record, keys, key, keyLength, values, value, valueLength, below | UNFLUSHED);
    rows++;
    bytes += keyLength + valueLength;
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new IllegalStateException(otherwise);
    }
  }

  /** Writes a record, in place when it fits; returns where it is. */
  private int write(
      int old,
      byte[] key,
      int keyFrom,
      int keyLength,
      byte[] value,
      int from,
      int length,
      int flags) {
    if (old >= 0 && length <= capacity(old)) {
      INT.set(arena, old, length);
      arena[flagsAt(old)] = (byte) flags;
      System.arraycopy(value, from, arena, valueStart(old), length);
      return old;
    }
    if (!hasRoom(keyLength + length, true)) {
      throw new AssertionError("room is forced");
    }
    int slot = slotOf(key, keyFrom, keyLength);
    int record = append(key, keyFrom, keyLength, value, from, length, flags & ~UNSEALED);
    if (slots[slot] == 0) {
      records++;
    } else {
      drop(offset(slots[slot]));
    }
    long hash = KeyBytes.hash(key, keyFrom, keyLength);
    slots[slot] = hash << 32 | (record + 1);
    return record;
  }

  private int append(
      byte[] key, int keyFrom, int keyLength, byte[] value, int from, int length, int flags) {
    int record = end;
    int shape =
        ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN
            ? keyLength << 8 | flags
            : flags << 24 | keyLength;
    INT.set(arena, record, length);
    INT.set(arena, record + 4, length);
    INT.set(arena, record + 8, shape);
    System.arraycopy(key, keyFrom, arena, record + HEADER, keyLength);
    System.arraycopy(value, from, arena, record + HEADER + keyLength, length);
    end = after(record);
    return record;
  }

  private void drop(int record) {
    arena[flagsAt(record)] |= GONE;
    garbage += after(record) - record;
  }

  private void markUnsealed(int record) {
    if (!has(record, UNSEALED)) {
      arena[flagsAt(record)] |= UNSEALED;
      addChanged(record);
    }
  }

  private void addChanged(int record) {
    if (changedCount == changed.length) {
      changed = Arrays.copyOf(changed, Math.max(16, changedCount * 2));
    }
    changed[changedCount++] = record;
  }

  /** Records that the next segment must hold, ascending by key. */
  public int[] unsealed() {
    int[] found = new int[changedCount];
    int count = 0;
    for (int i = 0; i < changedCount; i++) {
      int record = changed[i];
      if (!has(record, GONE) && (!has(record, NEW) || !isDead(record))) {
        found[count++] = record;
      }
    }
    return sorted(found, count);
  }

  /** Every change is in a segment now. */
  public void markSealed() {
    for (int i = 0; i < changedCount; i++) {
      int record = changed[i];
      arena[flagsAt(record)] &= (byte) ~(UNSEALED | NEW);
      if (isGarbageNow(record)) {
        garbage += after(record) - record;
      }
    }
    changedCount = 0;
    if (changed.length > 1 << 12) {
      changed = new int[0];
    }
  }

  /** A dead record that nothing below needs; it stays in its slot until the shard is rebuilt. */
  private boolean isGarbageNow(int record) {
    return (arena[flagsAt(record)] & (DEAD | BELOW | UNSEALED | GONE)) == DEAD;
  }

  /** Records that the working copy lacks, ascending by key. */
  public int[] unflushed() {
    int[] found = new int[records];
    int count = 0;
    for (int record = 0; record < end; record = after(record)) {
      int flags = arena[flagsAt(record)];
      boolean wanted = (flags & DEAD) == 0 || (flags & BELOW) != 0;
      if ((flags & (UNFLUSHED | GONE)) == UNFLUSHED && wanted) {
        found[count++] = record;
      }
    }
    return sorted(found, count);
  }

  /** The working copy has everything now. */
  public void markFlushed() {
    for (int record = 0; record < end; record = after(record)) {
      int flags = arena[flagsAt(record)] & ~UNFLUSHED;
      arena[flagsAt(record)] = (byte) ((flags & DEAD) != 0 ? flags & ~BELOW : flags | BELOW);
    }
  }

  /** All rows, ascending by key. */
  public int[] live() {
    int[] found = new int[records];
    int count = 0;
    for (int record = 0; record < end; record = after(record)) {
      if (!has(record, GONE | DEAD)) {
        found[count++] = record;
      }
    }
    return sorted(found, count);
  }

  private int[] sorted(int[] found, int count) {
    KeySort.sort(this, found, count);
    return count == found.length ? found : Arrays.copyOf(found, count);
  }

  /** Forgets everything; the counters stay. The rows lie below from now on. */
  public void clear(boolean completeFromNow) {
    if (isPinned()) {
      throw new IllegalStateException("a cursor is open");
    }
    budget.release(heapBytes());
    arena = new byte[0];
    slots = new long[0];
    changed = new int[0];
    end = 0;
    records = 0;
    garbage = 0;
    changedCount = 0;
    runs.clear();
    complete = completeFromNow;
  }

  /** Bytes that this shard has taken from the budget. */
  public long heapBytes() {
    return arena.length + 8L * slots.length;
  }

  /**
   * True when another row of this size fits, if need be after taking more memory. Small shards
   * always get more; larger ones when the budget allows it or when it is forced.
   */
  public boolean hasRoom(int rowBytes, boolean forced) {
    long need = (long) end + HEADER + rowBytes;
    boolean arenaFits = need <= arena.length;
    boolean slotsFit = (records + 1) * 8L <= slots.length * 5L;
    if (arenaFits && slotsFit) {
      return true;
    }
    if (garbage > end / 3 && !isPinned()) {
      rebuild();
      return hasRoom(rowBytes, forced);
    }
    int newArena = arenaFits ? arena.length : grownArena(need);
    int newSlots = slotsFit ? slots.length : Math.max(FIRST_SLOTS, slots.length * 2);
    long more = newArena - arena.length + 8L * (newSlots - slots.length);
    if (!budget.tryReserve(more)) {
      if (!forced && heapBytes() + more > budget.share()) {
        return false;
      }
      budget.reserve(more);
    }
    arena = arenaFits ? arena : Arrays.copyOf(arena, newArena);
    if (!slotsFit) {
      slots = new long[newSlots];
      indexAll();
    }
    return true;
  }

  private int grownArena(long need) {
    long grown = Math.max(Math.max(FIRST_ARENA, need), arena.length + (arena.length >> 1));
    if (need > Integer.MAX_VALUE - 16) {
      throw new IllegalStateException("a key group holds more than 2 GB in memory");
    }
    return (int) Math.min(grown, Integer.MAX_VALUE - 16);
  }

  private void indexAll() {
    Arrays.fill(slots, 0);
    records = 0;
    for (int record = 0; record < end; record = after(record)) {
      if (!has(record, GONE)) {
        int start = keyStart(record);
        int slot = slotOf(arena, start, keyLength(record));
        slots[slot] = (long) KeyBytes.hash(arena, start, keyLength(record)) << 32 | (record + 1);
        records++;
      }
    }
  }

  /** Moves the records together and drops what is garbage. */
  private void rebuild() {
    int to = 0;
    changedCount = 0;
    for (int record = 0, next; record < end; record = next) {
      next = after(record);
      if (has(record, GONE) || isGarbageNow(record)) {
        continue;
      }
      System.arraycopy(arena, record, arena, to, next - record);
      if (has(to, UNSEALED)) {
        addChanged(to);
      }
      to += next - record;
    }
    end = to;
    garbage = 0;
    runs.clear();
    indexAll();
  }

  int end() {
    return end;
  }

  int next(int record) {
    return after(record);
  }
}
