package tidemark.operators.aggregate;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A growing sequence of stored elements for each group: presence byte and value, one after the
 * other, as in a stored array without its count.
 */
final class Lists {
  private static final int FIRST_BYTES = 32;

  private byte @Nullable [][] data = new byte[0][];
  private int[] used = new int[0];
  private int[] counts = new int[0];
  private long held;

  void ensure(int groups) {
    if (groups > used.length) {
      int length = Growth.length(used.length, groups);
      data = Arrays.copyOf(data, length);
      used = Arrays.copyOf(used, length);
      counts = Arrays.copyOf(counts, length);
    }
  }

  /** Appends elements that have been written elsewhere. */
  void append(int group, byte[] source, int offset, int length, int elements) {
    byte[] bytes = room(group, length);
    System.arraycopy(source, offset, bytes, used[group], length);
    used[group] += length;
    counts[group] += elements;
  }

  /** Puts elements in front. */
  void prepend(int group, byte[] source, int offset, int length, int elements) {
    byte[] bytes = room(group, length);
    System.arraycopy(bytes, 0, bytes, length, used[group]);
    System.arraycopy(source, offset, bytes, 0, length);
    used[group] += length;
    counts[group] += elements;
  }

  /** Appends the elements of another group. */
  void append(int group, Lists other, int otherGroup) {
    append(group, other.bytes(otherGroup), 0, other.used[otherGroup], other.counts[otherGroup]);
  }

  int count(int group) {
    return counts[group];
  }

  /** The elements; the first {@link #length} bytes are valid. */
  byte[] bytes(int group) {
    byte[] bytes = data[group];
    return bytes == null ? new byte[0] : bytes;
  }

  int length(int group) {
    return used[group];
  }

  void reset() {
    Arrays.fill(data, null);
    Arrays.fill(used, 0);
    Arrays.fill(counts, 0);
    held = 0;
  }

  long memory() {
    return held + 12L * used.length;
  }

  private byte[] room(int group, int more) {
    byte[] bytes = data[group];
    int before = bytes == null ? 0 : bytes.length;
    int needed = used[group] + more;
    if (bytes == null || needed > before) {
      int length = Math.max(FIRST_BYTES, Math.max(needed, before + (before >> 1)));
      byte[] grown = bytes == null ? new byte[length] : Arrays.copyOf(bytes, length);
      held += length - before;
      data[group] = grown;
      return grown;
    }
    return bytes;
  }
}
