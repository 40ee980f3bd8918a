package tidemark.statestore.rocksdb;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;
import tidemark.statestore.table.Shard;

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
  private final int skipped;
  private byte[] page = new byte[1 << 12];
  private int[] starts = new int[64];
  private int[] keyLengths = new int[64];
  private int count;
  private int at = -1;
  private int pageRows = 16;
  private volatile boolean freed;

  /**
   * @param skipped bytes before each key that are not part of it
   */
  RowPages(
      WorkingCopy copy, RocksIterator rows, ReadOptions reading, @Nullable Slice end, int skipped) {
    this.skipped = skipped;
    this.copy = copy;
    this.rows = rows;
    this.reading = reading;
    this.end = end;
  }

  /** Moves to the next row; false at the end. */
  boolean next() {
    if (++at < count) {
      return true;
    }
    at = 0;
    return copy.reading(this::readPage);
  }

  private boolean readPage() {
    if (freed) {
      throw new IllegalStateException("the cursor is closed");
    }
    count = 0;
    int used = 0;
    for (; count < pageRows && rows.isValid(); rows.next()) {
      if (count + 1 >= starts.length) {
        starts = Arrays.copyOf(starts, count * 2);
        keyLengths = Arrays.copyOf(keyLengths, count * 2);
      }
      starts[count] = used;
      keyLengths[count] = append(used, true);
      used += keyLengths[count];
      used += append(used, false);
      starts[++count] = used;
    }
    try {
      rows.status();
    } catch (RocksDBException e) {
      throw copy.failure(e);
    }
    pageRows = Math.min(ROWS, pageRows * 4);
    return count > 0;
  }

  /** Copies key or value of the current row to a place in the page; returns its length. */
  private int append(int to, boolean key) {
    int length = copyTo(to, key);
    if (length > page.length - to) {
      page = Arrays.copyOf(page, Math.max(page.length * 2, to + length));
      copyTo(to, key);
    }
    return length;
  }

  private int copyTo(int to, boolean key) {
    int room = page.length - to;
    return key ? rows.key(page, to, room) : rows.value(page, to, room);
  }

  /** The array that holds keys and values, valid until the next page. */
  byte[] page() {
    return page;
  }

  int keyStart() {
    return starts[at] + skipped;
  }

  int keyLength() {
    return keyLengths[at] - skipped;
  }

  int valueStart() {
    return starts[at] + keyLengths[at];
  }

  int valueLength() {
    return starts[at + 1] - valueStart();
  }

  byte[] key() {
    return Arrays.copyOfRange(page, keyStart(), keyStart() + keyLength());
  }

  byte[] value() {
    return Arrays.copyOfRange(page, valueStart(), starts[at + 1]);
  }

  /** Brings the row into a table, unless that has a newer record of its key. */
  void fill(Shard shard) {
    shard.fill(page, keyStart(), keyLength(), page, valueStart(), valueLength());
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
            return page;
          });
    }
  }
}
