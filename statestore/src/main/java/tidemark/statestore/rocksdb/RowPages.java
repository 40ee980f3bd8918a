package tidemark.statestore.rocksdb;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;
import tidemark.statestore.StateFailure;

/**
 * Rows of the working copy in ascending order, read a page at a time so that the lock is taken once
 * a page.
 */
final class RowPages implements AutoCloseable {
  private static final int ROWS = 512;

  private final WorkingCopy copy;
  private final RocksIterator rows;
  private final ReadOptions reading;
  private final @Nullable Slice end;
  private final List<byte[]> keys = new ArrayList<>(64);
  private final List<byte[]> values = new ArrayList<>(64);
  private int at = -1;
  private int pageRows = 16;
  private volatile boolean freed;

  RowPages(WorkingCopy copy, RocksIterator rows, ReadOptions reading, @Nullable Slice end) {
    this.copy = copy;
    this.rows = rows;
    this.reading = reading;
    this.end = end;
  }

  /** Moves to the next row; false at the end. */
  boolean next() {
    if (++at < keys.size()) {
      return true;
    }
    at = 0;
    return copy.reading(this::readPage);
  }

  private boolean readPage() {
    keys.clear();
    values.clear();
    if (freed) {
      throw new IllegalStateException("the cursor is closed");
    }
    for (; keys.size() < pageRows && rows.isValid(); rows.next()) {
      keys.add(rows.key());
      values.add(rows.value());
    }
    try {
      rows.status();
    } catch (RocksDBException e) {
      throw new StateFailure(
          StateFailure.Kind.DAMAGED,
          "the working copy cannot be read: " + e.getMessage(),
          "Delete the folder work of the checkpoint and run again; it is made anew.",
          e);
    }
    pageRows = Math.min(ROWS, pageRows * 4);
    return !keys.isEmpty();
  }

  byte[] key() {
    return keys.get(at);
  }

  byte[] value() {
    return values.get(at);
  }

  /** Frees the native objects; called once by the holder of the lock. */
  void free() {
    if (!freed) {
      freed = true;
      rows.close();
      reading.close();
      if (end != null) {
        end.close();
      }
      copy.closed(this);
    }
  }

  @Override
  public void close() {
    if (!freed) {
      copy.reading(
          () -> {
            free();
            return keys;
          });
    }
  }
}
