package tidemark.statestore;

import java.util.Arrays;
import java.util.Optional;

/**
 * Keys from a first one (inclusive) to a last one (exclusive), in unsigned byte order. Either end
 * may be open.
 */
public final class KeyRange {
  private static final KeyRange ALL = new KeyRange(new byte[0], Optional.empty());

  private final byte[] from;
  private final Optional<byte[]> to;

  private KeyRange(byte[] from, Optional<byte[]> to) {
    this.from = from;
    this.to = to;
  }

  /** Every key. */
  public static KeyRange all() {
    return ALL;
  }

  /** Keys {@code k} with {@code from <= k < to}. */
  public static KeyRange between(byte[] from, byte[] to) {
    return new KeyRange(from.clone(), Optional.of(to.clone()));
  }

  /** Keys {@code k} with {@code from <= k}. */
  public static KeyRange from(byte[] from) {
    return new KeyRange(from.clone(), Optional.empty());
  }

  /** Keys that start with the prefix. */
  public static KeyRange prefix(byte[] prefix) {
    return new KeyRange(prefix.clone(), after(prefix));
  }

  /** Keys of one key group. */
  public static KeyRange group(int group) {
    return prefix(new byte[] {(byte) group});
  }

  /** The smallest key that is greater than every key with this prefix; empty when there is none. */
  private static Optional<byte[]> after(byte[] prefix) {
    int end = prefix.length;
    while (end > 0 && prefix[end - 1] == (byte) 0xFF) {
      end--;
    }
    if (end == 0) {
      return Optional.empty();
    }
    byte[] next = Arrays.copyOf(prefix, end);
    next[end - 1]++;
    return Optional.of(next);
  }

  /** First key, inclusive; no bytes = from the start. */
  public byte[] from() {
    return from.clone();
  }

  /** Last key, exclusive; empty = to the end. */
  public Optional<byte[]> to() {
    return to.map(byte[]::clone);
  }

  public boolean contains(byte[] key) {
    return Arrays.compareUnsigned(key, from) >= 0
        && (to.isEmpty() || Arrays.compareUnsigned(key, to.get()) < 0);
  }

  /** First key group that the range can touch. */
  public int firstGroup() {
    return from.length == 0 ? 0 : from[0] & 0xFF;
  }

  /**
   * Last key group that the range can touch, inclusive; less than {@link #firstGroup()} when there
   * is none.
   */
  public int lastGroup() {
    if (to.isEmpty()) {
      return 255;
    }
    byte[] end = to.get();
    if (end.length == 0) {
      return -1;
    }
    return end.length == 1 ? (end[0] & 0xFF) - 1 : end[0] & 0xFF;
  }
}
