package tidemark.statestore.rocksdb;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;
import tidemark.statestore.StateFailure;
import tidemark.statestore.StateRef;
import tidemark.statestore.StateStats;
import tidemark.statestore.StoreId;
import tidemark.statestore.files.IoReason;
import tidemark.statestore.files.LocalFiles;
import tidemark.statestore.table.Shard;

/**
 * The rows of all stores as they are on this machine: tables in memory, and below them one RocksDB,
 * which is opened when the memory budget is spent. The budget is the tables' alone until then;
 * afterwards RocksDB has a quarter of it.
 */
final class LocalRows implements AutoCloseable {
  private static final int NATIVE_SHARE = 4;

  private static final String TABLES = "tables-a";
  private static final String OTHER_TABLES = "tables-b";

  private static final String MADE_ANEW = "the working copy could not be used and is made anew: ";

  /** About so many rows are moved at a seal when there is no hurry. */
  private static final long TRIMMED_ROWS = 20_000;

  /** For each record that a batch has changed, so many rows of tables are gone through. */
  private static final long COLLECTED = 4;

  private final Path work;
  private final long memory;
  private final TableBudget budget;
  private final SegmentLog log;
  private final Threads threads;
  private final ConcurrentSkipListMap<StoreId, TableStore> stores = new ConcurrentSkipListMap<>();
  private volatile @Nullable WorkingCopy copy;
  private TableImages images;
  private volatile boolean ahead;
  private volatile boolean closed;

  LocalRows(Path work, long memory, SegmentLog log, Threads threads) {
    this.work = work;
    this.memory = memory;
    this.budget = new TableBudget(tableMemory(memory));
    this.log = log;
    this.threads = threads;
    this.images = new TableImages(work.resolve(TABLES));
  }

  /** Tables lie on the heap, so they get no more than a part of it. */
  private static long tableMemory(long memory) {
    return Math.min(memory, Runtime.getRuntime().maxMemory() / 2);
  }

  TableStore store(StoreId id) {
    return stores.computeIfAbsent(id, this::newStore);
  }

  private synchronized TableStore newStore(StoreId id) {
    budget.stores(stores.size() + 1);
    return new TableStore(id, this, budget);
  }

  /** In the order of their ids. */
  Collection<TableStore> stores() {
    return stores.values();
  }

  /** The working copy, opened when it is needed first. */
  WorkingCopy workingCopy() {
    WorkingCopy open = copy;
    return open != null ? open : openWorkingCopy();
  }

  private synchronized WorkingCopy openWorkingCopy() {
    requireOpen();
    WorkingCopy open = copy;
    if (open == null) {
      open = new WorkingCopy(work.resolve("db"), memory / NATIVE_SHARE);
      budget.limit(tableMemory(memory - memory / NATIVE_SHARE));
      copy = open;
    }
    return open;
  }

  void requireOpen() {
    if (closed) {
      throw new IllegalStateException("the state is closed");
    }
  }

  /**
   * Moves the rows of a table to the working copy, its unsealed changes to the change log first.
   */
  void evict(TableStore store, int group, Shard shard) {
    WorkingCopy target = workingCopy();
    if (shard.hasUnsealed()) {
      ahead = true;
      try {
        log.spill(store, group, shard);
      } catch (IOException e) {
        throw Snapshots.ioFailure(e);
      }
      shard.markSealed();
    }
    store.moveBelow(group, shard, target);
  }

  boolean hasUnsealed() {
    return log.hasSpilled() || stores.values().stream().anyMatch(TableStore::hasUnsealed);
  }

  /** True when a discard must read the sealed version again. */
  boolean isAhead() {
    return ahead || hasUnsealed();
  }

  /** Every change is in a segment now. */
  void markSealed() {
    stores.values().forEach(store -> store.forEachShard((group, shard) -> shard.markSealed()));
    ahead = false;
  }

  /** How many records have changed since the last seal. */
  long changes() {
    return stores.values().stream().mapToLong(TableStore::changes).sum();
  }

  /**
   * Makes room for the next batch when the tables have nearly spent their budget: no more than a
   * batch in the steady state needs, so that no seal takes long.
   */
  void trim() {
    long[] left = {TRIMMED_ROWS};
    for (TableStore store : stores.values()) {
      store.forEachShard(
          (group, shard) -> {
            boolean wanted = budget.isSpent() || (left[0] > 0 && budget.isNearlySpent());
            if (wanted && shard.heapBytes() > 0 && !shard.isPinned()) {
              left[0] -= shard.size();
              evict(store, group, shard);
            }
          });
    }
  }

