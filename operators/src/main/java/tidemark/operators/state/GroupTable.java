package tidemark.operators.state;

import java.util.Arrays;

/**
 * Numbers distinct keys 0, 1, 2 … in the order in which they are first met. Open addressing over an
 * arena of bytes; used by one thread.
 */
public final class GroupTable {
  private static final int FIRST_SLOTS = 1024;

  private int[] slots = new int[FIRST_SLOTS];
  private long[] hashes = new long[FIRST_SLOTS / 2];
  private int[] ends = new int[FIRST_SLOTS / 2];
  private byte[] arena = new byte[FIRST_SLOTS * 8];
  private int groups;

  /** How many distinct keys there are. */
  public int size() {
    return groups;
  }

  /**
   * The number of the key in {@code bytes[offset .. offset + length)}; new keys get the next one.
   */
  public int find(byte[] bytes, int offset, int length, long hash) {
    int mask = slots.length - 1;
    int slot = (int) hash & mask;
    while (true) {
      int entry = slots[slot];
      if (entry == 0) {
        return add(bytes, offset, length, hash, slot);
      }
      int group = entry - 1;
      if (hashes[group] == hash && matches(group, bytes, offset, length)) {
        return group;
      }
      slot = slot + 1 & mask;
    }
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

  /** Approximate memory in bytes. */
  public long memory() {
    return 4L * slots.length + 12L * hashes.length + arena.length;
  }

  /** Forgets all keys. */
  public void clear() {
    Arrays.fill(slots, 0);
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
    slots[slot] = group + 1;
    if (groups * 2 > slots.length) {
      rehash();
    }
    return group;
  }

  private static int grown(int capacity, int needed) {
    long doubled = Math.min(capacity * 2L, Integer.MAX_VALUE - 16);
    return (int) Math.max(needed, doubled);
  }

  private void rehash() {
    int[] larger = new int[slots.length * 2];
    int mask = larger.length - 1;
    for (int group = 0; group < groups; group++) {
      int slot = (int) hashes[group] & mask;
      while (larger[slot] != 0) {
        slot = slot + 1 & mask;
      }
      larger[slot] = group + 1;
    }
    slots = larger;
  }
}
