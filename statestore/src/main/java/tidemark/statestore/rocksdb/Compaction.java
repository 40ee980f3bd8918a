package tidemark.statestore.rocksdb;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import tidemark.statestore.IdSource;
import tidemark.statestore.StateRef.Segment;
import tidemark.statestore.StateRef.Snapshot;
import tidemark.statestore.files.FileStore;

/**
 * Keeps the files that a version consists of few and small, beside the batches: neighbouring
 * segments become one, and now and then snapshot and segments become the next snapshot. It reads
 * files only, so it needs nothing of the rows in memory; what it has made counts from the next seal
 * on.
 */
final class Compaction {
  /** Fewer segments than this are not worth a merge. */
  private static final int FEW = 8;

  /** The files of a version may have so many times the bytes of its rows. */
  private static final int MOST_STORED = 2;

  /** Changes of so many times the bytes of the rows may have to be replayed on a snapshot. */
  private static final int MOST_REPLAYED = 4;

  private final FileStore files;
  private final Path work;
  private final IdSource ids;
  private final Executor executor;
  private final Set<String> published = new HashSet<>();
  private Optional<FileMerge> running = Optional.empty();

  Compaction(FileStore files, Path work, IdSource ids, Executor executor) {
    this.files = files;
    this.work = work;
    this.ids = ids;
    this.executor = executor;
  }

  /** The files of a version: a snapshot or nothing, then segments in order. */
  record Stack(Optional<Snapshot> base, List<Segment> since) {
    static final Stack EMPTY = new Stack(Optional.empty(), List.of());

    Stack {
      since = List.copyOf(since);
    }

    Stack with(Segment segment) {
      List<Segment> more = new ArrayList<>(since);
      more.add(segment);
      return new Stack(base, more);
    }

    long rawBytes() {
      return since.stream().mapToLong(Segment::rawBytes).sum();
    }

    long fileBytes() {
      return base.map(Snapshot::bytes).orElse(0L) + since.stream().mapToLong(Segment::bytes).sum();
    }

    /** True when its files can be merged as they are; older releases wrote others, too. */
    boolean isMergeable() {
      return base.stream().allMatch(snapshot -> snapshot.name().endsWith(Snapshots.ROWS))
          && since.stream().allMatch(Segment::ascending);
    }
  }

  /** Puts what has been merged meanwhile in its place; to be called at a seal. */
  Stack adopt(Stack stack) throws IOException {
    if (running.isEmpty() || !running.get().isDone()) {
      return stack;
    }
    FileMerge merge = running.get();
    running = Optional.empty();
    if (merge.hasFailed()) {
      merge.cancel();
      return stack;
    }
    return merge.publish(files, published, stack);
  }

  /**
   * Begins a merge if one is due and none is under way.
   *
   * @param version the version that the stack gives
   * @param liveBytes bytes of keys and values of all its rows
   * @param smallest segments of fewer bytes are not worth a snapshot
   */
  void begin(long version, Stack stack, long liveBytes, long smallest) {
    if (running.isPresent() || !stack.isMergeable()) {
      return;
    }
    if (stack.rawBytes() > smallest && outweighs(stack, liveBytes)) {
      start(FileMerge.toSnapshot(files, work, version + "-" + ids.next(), version, stack));
      return;
    }
    int first = firstToMerge(stack.since());
    if (first >= 0) {
      start(FileMerge.toSegment(files, work, version + "-" + ids.next(), stack, first));
    }
  }

  /** Without a snapshot the rows themselves are among the changes once. */
  private static boolean outweighs(Stack stack, long liveBytes) {
    int mostReplayed = stack.base().isEmpty() ? MOST_REPLAYED + 1 : MOST_REPLAYED;
    return stack.fileBytes() > MOST_STORED * liveBytes
        || stack.rawBytes() > mostReplayed * liveBytes;
  }

  private void start(FileMerge merge) {
    running = Optional.of(merge);
    executor.execute(merge);
  }

  /**
   * Index of the oldest segment to merge with all after it; -1 when none is due. The newest are
   * merged when they are many and the oldest of them does not outweigh the others: so each change
   * is copied into a file of at least twice the size, and what is left are few segments.
   */
  private static int firstToMerge(List<Segment> segments) {
    int first = -1;
    long newer = 0;
    for (int i = segments.size() - 1; i >= 0; i--) {
      long bytes = segments.get(i).rawBytes();
      if (segments.size() - i >= FEW && bytes <= newer) {
        first = i;
      }
      newer += bytes;
    }
    return first;
  }

  /** Paths written since the last call. */
  Set<String> takePublished() {
    Set<String> paths = new HashSet<>(published);
    published.clear();
    return paths;
  }

  /** Gives up the merge under way and waits until it has stopped. */
  void cancel() {
    running.ifPresent(FileMerge::cancel);
    running = Optional.empty();
  }
}
