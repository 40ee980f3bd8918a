package tidemark.operators.keyed;

import java.util.Arrays;

/**
 * A span of bytes, or null, for each slot. What is replaced is left where it was until it outweighs
 * what is in use, so arrays that were handed out stay as they are.
 */
final class ByteSpans {
  private static final int NULL = -1;
  private static final int SMALL = 1 << 16;

  private byte[] data = new byte[256];
  private int[] starts = new int[16];
  private int[] lengths = new int[16];
  private int slots;
  private int used;
  private int live;

  void ensure(int count) {
    if (count > starts.length) {
      int room = Math.max(count, starts.length * 2);
      starts = Arrays.copyOf(starts, room);
      lengths = Arrays.copyOf(lengths, room);
    }
    if (count > slots) {
      Arrays.fill(lengths, slots, count, NULL);
      slots = count;
    }
  }

  void clear(int slot) {
    live -= Math.max(0, lengths[slot]);
    lengths[slot] = NULL;
  }

  void put(int slot, byte[] source, int offset, int length) {
    clear(slot);
    room(length);
    System.arraycopy(source, offset, data, used, length);
    starts[slot] = used;
    lengths[slot] = length;
    used += length;
    live += length;
  }

  boolean isNull(int slot) {
    return lengths[slot] == NULL;
  }

  byte[] data() {
    return data;
  }

  int start(int slot) {
    return starts[slot];
  }

  int length(int slot) {
    return lengths[slot];
  }

  private void room(int length) {
    if (used + (long) length <= data.length) {
      return;
    }
    long needed = live + (long) length;
    byte[] larger = new byte[Math.toIntExact(Math.max(2 * needed, SMALL))];
    int to = 0;
    for (int slot = 0; slot < slots; slot++) {
      if (lengths[slot] > 0) {
        System.arraycopy(data, starts[slot], larger, to, lengths[slot]);
        starts[slot] = to;
        to += lengths[slot];
      }
    }
    data = larger;
    used = to;
  }
}
