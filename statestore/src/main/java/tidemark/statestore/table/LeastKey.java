package tidemark.statestore.table;

/** A lower bound of all keys of a key group, known by the eight bytes after the first. */
final class LeastKey {
  private long order;

  /**
   * @param order the eight bytes; 0 when nothing is known, all ones when there is no key
   */
  LeastKey(long order) {
    this.order = order;
  }

  long order() {
    return order;
  }

  /** Takes note of a key of the group. */
  void note(byte[] key, int from, int length) {
    long other = KeyBytes.order(key, from + 1, from + length);
    if (Long.compareUnsigned(other, order) < 0) {
      order = other;
    }
  }

  /** True when no key of the group can be below the bound. */
  boolean isNothingBefore(byte[] bound) {
    return Long.compareUnsigned(orderOf(bound), order) < 0;
  }

  /** No key of the group is below these eight bytes. */
  void raise(long known) {
    order = Long.compareUnsigned(known, order) > 0 ? known : order;
  }

  static long orderOf(byte[] bound) {
    return KeyBytes.order(bound, 1, bound.length);
  }
}