  /**
   * Gives back what tables hold of rows that are no more, for as many rows as is fair for a batch
   * of this size. All changes must be marked as sealed.
   *
   * @param changes how many records the batch has changed
   * @param meanwhile done by the caller's thread, beside the collection if that is long
   */
  void collect(long changes, Threads.Task meanwhile) throws IOException {
    long rows = budget.isNearlySpent() ? Long.MAX_VALUE : TRIMMED_ROWS + COLLECTED * changes;
    List<Shard> wasteful = new ArrayList<>();
    long[] taken = {0};
    for (TableStore store : stores.values()) {
      store.forEachShard(
          (group, shard) -> {
            if (taken[0] < rows && shard.isWasteful()) {
              taken[0] += shard.size();
              wasteful.add(shard);
            }
          });
    }
    threads.beside(
        meanwhile,
        Threads.parts(
            wasteful.size(),
            taken[0],
            (from, to) -> {
              wasteful.subList(from, to).forEach(Shard::collect);
              return to - from;
            }));
  }

  TableImages images() {
    return images;
  }

  /**
   * Takes over what a clean close has left behind; false when there is nothing of this version.
   *
   * @param notices takes what the user should know
   */
  boolean reopen(StateRef ref, List<String> notices) throws IOException {
    Optional<CleanMarker> marker = CleanMarker.takeOver(work);
    if (marker.isEmpty() || !marker.get().state().equals(ref)) {
      return false;
    }
    images = new TableImages(work.resolve(marker.get().tables()));
    marker.get().stores().forEach(mark -> store(mark.id()).reopen(mark));
    ref.stores().forEach(size -> store(size.id()).setSizes(size.rows(), size.bytes()));
    try {
      checkImages(marker.get());
      if (stores.values().stream().anyMatch(store -> !store.generations().areNone())) {
        workingCopy();
      }
    } catch (StateFailure e) {
      notices.add(MADE_ANEW + e.getMessage());
      return false;
    } catch (IOException e) {
      notices.add(MADE_ANEW + IoReason.withPath(e));
      return false;
    }
    return true;
  }

  /** A table that is damaged must be found before a batch has begun: it is easily made anew now. */
  private void checkImages(CleanMarker marker) throws IOException {
    List<TableImages.Image> all =
        marker.stores().stream().flatMap(mark -> mark.images().stream()).toList();
    long rows = marker.state().stores().stream().mapToLong(StateRef.Size::rows).sum();
    threads.beside(
        () -> {},
        Threads.parts(
            all.size(),
            rows,
            (from, to) -> {
              images.check(all.subList(from, to));
              return to - from;
            }));
  }

  /** Leaves all rows behind for the next start; to be called when everything is sealed. */
  void keep(StateRef ref, Threads threads) throws IOException {
    Files.createDirectories(work);
    String name = images.name().equals(TABLES) ? OTHER_TABLES : TABLES;
    List<CleanMarker.StoreMark> marks = new ArrayList<>();
    try (TableImages.Writer writer = new TableImages.Writer(work.resolve(name))) {
      for (TableStore store : stores.values()) {
        marks.add(store.keep(writer, threads));
      }
    }
    Files.deleteIfExists(work.resolve(images.name()));
    WorkingCopy open = copy;
    if (open != null) {
      open.closeKeeping();
    }
    new CleanMarker(ref, name, marks).write(work);
  }

  /** Drops all rows, here and on disk. */
  void forget() throws IOException {
    closeCopy();
    ahead = false;
    LocalFiles.deleteTree(work);
    stores.values().forEach(TableStore::reset);
  }

  /** Rows and bytes of every store that has any. */
  List<StateRef.Size> sizes() {
    List<StateRef.Size> sizes = new ArrayList<>();
    for (TableStore store : stores.values()) {
      long rows = store.rows();
      if (rows > 0) {
        sizes.add(new StateRef.Size(store.id(), rows, store.bytes()));
      }
    }
    return sizes;
  }

  StateStats stats() {
    List<StateStats.StoreStats> sizes = new ArrayList<>();
    for (TableStore store : stores.values()) {
      sizes.add(new StateStats.StoreStats(store.id(), store.rows(), store.bytes()));
    }
    WorkingCopy open = copy;
    long used = budget.used() + (open == null ? 0 : open.memoryUsed());
    return new StateStats(sizes, used, memory, open == null ? 0 : open.nativeHandles());
  }

  private void closeCopy() {
    WorkingCopy open = copy;
    if (open != null) {
      open.close();
      copy = null;
      budget.limit(tableMemory(memory));
    }
  }

  /** Frees memory and native objects; no file is touched. */
  @Override
  public void close() {
    closed = true;
    closeCopy();
    stores.values().forEach(TableStore::reset);
  }
}
