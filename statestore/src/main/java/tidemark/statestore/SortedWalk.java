package tidemark.statestore;

/** The rows of a key group over the cursor of a store. */
final class SortedWalk implements GroupWalk {
  private static final byte[] NONE = {};

  private final StateCursor cursor;
  private byte[] key = NONE;

  SortedWalk(StateCursor cursor) {
    this.cursor = cursor;
  }

  @Override
  public boolean next() {
    boolean next = cursor.next();
    key = next ? cursor.key() : NONE;
    return next;
  }

  @Override
  public byte[] keyArray() {
    return key;
  }

  @Override
  public int keyStart() {
    return 0;
  }

  @Override
  public int keyLength() {
    return key.length;
  }

  @Override
  public byte[] value() {
    return cursor.value();
  }

  @Override
  public void remove() {
    cursor.remove();
  }

  @Override
  public void close() {
    cursor.close();
  }
}
