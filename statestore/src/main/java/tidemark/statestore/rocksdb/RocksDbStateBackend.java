package tidemark.statestore.rocksdb;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;
import tidemark.statestore.IdSource;
import tidemark.statestore.StateBackend;
import tidemark.statestore.StateFailure;
import tidemark.statestore.StateRef;
import tidemark.statestore.StateStats;
import tidemark.statestore.StateStore;
import tidemark.statestore.StoreId;
import tidemark.statestore.files.FileStore;
import tidemark.statestore.files.LocalFiles;
import tidemark.statestore.table.Shard;

/**
 * Durable state of one pipeline.
 *
 * <p>Rows live in tables on the heap as long as the memory budget allows; then whole tables move to
 * one RocksDB, which is not even loaded before. What makes a batch durable is its segment of the
 * change log, the same in both cases. A snapshot is made when the segments since the last one
 * outweigh the rows, so its cost is a constant factor on the changes.
 */
public final class RocksDbStateBackend implements StateBackend {
  /**
   * This part of the memory is replayed before a snapshot is worth its file, at most {@link
   * #LARGEST_REPLAY}.
   */
  private static final int REPLAY_SHARE = 64;

  /** With RocksDB a snapshot is cheap, and segments that were spilled are not merged. */
  private static final int MOST_SEGMENTS = 64;

  private static final long LARGEST_REPLAY = 4L << 20;

  private final Settings settings;
  private final TableBudget budget;
  private final SegmentLog log;
  private final Snapshots snapshots;
  private final ConcurrentSkipListMap<StoreId, TableStore> stores = new ConcurrentSkipListMap<>();
  private final List<String> notices = new ArrayList<>();
  private volatile @Nullable WorkingCopy copy;
  private StateRef sealed;
  private Optional<StateRef.Snapshot> base = Optional.empty();
  private List<StateRef.Segment> since = List.of();
  private volatile boolean ahead;
  private boolean failed;
  private boolean closed;

  /**
   * Where a backend keeps its files.
   *
   * @param work local folder of its own for the working copy
   * @param memory bytes for tables and RocksDB together
   */
  public record Settings(FileStore files, Path work, long memory, IdSource ids) {}

  /**
   * Opens the state at a version.
   *
   * @param older references of other retained commits; one of them can stand in for a damaged
   *     snapshot
   */
  public RocksDbStateBackend(Settings settings, StateRef ref, List<StateRef> older) {
    this.settings = settings;
    this.budget = new TableBudget(settings.memory() / 2);
    this.log = new SegmentLog(settings.files(), settings.work(), settings.ids());
    this.snapshots = new Snapshots(settings.files(), settings.work(), settings.ids());
    this.sealed = ref;
    try {
      if (!CleanMarker.takeOver(settings.work(), ref, snapshots.known()) || !openClean(ref)) {
        restore(ref, older);
      }
    } catch (IOException e) {
      close();
      throw Snapshots.ioFailure(e);
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  private boolean openClean(StateRef ref) {
    try {
      copy = new WorkingCopy(database(), settings.memory() / 2);
    } catch (StateFailure e) {
      notices.add("the working copy could not be used and is made anew: " + e.getMessage());
      return false;
    }
    for (StateRef.Size size : ref.stores()) {
      addStore(size.id()).setSizes(size.rows(), size.bytes());
    }
    base = ref.snapshot();
    since = ref.segments();
    return true;
  }

  private void restore(StateRef ref, List<StateRef> older) throws IOException {
    forget();
    notices.addAll(new Restore(this, settings.files()).run(ref, older));
    base = ref.snapshot();
    since = ref.segments();
  }

  private Path database() {
    return settings.work().resolve("db");
  }

  /** What the opening had to put up with, as sentences for the user. */
  public List<String> notices() {
    return List.copyOf(notices);
  }

  // ---- what restoring needs ----

  TableStore addStore(StoreId id) {
    return stores.computeIfAbsent(id, this::newStore);
  }

  Collection<TableStore> stores() {
    return stores.values();
  }

  private synchronized TableStore newStore(StoreId id) {
    budget.stores(stores.size() + 1);
    WorkingCopy open = copy;
    return new TableStore(id, this, budget, open == null || !open.hasFamily(id));
  }

  /** Opens the database whose files a snapshot has brought. */
  void openFetched(String snapshot) throws IOException {
    snapshots.fetchFiles(snapshot, database());
    WorkingCopy opened = new WorkingCopy(database(), settings.memory() / 2);
    copy = opened;
    stores.values().forEach(store -> store.reset(!opened.hasFamily(store.id())));
  }

  /** Drops what a restore has loaded so far. */
  void forget() throws IOException {
    closeCopy();
    LocalFiles.deleteTree(settings.work());
    snapshots.known().clear();
    stores.values().forEach(store -> store.reset(true));
  }

  // ---- what the stores need ----

  byte @Nullable [] below(StoreId id, byte[] key) {
    return workingCopy().get(id, key);
  }

  RowPages pages(StoreId id, byte[] from, byte @Nullable [] to) {
    return workingCopy().pages(id, from, to);
  }

  /** The working copy, opened when it is needed first. */
  private WorkingCopy workingCopy() {
    WorkingCopy open = copy;
    return open != null ? open : openWorkingCopy();
  }

  private synchronized WorkingCopy openWorkingCopy() {
    requireOpen();
    WorkingCopy open = copy;
    if (open == null) {
      open = new WorkingCopy(database(), settings.memory() / 2);
      copy = open;
    }
    return open;
  }

  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException("the state is closed");
    }
  }

