package tidemark.operators.stateful;

import tidemark.operators.aggregate.StateReader;
import tidemark.operators.aggregate.StateWriter;
import tidemark.operators.state.KeyGroupRows;
import tidemark.operators.state.KeyReader;
import tidemark.operators.state.KeyWriter;
import tidemark.operators.state.StateRows;

/**
 * Finds the stored keys that have expired, at a cost that follows what expires. Keys that are added
 * in the same micro-batch stand in bundles of similar expiry, so that the index takes a fraction of
 * the rows that it orders: {@code key group | earliest expiry | micro-batch | bundle → schema
 * number | keys in it | for each: expiry after the earliest | length | key without its key group}.
 * A bundle that has expired in part is written anew with the rest, under its new earliest expiry.
 * Used by one thread, key group by key group: {@link #take} first, then {@link #write}.
 */
public final class ExpiryIndex {
  /** The most keys of a bundle: what may have to be written anew when one key of it expires. */
  private static final int BUNDLE = 32;

  private static final int SCHEMA_NUMBER = 1;

  private final StateRows bundles;
  private final long batch;
  private final ExpiringKeys added = new ExpiringKeys();
  private final ExpiringKeys expired = new ExpiringKeys();
  private final StateWriter value = new StateWriter();
  private final StateReader reader = new StateReader();
  private final KeyWriter key = new KeyWriter();

  /**
   * @param batch the micro-batch's id
   */
  public ExpiryIndex(StateRows bundles, long batch) {
    this.bundles = bundles;
    this.batch = batch;
  }

  /** Adds a stored key of the key group that is written next. */
  public void add(byte[] bytes, int start, int length, long expiry) {
    added.add(bytes, start + 1, length - 1, expiry);
  }

  /**
   * Takes the stored keys of a key group out of the index whose expiry is at or before the instant.
   *
   * @return valid until the next call
   */
  public ExpiringKeys take(int keyGroup, long closedMicros) {
    expired.clear();
    key.clear();
    key.writeByte(keyGroup);
    key.writeLong(closedMicros + 1);
    bundles.take(
        new byte[] {(byte) keyGroup},
        key.toBytes(),
        (bundleKey, bundle) -> open(bundleKey, bundle, closedMicros));
    return expired;
  }

  private void open(byte[] bundleKey, byte[] bundle, long closedMicros) {
    long earliest = new KeyReader(bundleKey, 1).readLong();
    reader.open(bundle, 0, bundle.length);
    reader.readCount();
    for (int left = reader.readCount(); left > 0; left--) {
      long expiry = earliest + reader.readLong();
      int length = reader.readCount();
      if (expiry <= closedMicros) {
        expired.add(bundleKey[0], bundle, reader.position(), length, expiry);
      } else {
        added.add(bundle, reader.position(), length, expiry);
      }
      reader.skipRaw(length);
    }
  }

  /** Writes what was added, and what is left of the bundles that were opened. */
  public void write(int keyGroup) {
    if (added.size() == 0) {
      return;
    }
    int[] order = added.order();
    try (KeyGroupRows into = bundles.group(keyGroup, 0)) {
      for (int from = 0; from < added.size(); from += BUNDLE) {
        writeBundle(into, keyGroup, order, from, Math.min(added.size(), from + BUNDLE));
      }
    }
    added.clear();
  }

  private void writeBundle(KeyGroupRows into, int keyGroup, int[] order, int from, int to) {
    long earliest = Long.MAX_VALUE;
    for (int i = from; i < to; i++) {
      earliest = Math.min(earliest, added.expiry(order[i]));
    }
    value.reset();
    value.writeCount(SCHEMA_NUMBER);
    value.writeCount(to - from);
    for (int i = from; i < to; i++) {
      int number = order[i];
      value.writeLong(added.expiry(number) - earliest);
      value.writeBytes(added.bytes(), added.start(number), added.length(number));
    }
    key.clear();
    key.writeByte(keyGroup);
    key.writeLong(earliest);
    key.writeLong(batch);
    key.writeLong(from / BUNDLE);
    into.insert(key.buffer(), 0, key.length(), value.bytes(), 0, value.size());
  }
}
