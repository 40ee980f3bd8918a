package tidemark.operators.stateful;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.BytesColumn;
import tidemark.operators.state.KeyHash;

/**
 * Makes a dictionary of the texts of a key as they come, so that a text is told by its place in it:
 * for keys of few values, which is what most are grouped by. Gives up when there are many. Used by
 * one thread.
 */
final class TextPlaces {
  /** How many different texts it takes. */
  static final int MOST = 4096;

  /** How many bytes of texts it takes, and one text more. */
  private static final int MOST_BYTES = 1 << 20;

  private static final int SLOT_BITS = 13;
  private static final int MASK = (1 << SLOT_BITS) - 1;
  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;
  private static final int WORD = Long.BYTES;
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final int[] places = new int[Batch.MAX_ROWS];

  /** For each slot the text's beginning, its place, and its length + 1; 0 where there is none. */
  private final long[] beginnings = new long[1 << SLOT_BITS];

  private final int[] starts = new int[1 << SLOT_BITS];
  private final int[] ends = new int[1 << SLOT_BITS];
  private byte[] dictionary = new byte[1024];
  private int used;
  private int texts;

  /**
   * The place of each row's text, by row; null if there were more than {@value #MOST} different
   * ones, or very long ones.
   *
   * @param rows those that are asked for, the first {@code count} of them; none of them is null
   */
  int @Nullable [] of(BytesColumn column, int[] rows, int count) {
    byte[] data = column.data();
    for (int i = 0; i < count && !isFull(); i++) {
      int row = rows[i];
      places[row] = place(data, column.start(row), column.length(row));
    }
    return isFull() ? null : places;
  }

  /** Forgets all texts, and keeps the memory. */
  void clear() {
    Arrays.fill(ends, 0);
    used = 0;
    texts = 0;
  }

  private boolean isFull() {
    return texts > MOST || used > MOST_BYTES;
  }

  /** The bytes that places point into. */
  byte[] dictionary() {
    return dictionary;
  }

  private int place(byte[] data, int start, int length) {
    long beginning = beginning(data, start, length);
    long hash =
        length <= WORD ? (beginning ^ length) * MULTIPLIER : KeyHash.of(data, start, length);
    int slot = (int) (hash >>> Long.SIZE - SLOT_BITS);
    while (ends[slot] != 0) {
      if (beginnings[slot] == beginning
          && ends[slot] == length + 1
          && (length <= WORD || isSame(starts[slot], data, start, length))) {
        return starts[slot];
      }
      slot = slot + 1 & MASK;
    }
    texts++;
    beginnings[slot] = beginning;
    starts[slot] = append(data, start, length);
    ends[slot] = length + 1;
    return starts[slot];
  }

  /** The first eight bytes; zeros where there are fewer. */
  private static long beginning(byte[] data, int start, int length) {
    if (length >= WORD) {
      return (long) LONGS.get(data, start);
    }
    if (start + WORD <= data.length) {
      return (long) LONGS.get(data, start) & (1L << length * Byte.SIZE) - 1;
    }
    long word = 0;
    for (int i = length - 1; i >= 0; i--) {
      word = word << Byte.SIZE | data[start + i] & 0xFF;
    }
    return word;
  }

  private boolean isSame(int place, byte[] data, int start, int length) {
    return Arrays.equals(dictionary, place, place + length, data, start, start + length);
  }

  /** Texts without bytes have a place of their own, too. */
  private int append(byte[] data, int start, int length) {
    int place = used;
    used += Math.max(1, length);
    if (used > dictionary.length) {
      dictionary = Arrays.copyOf(dictionary, Math.max(used, 2 * dictionary.length));
    }
    System.arraycopy(data, start, dictionary, place, length);
    return place;
  }
}