  /**
   * Moves the rows of a table to the working copy, its unsealed changes to the change log first.
   */
  void evict(TableStore store, Shard shard) {
    WorkingCopy target = workingCopy();
    try {
      if (shard.hasUnsealed()) {
        ahead = true;
        log.spill(store, shard);
        shard.markSealed();
      }
    } catch (IOException e) {
      throw Snapshots.ioFailure(e);
    }
    target.write(store.id(), shard, shard.unflushed());
    shard.clear(false);
  }

  // ---- StateBackend ----

  @Override
  public StateStore store(StoreId id) {
    requireOpen();
    return addStore(id);
  }

  @Override
  public StateRef seal(long batch) {
    requireOpen();
    if (failed) {
      throw new IllegalStateException("a seal failed; discard() comes first");
    }
    if (!log.hasSpilled() && stores.values().stream().noneMatch(TableStore::hasUnsealed)) {
      return sealed;
    }
    failed = true;
    try {
      sealed = sealChanges(batch);
      snapshotWhenDue(batch);
      trim();
    } catch (IOException e) {
      throw Snapshots.ioFailure(e);
    }
    failed = false;
    return sealed;
  }

  private StateRef sealChanges(long batch) throws IOException {
    List<StateRef.Size> sizes = sizes();
    if (sizes.isEmpty()) {
      log.abandon();
      base = Optional.empty();
      since = List.of();
    } else {
      List<StateRef.Segment> segments = new ArrayList<>(since);
      segments.addAll(log.write(batch, stores.values()));
      since = log.merged(batch, segments, base.isEmpty());
    }
    for (TableStore store : stores.values()) {
      store.forEachShard(Shard::markSealed);
    }
    ahead = false;
    return new StateRef(batch, base, since, sizes);
  }

  private List<StateRef.Size> sizes() {
    List<StateRef.Size> sizes = new ArrayList<>();
    for (TableStore store : stores.values()) {
      long rows = store.rows();
      if (rows > 0) {
        sizes.add(new StateRef.Size(store.id(), rows, store.bytes()));
      }
    }
    return sizes;
  }

