package tidemark.statestore.rocksdb;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tidemark.statestore.IdSource;
import tidemark.statestore.StateBackend;
import tidemark.statestore.StateFailure;
import tidemark.statestore.StateMerging;
import tidemark.statestore.StateRef;
import tidemark.statestore.StateStats;
import tidemark.statestore.StateStore;
import tidemark.statestore.StoreId;
import tidemark.statestore.files.FileStore;
import tidemark.statestore.files.LocalFiles;

/**
 * Durable state of one pipeline.
 *
 * <p>Rows live in tables on the heap as long as the memory budget allows; then whole tables move to
 * one RocksDB, which is not even loaded before. What makes a batch durable is its segment of the
 * change log, the same in both cases. Segments are merged into fewer and into snapshots beside the
 * batches, from file to file.
 */
public final class RocksDbStateBackend implements StateBackend {
  /**
   * This part of the memory is replayed before a snapshot is worth its file, at most {@link
   * #LARGEST_REPLAY}.
   */
  private static final int REPLAY_SHARE = 64;

  private static final long LARGEST_REPLAY = 4L << 20;

  private final Settings settings;
  private final Threads threads;
  private final SegmentLog log;
  private final Snapshots snapshots;
  private final Compaction compaction;
  private final LocalRows local;
  private final List<String> notices = new ArrayList<>();
  private StateRef sealed;
  private Compaction.Stack stack = Compaction.Stack.EMPTY;
  private boolean failed;
  private boolean closed;

  /**
   * Where a backend keeps its files.
   *
   * @param work local folder of its own for the working copy
   * @param memory bytes for tables and RocksDB together
   */
  public record Settings(
      FileStore files, Path work, long memory, IdSource ids, StateMerging merging) {}

  /**
   * Opens the state at a version.
   *
   * @param older references of other retained commits; one of them can stand in for a damaged
   *     snapshot
   */
  public RocksDbStateBackend(Settings settings, StateRef ref, List<StateRef> older) {
    FileStore files = settings.files();
    Path work = settings.work();
    this.settings = settings;
    this.threads = new Threads();
    this.log = new SegmentLog(files, work, settings.ids(), threads);
    this.snapshots = new Snapshots(files, work, settings.ids());
    this.compaction =
        new Compaction(files, work, settings.ids(), threads.background(settings.merging()));
    this.local = new LocalRows(work, settings.memory(), log, threads);
    this.sealed = ref;
    this.failed = true;
    try {
      if (!local.reopen(ref, notices)) {
        restore(ref, older);
      }
      stack = new Compaction.Stack(ref.snapshot(), ref.segments());
      failed = false;
    } catch (IOException e) {
      close();
      throw Snapshots.ioFailure(e);
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  private void restore(StateRef ref, List<StateRef> older) throws IOException {
    compaction.cancel();
    local.forget();
    notices.addAll(new Restore(local, settings.files(), settings.work()).run(ref, older));
    stack = new Compaction.Stack(ref.snapshot(), ref.segments());
  }

  /** What the opening had to put up with, as sentences for the user. */
  public List<String> notices() {
    return List.copyOf(notices);
  }

  @Override
  public StateStore store(StoreId id) {
    local.requireOpen();
    return local.store(id);
  }

  @Override
  public StateRef seal(long batch) {
    local.requireOpen();
    if (failed) {
      throw new IllegalStateException("a seal failed; discard() comes first");
    }
    if (!local.hasUnsealed()) {
      return sealed;
    }
    failed = true;
    try {
      sealed = sealChanges(batch);
    } catch (IOException e) {
      throw Snapshots.ioFailure(e);
    }
    failed = false;
    return sealed;
  }

  private StateRef sealChanges(long batch) throws IOException {
    long changes = local.changes();
    List<StateRef.Size> sizes = local.sizes();
    Optional<SegmentLog.Written> segment = Optional.empty();
    if (sizes.isEmpty()) {
      compaction.cancel();
      log.abandon();
      stack = Compaction.Stack.EMPTY;
    } else {
      stack = compaction.adopt(stack);
      segment = log.write(batch, local.stores());
    }
    local.markSealed();
    publish(segment, changes);
    StateRef ref = new StateRef(batch, stack.base(), stack.since(), sizes);
    tidyUp(ref);
    return ref;
  }

  /** Brings a segment to the disk; the tables give back meanwhile what they need not hold. */
  private void publish(Optional<SegmentLog.Written> segment, long changes) throws IOException {
    local.collect(
        changes,
        () -> {
          if (segment.isPresent()) {
            stack = stack.with(log.publish(segment.get()));
          }
        });
  }

  /** What need not be done before the batch commits, and costs it nothing much. */
  private void tidyUp(StateRef ref) throws IOException {
    long live = ref.stores().stream().mapToLong(StateRef.Size::bytes).sum();
    if (live > 0 && !stack.isMergeable()) {
      stack =
          new Compaction.Stack(
              Optional.of(snapshots.writeRows(ref.version(), local.stores())), List.of());
    } else if (live > 0) {
      long smallest = Math.min(settings.memory() / REPLAY_SHARE, LARGEST_REPLAY);
      compaction.begin(ref.version(), stack, live, smallest);
    }
    local.trim();
  }

  @Override
  public void discard() {
    local.requireOpen();
    if (!failed && !local.isAhead()) {
      return;
    }
    try {
      log.abandon();
      restore(sealed, List.of());
      failed = false;
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
    return local.stats();
  }

  /**
   * Paths that this backend has made since the last call, whether a reference names them or not.
   */
  public Set<String> takePublished() {
    Set<String> paths = log.takePublished();
    paths.addAll(compaction.takePublished());
    paths.addAll(snapshots.takePublished());
    return paths;
  }

  /**
   * The reference that the next seal will build on; its files must stay, whether a commit names
   * them or not.
   */
  public StateRef pending() {
    return new StateRef(sealed.version(), stack.base(), stack.since(), List.of());
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    try {
      compaction.cancel();
      boolean clean = !failed && !local.isAhead() && !sealed.isEmpty();
      log.abandon();
      if (!clean || !isKept()) {
        local.close();
        LocalFiles.deleteTree(settings.work());
      }
    } catch (IOException e) {
      throw Snapshots.ioFailure(e);
    } finally {
      local.close();
      threads.close();
    }
  }

  /**
   * Leaves a working copy behind; a run whose disk has no room for one has ended well all the same.
   */
  private boolean isKept() {
    try {
      local.keep(sealed, threads);
      return true;
    } catch (IOException | StateFailure e) {
      return false;
    }
  }

  /** Frees memory and native objects as the death of the process would: no file is touched. */
  public void abandon() {
    if (!closed) {
      closed = true;
      compaction.cancel();
      local.close();
      threads.close();
    }
  }
}
