package tidemark.statestore.rocksdb;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.EnvOptions;
import org.rocksdb.FlushOptions;
import org.rocksdb.IngestExternalFileOptions;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;
import org.rocksdb.SstFileWriter;
import org.rocksdb.WriteBatch;
import tidemark.statestore.StateFailure;
import tidemark.statestore.StoreId;
import tidemark.statestore.files.IoReason;
import tidemark.statestore.table.Shard;

/**
 * The RocksDB database that holds the rows which have no place in memory; a column family per
 * store, no write-ahead log. Nothing in it is durable on its own. Several threads may use it;
 * closing waits for calls under way, later calls fail.
 */
final class WorkingCopy implements AutoCloseable {
  /**
   * Sorted rows of at least this size are written as an SST file; fewer go through a write buffer.
   */
  private static final int INGEST_BYTES = 1 << 18;

  /** Bytes of the generation before each key. */
  static final int GENERATION = 4;

  private static final byte[] NO_KEY = {};

  private final Path folder;
  private final NativeOptions options;
  private final RocksDB db;
  private final Map<StoreId, ColumnFamilyHandle> families = new HashMap<>();
  private final List<ColumnFamilyHandle> handles = new ArrayList<>();
  private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
  private final AtomicInteger open = new AtomicInteger();
  private final AtomicInteger ingested = new AtomicInteger();
  private volatile boolean buffered;
  private volatile boolean broken;
  private boolean closed;

  /**
   * Opens the database in the folder, or makes it.
   *
   * @param memory bytes for its block cache and write buffers together
   */
  WorkingCopy(Path folder, long memory) {
    this.folder = folder;
    this.options = new NativeOptions(memory);
    try {
      Files.createDirectories(folder);
      this.db = openDatabase();
    } catch (RocksDBException e) {
      options.close();
      throw failure(e);
    } catch (IOException e) {
      options.close();
      throw new StateFailure(
          StateFailure.Kind.IO,
          "cannot write " + folder + ": " + IoReason.of(e),
          "Free space or correct the permissions, then run again.",
          e);
    }
  }

  private RocksDB openDatabase() throws RocksDBException {
    List<byte[]> names = RocksDB.listColumnFamilies(options.listing(), folder.toString());
    List<ColumnFamilyDescriptor> descriptors = new ArrayList<>();
    descriptors.add(new ColumnFamilyDescriptor(RocksDB.DEFAULT_COLUMN_FAMILY, options.family()));
    for (byte[] name : names) {
      if (!java.util.Arrays.equals(name, RocksDB.DEFAULT_COLUMN_FAMILY)) {
        descriptors.add(new ColumnFamilyDescriptor(name, options.family()));
      }
    }
    RocksDB opened = RocksDB.open(options.database(), folder.toString(), descriptors, handles);
    for (int i = 1; i < handles.size(); i++) {
      families.put(FamilyNames.decode(descriptors.get(i).getName()), handles.get(i));
    }
    return opened;
  }

  /** The stores that have rows here. */
  synchronized List<StoreId> stores() {
    return List.copyOf(families.keySet());
  }

  /** A piece of work on the open database. */
  private interface Work<R> {
    R run() throws RocksDBException;
  }

