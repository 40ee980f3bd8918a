package tidemark.statestore.rocksdb;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
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
import org.rocksdb.Checkpoint;
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

  private final Path folder;
  private final NativeOptions options;
  private final RocksDB db;
  private final Map<StoreId, ColumnFamilyHandle> families = new HashMap<>();
  private final List<ColumnFamilyHandle> handles = new ArrayList<>();
  private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
  private final AtomicInteger open = new AtomicInteger();
  private final AtomicInteger ingested = new AtomicInteger();
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
          "cannot write " + folder + ": " + e.getMessage(),
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

  boolean hasFamily(StoreId id) {
    return families.containsKey(id);
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

  byte @Nullable [] get(StoreId id, byte[] key) {
    return locked(() -> db.get(family(id), options.reading(), key));
  }

  /** Writes rows and deletes of a shard, which ascend. */
  void write(StoreId id, Shard shard, int[] records) {
    if (records.length == 0) {
      return;
    }
    long bytes = 0;
    for (int record : records) {
      bytes += shard.keyLength(record) + shard.valueLength(record);
    }
    boolean large = bytes >= INGEST_BYTES;
    locked(
        () -> {
          if (large) {
            ingest(family(id), shard, records);
          } else {
            put(family(id), shard, records);
          }
          return records;
        });
  }

  private void put(ColumnFamilyHandle family, Shard shard, int[] records) throws RocksDBException {
    try (WriteBatch batch = new WriteBatch()) {
      for (int record : records) {
        if (shard.isDead(record)) {
          batch.delete(family, shard.key(record));
        } else {
          batch.put(family, shard.key(record), shard.value(record));
        }
      }
      db.write(options.writing(), batch);
    }
  }

  private void ingest(ColumnFamilyHandle family, Shard shard, int[] records)
      throws RocksDBException {
    Path file = folder.resolveSibling("ingest-" + ingested.incrementAndGet() + ".sst");
    try (EnvOptions env = new EnvOptions();
        SstFileWriter writer = new SstFileWriter(env, options.listing());
        IngestExternalFileOptions how = new IngestExternalFileOptions()) {
      writer.open(file.toString());
      for (int record : records) {
        if (shard.isDead(record)) {
          writer.delete(shard.key(record));
        } else {
          writer.put(shard.key(record), shard.value(record));
        }
      }
      writer.finish();
      how.setMoveFiles(true).setSnapshotConsistency(false).setWriteGlobalSeqno(false);
      db.ingestExternalFile(family, List.of(file.toString()), how);
    }
  }

  /**
   * Rows of a store from a key on, in pieces: each call reads into the page and returns how many
   * rows it has.
   */
  RowPages pages(StoreId id, byte[] from, byte @Nullable [] to) {
    return locked(
        () -> {
          Slice end = to == null ? null : new Slice(to);
          ReadOptions reading = new ReadOptions().setReadaheadSize(1 << 20);
          if (end != null) {
            reading.setIterateUpperBound(end);
          }
          RocksIterator rows = db.newIterator(family(id), reading);
          rows.seek(from);
          RowPages pages = new RowPages(this, rows, reading, end);
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

  /** Flushes the write buffers and links all files into a new folder. */
  void linkInto(Path target) {
    locked(
        () -> {
          try (Checkpoint checkpoint = Checkpoint.create(db)) {
            checkpoint.createCheckpoint(target.toString());
          }
          return target;
        });
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
   * written.
   */
  void closeKeeping() {
    locked(
        () -> {
          flush();
          return folder;
        });
    close();
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

  private StateFailure failure(RocksDBException e) {
    StateFailure.Kind kind =
        switch (code(e)) {
          case Corruption, NotFound, InvalidArgument -> StateFailure.Kind.DAMAGED;
          default -> StateFailure.Kind.IO;
        };
    return new StateFailure(
        kind,
        "the working copy in " + folder + " fails: " + e.getMessage(),
        kind == StateFailure.Kind.DAMAGED
            ? "Delete the folder work of the checkpoint and run again; it is made anew."
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