  /**
   * Makes a snapshot when reading the segments again would cost more than reading the rows; it
   * counts from the next seal on.
   */
  private void snapshotWhenDue(long batch) throws IOException {
    long replay = since.stream().mapToLong(StateRef.Segment::rawBytes).sum();
    long live = sealed.stores().stream().mapToLong(StateRef.Size::bytes).sum();
    long smallest = Math.min(settings.memory() / REPLAY_SHARE, LARGEST_REPLAY);
    WorkingCopy open = copy;
    long worth = open == null ? 2 * live : Math.min(2 * live, settings.memory() / 2);
    boolean tooMany = open != null && since.size() > MOST_SEGMENTS;
    if (replay <= Math.max(worth, smallest) && !tooMany) {
      return;
    }
    if (open == null) {
      base = Optional.of(snapshots.writeRows(batch, stores.values()));
    } else {
      flush(open);
      base = Optional.of(snapshots.writeFiles(batch, open));
    }
    since = List.of();
  }

  /** Brings the working copy to the sealed version; the tables keep their rows. */
  private void flush(WorkingCopy target) throws IOException {
    for (TableStore store : stores.values()) {
      store.forEachShard(
          shard -> {
            target.write(store.id(), shard, shard.unflushed());
            shard.markFlushed();
          });
    }
  }

  /** Makes room for the next batch when the tables have nearly spent their budget. */
  private void trim() throws IOException {
    if (!budget.isNearlySpent()) {
      return;
    }
    for (TableStore store : stores.values()) {
      store.forEachShard(
          shard -> {
            if (budget.isAboveTarget() && shard.heapBytes() > 0 && !shard.isPinned()) {
              evict(store, shard);
            }
          });
    }
  }

  @Override
  public void discard() {
    requireOpen();
    boolean changed = failed || ahead || stores.values().stream().anyMatch(TableStore::hasUnsealed);
    if (!changed) {
      return;
    }
    try {
      log.abandon();
      restore(sealed, List.of());
      failed = false;
      ahead = false;
    } catch (IOException e) {
      throw Snapshots.ioFailure(e);
    }
  }

  @Override
  public StateRef sealed() {
    return sealed;
  }

  @Override
  public StateStats stats() {
    List<StateStats.StoreStats> sizes = new ArrayList<>();
    for (TableStore store : stores.values()) {
      sizes.add(new StateStats.StoreStats(store.id(), store.rows(), store.bytes()));
    }
    WorkingCopy open = copy;
    long used = budget.used() + (open == null ? 0 : open.memoryUsed());
    return new StateStats(sizes, used, settings.memory(), open == null ? 0 : open.nativeHandles());
  }

  /**
   * Paths that this backend has made since the last call, whether a reference names them or not.
   */
  public Set<String> takePublished() {
    Set<String> paths = log.takePublished();
    paths.addAll(snapshots.takePublished());
    return paths;
  }

  /**
   * The reference that the next seal will build on; its files must stay, whether a commit names
   * them or not.
   */
  public StateRef pending() {
    return new StateRef(sealed.version(), base, since, List.of());
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    try {
      closeOpen();
    } catch (IOException e) {
      throw Snapshots.ioFailure(e);
    } finally {
      closed = true;
      stores.values().forEach(store -> store.reset(true));
    }
  }

  /** Frees memory and native objects as the death of the process would: no file is touched. */
  public void abandon() {
    if (!closed) {
      closed = true;
      closeCopy();
      stores.values().forEach(store -> store.reset(true));
      try {
        log.abandon();
      } catch (IOException e) {
        throw Snapshots.ioFailure(e);
      }
    }
  }

  private void closeOpen() throws IOException {
    boolean clean =
        !failed && !ahead && stores.values().stream().noneMatch(TableStore::hasUnsealed);
    WorkingCopy open = copy;
    if (open == null || !clean) {
      log.abandon();
      closeCopy();
      LocalFiles.deleteTree(settings.work());
      return;
    }
    try {
      flush(open);
      open.closeKeeping();
    } finally {
      closeCopy();
    }
    CleanMarker.write(settings.work(), sealed, Map.copyOf(snapshots.known()));
  }

  private void closeCopy() {
    WorkingCopy open = copy;
    if (open != null) {
      open.close();
      copy = null;
    }
  }
}
