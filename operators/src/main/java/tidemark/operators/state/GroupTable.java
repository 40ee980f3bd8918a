package tidemark.operators.state;

import java.util.Arrays;

/**
 * Numbers distinct keys 0, 1, 2 … in the order in which they are first met. Open addressing over an
 * arena of bytes; used by one thread.
 */
public final class GroupTable {
  private static final int FIRST_SLOTS = 1024;
  private static final int SMALLEST_SLOTS = 16;
  private static final int FIRST_BYTES = 8;

  /** A larger arena is not held on to if little of it was needed. */
  private static final int LARGE = 1 << 20;

  /** Below, the group's number + 1; above it as many bits of the hash as fit. 0 where no key is. */
  private int[] slots;

  private long[] hashes;
  private int[] ends;
  private byte[] arena;
  private int groups;

  public GroupTable() {
    this(FIRST_SLOTS);
  }

  private GroupTable(int firstSlots) {
    slots = new int[firstSlots];
    hashes = new long[firstSlots / 2];
    ends = new int[firstSlots / 2];
    arena = new byte[firstSlots * FIRST_BYTES];
  }

  /** A table that takes little memory while it is small. */
  public static GroupTable small() {
    return new GroupTable(SMALLEST_SLOTS);
  }

  /** How many distinct keys there are. */
  public int size() {
    return groups;
  }

  /**
   * The number of the key in {@code bytes[offset .. offset + length)}; new keys get the next one.
   */
  public int find(byte[] bytes, int offset, int length, long hash) {
    int slot = slot(bytes, offset, length, hash);
    int entry = slots[slot];
    return entry == 0 ? add(bytes, offset, length, hash, slot) : group(entry);
  }

  /** Whether the key is there. */
  public boolean contains(byte[] bytes, int offset, int length, long hash) {
    return known(bytes, offset, length, hash) >= 0;
  }

  /** The number of a key; -1 if it is not there. */
  public int known(byte[] bytes, int offset, int length, long hash) {
    return group(slots[slot(bytes, offset, length, hash)]);
  }

  /** The slot that holds the key, or the free one where it belongs. */
  private int slot(byte[] bytes, int offset, int length, long hash) {
    int mask = slots.length - 1;
    int mark = mark(hash);
    int slot = (int) hash & mask;
    while (true) {
      int entry = slots[slot];
      if (entry == 0
          || (((entry ^ mark) & ~mask) == 0
              && matches((entry & mask) - 1, bytes, offset, length))) {
        return slot;
      }
      slot = slot + 1 & mask;
    }
  }

  /** The bits of a hash that tell neither its slot nor its key group, the best ones above. */
  private static int mark(long hash) {
    return (int) (hash >>> Long.SIZE - Byte.SIZE - Integer.SIZE);
  }

  /** The group that an entry stands for; -1 if it is free. */
  private int group(int entry) {
    return (entry & slots.length - 1) - 1;
  }

  /**
   * What stands where a key with this hash is looked for first; means nothing. Reading it for many
   * keys before they are looked up lets the processor wait for memory once instead of each time.
   */
  public int peek(long hash) {
    return slots[(int) hash & slots.length - 1];
  }

  /** Where the key begins for which an entry stands that {@link #peek} gave, to be read next. */
  public int peekStart(int entry) {
    int group = group(entry);
    return group < 0 ? 0 : start(group);
  }

  /** A byte of that key, to be read last; means nothing. */
  public byte peekKey(int start) {
    return arena[start];
  }

  /** Hash of the group's key, as it was given. */
  public long hash(int group) {
    return hashes[group];
  }

  /** The bytes that hold all keys. Read only. */
  public byte[] arena() {
    return arena;
  }

  /** Where the group's key begins in the arena. */
  public int start(int group) {
    return group == 0 ? 0 : ends[group - 1];
  }

  /** Length of the group's key in bytes. */
  public int length(int group) {
    return ends[group] - start(group);
  }

  /** How many keys there may be before the table grows. */
  public int room() {
    return slots.length / 2;
  }

  /** Approximate memory in bytes. */
  public long memory() {
    return 4L * slots.length + 12L * hashes.length + arena.length;
  }

  /** Forgets all keys. */
  public void clear() {
    Arrays.fill(slots, 0);
    if (arena.length > LARGE && start(groups) < arena.length / 8) {
      arena = new byte[LARGE];
    }
    groups = 0;
  }

  private boolean matches(int group, byte[] bytes, int offset, int length) {
    int start = start(group);
    return ends[group] - start == length
        && Arrays.equals(arena, start, start + length, bytes, offset, offset + length);
  }

  private int add(byte[] bytes, int offset, int length, long hash, int slot) {
    int group = groups++;
    if (group == hashes.length) {
      hashes = Arrays.copyOf(hashes, group * 2);
      ends = Arrays.copyOf(ends, group * 2);
    }
    int start = group == 0 ? 0 : ends[group - 1];
    if (start + length > arena.length) {
      arena = Arrays.copyOf(arena, grown(arena.length, start + length));
    }
    System.arraycopy(bytes, offset, arena, start, length);
    hashes[group] = hash;
    ends[group] = start + length;
    slots[slot] = entry(group, hash, slots.length - 1);
    if (groups * 2 > slots.length) {
      rehash();
    }
    return group;
  }

  private static int grown(int capacity, int needed) {
    long doubled = Math.min(capacity * 2L, Integer.MAX_VALUE - 16);
    return (int) Math.max(needed, doubled);
  }

  private static int entry(int group, long hash, int mask) {
    return mark(hash) & ~mask | group + 1;
  }

  private void rehash() {
    int[] larger = new int[slots.length * 2];
    int mask = larger.length - 1;
    for (int group = 0; group < groups; group++) {
      long hash = hashes[group];
      int slot = (int) hash & mask;
      while (larger[slot] != 0) {
        slot = slot + 1 & mask;
      }
      larger[slot] = entry(group, hash, mask);
    }
    slots = larger;
  }
}
