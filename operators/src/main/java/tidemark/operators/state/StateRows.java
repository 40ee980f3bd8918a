package tidemark.operators.state;

import org.jspecify.annotations.Nullable;
import tidemark.statestore.KeyRange;
import tidemark.statestore.StateCursor;
import tidemark.statestore.StateStore;

/**
 * The stored rows of one step: bytes by key, the key group first. A thin door to the state store,
 * so that operators need not know it. Rows of an older layout are seen as the newest one has them;
 * stored they stay as they are until they are replaced.
 */
public final class StateRows {
  private final StateStore store;
  private final RowForm form;

  /** Rows that never had another layout than the first, or none. */
  public StateRows(StateStore store) {
    this(store, RowForm.FIRST);
  }

  public StateRows(StateStore store, RowForm form) {
    this.store = store;
    this.form = form;
  }

  /** How values are to be written, and how they are seen. */
  public RowForm form() {
    return form;
  }

  /** Visits a stored row; the arrays belong to the visitor. */
  @FunctionalInterface
  public interface Visitor {
    void visit(byte[] key, byte[] value);
  }

  public boolean isEmpty() {
    return store.isEmpty();
  }

  public long count() {
    return store.rows();
  }

  public byte @Nullable [] get(byte[] key) {
    byte[] value = store.get(key);
    return value == null ? null : form.current(value);
  }

  /** As {@link StateStore#findPresent}. */
  public void findPresent(byte[] keys, int[] ends, int count, boolean[] present) {
    store.findPresent(keys, ends, count, present);
  }

  public void insert(byte[] key, byte[] value) {
    store.insert(key, value);
  }

  public void replace(byte[] key, byte[] value) {
    store.replace(key, value);
  }

  public void delete(byte[] key) {
    store.delete(key);
  }

  /**
   * Opens a key group for a run of look-ups and writes, the way for many keys at once; must be
   * closed.
   *
   * @param lookups about how many keys will be looked up
   */
  public KeyGroupRows group(int keyGroup, int lookups) {
    return new KeyGroupRows(store.group(keyGroup, lookups), form);
  }

  /** Walks over all rows of a key group in no particular order; must be closed. */
  public KeyGroupWalk walk(int keyGroup) {
    return new KeyGroupWalk(store.walk(keyGroup), form);
  }

  /**
   * Visits the rows {@code from <= key < to}, ascending; the visitor may delete the row it is
   * given.
   */
  public void scan(byte[] from, byte[] to, Visitor visitor) {
    scan(KeyRange.between(from, to), visitor);
  }

  /** Visits the rows whose key begins with the prefix, ascending. */
  public void scanPrefix(byte[] prefix, Visitor visitor) {
    scan(KeyRange.prefix(prefix), visitor);
  }

  /** The first key that begins with the prefix, or null. */
  public byte @Nullable [] firstKey(byte[] prefix) {
    try (StateCursor cursor = store.scan(KeyRange.prefix(prefix))) {
      return cursor.next() ? cursor.key() : null;
    }
  }

  /** Visits the rows {@code from <= key < to}, ascending, and removes each before it is visited. */
  public void take(byte[] from, byte[] to, Visitor visitor) {
    try (StateCursor cursor = store.scan(KeyRange.between(from, to))) {
      while (cursor.next()) {
        byte[] key = cursor.key();
        byte[] value = form.current(cursor.value());
        cursor.remove();
        visitor.visit(key, value);
      }
    }
  }

  /** As {@link StateStore#dropBefore}. */
  public long dropBefore(byte[] bound) {
    return store.dropBefore(bound);
  }

  private void scan(KeyRange range, Visitor visitor) {
    try (StateCursor cursor = store.scan(range)) {
      while (cursor.next()) {
        visitor.visit(cursor.key(), form.current(cursor.value()));
      }
    }
  }
}
