package tidemark.statestore;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The rows of a key group over the calls of a store for single keys. */
final class SingleRows implements GroupRows {
  private static final byte[] NONE = {};

  private final StateStore store;
  private byte[] asked = NONE;
  private int[] askedEnds = {};
  private byte[] key = NONE;
  private byte @Nullable [] value;

  SingleRows(StateStore store) {
    this.store = store;
  }

  @Override
  public void lookAhead(byte[] keys, int[] ends, int count) {
    asked = keys;
    askedEnds = ends;
  }

  @Override
  public boolean find(int number) {
    int start = number == 0 ? 0 : askedEnds[number - 1];
    return find(asked, start, askedEnds[number] - start);
  }

  @Override
  public boolean find(byte[] bytes, int from, int length) {
    key = Arrays.copyOfRange(bytes, from, from + length);
    value = store.get(key);
    return value != null;
  }

  @Override
  public byte[] value() {
    return value == null ? NONE : value;
  }

  @Override
  public int valueStart() {
    return 0;
  }

  @Override
  public int valueLength() {
    return value().length;
  }

  @Override
  public void put(byte[] bytes, int from, int length) {
    byte[] next = Arrays.copyOfRange(bytes, from, from + length);
    if (value == null) {
      store.insert(key, next);
    } else {
      store.replace(key, next);
    }
  }

  @Override
  public void insert(
      byte[] bytes, int from, int length, byte[] with, int withFrom, int withLength) {
    value = null;
    store.insert(
        Arrays.copyOfRange(bytes, from, from + length),
        Arrays.copyOfRange(with, withFrom, withFrom + withLength));
  }

  @Override
  public void remove() {
    store.delete(key);
  }

  @Override
  public void close() {}
}