  private <R> R locked(Work<R> work) {
    Lock reading = lock.readLock();
    reading.lock();
    try {
      requireOpen();
      return work.run();
    } catch (RocksDBException e) {
      throw failure(e);
    } finally {
      reading.unlock();
    }
  }

  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException("the state is closed");
    }
  }

  private synchronized ColumnFamilyHandle family(StoreId id) throws RocksDBException {
    ColumnFamilyHandle handle = families.get(id);
    if (handle == null) {
      handle =
          db.createColumnFamily(
              new ColumnFamilyDescriptor(FamilyNames.encode(id), options.family()));
      families.put(id, handle);
      handles.add(handle);
    }
    return handle;
  }

  /** The value of a key of a generation; null when there is none. */
  byte @Nullable [] get(StoreId id, int generation, byte[] key, int from, int length) {
    byte[] stored = storedKey(generation, key, from, length);
    return locked(() -> db.get(family(id), options.reading(), stored));
  }

  private static byte[] storedKey(int generation, byte[] key, int from, int length) {
    byte[] stored = new byte[GENERATION + length];
    ByteBuffer.wrap(stored).putInt(generation).put(key, from, length);
    return stored;
  }

  private static byte[] storedKey(int generation, Shard shard, int record) {
    return storedKey(
        generation, shard.array(record), shard.keyStart(record), shard.keyLength(record));
  }

  /** Adds rows and deletes of a shard, which ascend, to a generation. */
  void add(StoreId id, int generation, Shard shard, int[] records) {
    long bytes = 0;
    for (int record : records) {
      bytes += shard.keyLength(record) + shard.valueLength(record);
    }
    boolean large = bytes >= INGEST_BYTES;
    locked(
        () -> {
          if (large) {
            ingest(family(id), generation, shard, records);
          } else {
            put(family(id), generation, shard, records);
          }
          return records;
        });
  }

  private void put(ColumnFamilyHandle family, int generation, Shard shard, int[] records)
      throws RocksDBException {
    try (WriteBatch batch = new WriteBatch()) {
      for (int record : records) {
        byte[] key = storedKey(generation, shard, record);
        if (shard.isDead(record)) {
          batch.delete(family, key);
        } else {
          batch.put(family, key, shard.value(record));
        }
      }
      db.write(options.writing(), batch);
    }
    buffered = true;
  }

  private void ingest(ColumnFamilyHandle family, int generation, Shard shard, int[] records)
      throws RocksDBException {
    Path file = folder.resolveSibling("ingest-" + ingested.incrementAndGet() + ".sst");
    try (EnvOptions env = new EnvOptions();
        SstFileWriter writer = new SstFileWriter(env, options.listing());
        IngestExternalFileOptions how = new IngestExternalFileOptions()) {
      writer.open(file.toString());
      SstRows rows = new SstRows(writer, generation);
      for (int record : records) {
        rows.write(shard, record);
      }
      writer.finish();
      how.setMoveFiles(true).setSnapshotConsistency(false).setWriteGlobalSeqno(false);
      db.ingestExternalFile(family, List.of(file.toString()), how);
    }
  }

  /** Removes a generation that nothing refers to any more. */
  void drop(StoreId id, int generation) {
    byte[] from = storedKey(generation, NO_KEY, 0, 0);
    byte[] to = storedKey(generation + 1, NO_KEY, 0, 0);
    locked(
        () -> {
          db.deleteFilesInRanges(family(id), List.of(from, to), false);
          if (buffered) {
            db.deleteRange(family(id), options.writing(), from, to);
          }
          return id;
        });
  }

  /** Rows of a generation from a key on. */
  RowPages pages(StoreId id, int generation, byte[] from, byte @Nullable [] to) {
    byte[] start = storedKey(generation, from, 0, from.length);
    byte[] stop =
        to == null
            ? storedKey(generation + 1, NO_KEY, 0, 0)
            : storedKey(generation, to, 0, to.length);
    return pages(id, start, stop, GENERATION);
  }

  /** All rows of a store, whose keys have no generation: how releases before 0.2 wrote them. */
  RowPages allRows(StoreId id) {
    return pages(id, NO_KEY, null, 0);
  }

  private RowPages pages(StoreId id, byte[] from, byte @Nullable [] to, int skipped) {
    return locked(
        () -> {
          Slice end = to == null ? null : new Slice(to);
          ReadOptions reading = new ReadOptions().setReadaheadSize(1 << 20);
          if (end != null) {
            reading.setIterateUpperBound(end);
          }
          RocksIterator rows = db.newIterator(family(id), reading);
          rows.seek(from);
          RowPages pages = new RowPages(this, rows, reading, end, skipped);
          open.incrementAndGet();
          synchronized (readers) {
            readers.add(pages);
          }
          return pages;
        });
  }

  private final List<RowPages> readers = new ArrayList<>();

  /** Runs a step of a reader while the database is sure to be open. */
  <R> R reading(Supplier<R> step) {
    return locked(step::get);
  }

  void closed(RowPages pages) {
    synchronized (readers) {
      readers.remove(pages);
    }
    open.decrementAndGet();
  }

  private void flush() throws RocksDBException {
    try (FlushOptions how = new FlushOptions().setWaitForFlush(true)) {
      db.flush(how, handles);
    }
  }

  long memoryUsed() {
    return locked(options::memoryUsed);
  }

  /** Native objects open at the moment. */
  int nativeHandles() {
    return 1 + handles.size() + NativeOptions.OBJECTS + open.get();
  }

  /**
   * Flushes the write buffers and closes, so that the folder can be opened again with all that was
   * written; fails when it has turned out to be damaged.
   */
  void closeKeeping() {
    locked(
        () -> {
          flush();
          return folder;
        });
    close();
    if (broken) {
      throw new StateFailure(
          StateFailure.Kind.WORKING_COPY, "the working copy in " + folder + " is damaged", "");
    }
  }

  @Override
  public void close() {
    lock.writeLock().lock();
    try {
      if (closed) {
        return;
      }
      closed = true;
      synchronized (readers) {
        List.copyOf(readers).forEach(RowPages::free);
      }
      handles.forEach(ColumnFamilyHandle::close);
      db.close();
      options.close();
    } finally {
      lock.writeLock().unlock();
    }
  }

  /** What to tell of a failure; after damage the database is not kept for the next run. */
  StateFailure failure(RocksDBException e) {
    StateFailure.Kind kind =
        switch (code(e)) {
          case Corruption, NotFound, InvalidArgument -> StateFailure.Kind.WORKING_COPY;
          default -> StateFailure.Kind.IO;
        };
    broken |= kind == StateFailure.Kind.WORKING_COPY;
    return new StateFailure(
        kind,
        "the working copy in " + folder + " fails: " + e.getMessage(),
        kind == StateFailure.Kind.WORKING_COPY
            ? "Run again; the working copy is made anew."
            : "Free space or correct the permissions, then run again.",
        e);
  }

  private static org.rocksdb.Status.Code code(RocksDBException e) {
    return e.getStatus() == null ? org.rocksdb.Status.Code.Undefined : e.getStatus().getCode();
  }

  /**
   * Names of column families: owner, then a slash, then the name, both with slashes and percent
   * signs escaped.
   */
  private static final class FamilyNames {
    static byte[] encode(StoreId id) {
      return (escape(id.owner()) + "/" + escape(id.name())).getBytes(UTF_8);
    }

    private static String escape(String part) {
      return part.replace("%", "%25").replace("/", "%2F");
    }

    static StoreId decode(byte[] name) {
      String text = new String(name, UTF_8);
      int slash = text.indexOf('/');
      return new StoreId(unescape(text.substring(0, slash)), unescape(text.substring(slash + 1)));
    }

    private static String unescape(String part) {
      return part.replace("%2F", "/").replace("%25", "%");
    }
  }
}
