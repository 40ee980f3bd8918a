package tidemark.statestore.rocksdb;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import tidemark.statestore.StateFailure;
import tidemark.statestore.StateRef.Segment;
import tidemark.statestore.StateRef.Snapshot;
import tidemark.statestore.changelog.SegmentMerge;
import tidemark.statestore.changelog.SegmentReader;
import tidemark.statestore.changelog.SegmentWriter;
import tidemark.statestore.changelog.StagedFile;
import tidemark.statestore.files.FileStore;

/**
 * One merge of neighbouring files into one, run by a thread of its own; published by the thread
 * that seals.
 */
final class FileMerge implements Runnable {
  private final FileStore files;
  private final String name;
  private final Optional<Long> version;
  private final Compaction.Stack inputs;
  private final boolean fromTheStart;
  private final StagedFile target;
  private final CountDownLatch done = new CountDownLatch(1);
  private volatile boolean cancelled;
  private volatile @Nullable SegmentWriter written;
  private volatile @Nullable RuntimeException failure;

  private FileMerge(
      FileStore files,
      Path work,
      String name,
      Optional<Long> version,
      Compaction.Stack inputs,
      boolean fromTheStart) {
    this.files = files;
    this.name = name;
    this.version = version;
    this.inputs = inputs;
    this.fromTheStart = fromTheStart;
    this.target = new StagedFile(work.resolve("merge-" + name));
  }

  /** All files of a version become its snapshot. */
  static FileMerge toSnapshot(
      FileStore files, Path work, String name, long version, Compaction.Stack stack) {
    return new FileMerge(files, work, name + Snapshots.ROWS, Optional.of(version), stack, true);
  }

  /** The segments from {@code first} on become one. */
  static FileMerge toSegment(
      FileStore files, Path work, String name, Compaction.Stack stack, int first) {
    List<Segment> tail = stack.since().subList(first, stack.since().size());
    return new FileMerge(
        files,
        work,
        name,
        Optional.empty(),
        new Compaction.Stack(Optional.empty(), tail),
        first == 0 && stack.base().isEmpty());
  }

  @Override
  public void run() {
    List<SegmentReader> readers = new ArrayList<>();
    try {
      inputs
          .base()
          .ifPresent(
              base -> readers.add(new SegmentReader(files, Snapshots.FOLDER, 'N', base.name())));
      inputs
          .since()
          .forEach(
              segment ->
                  readers.add(new SegmentReader(files, SegmentLog.FOLDER, 'S', segment.name())));
      write(readers);
    } catch (IOException e) {
      failure = Snapshots.ioFailure(e);
    } catch (RuntimeException e) {
      failure = e;
    } finally {
      readers.forEach(SegmentReader::close);
      done.countDown();
    }
  }

  private void write(List<SegmentReader> readers) throws IOException {
    char kind = version.isPresent() ? 'N' : 'S';
    try (SegmentWriter writer = new SegmentWriter(target, kind, name, true)) {
      new SegmentMerge(readers, fromTheStart).writeTo(writer, () -> cancelled);
      writer.finish();
      target.complete();
      written = writer;
    }
  }

  boolean isDone() {
    return done.getCount() == 0;
  }

  /**
   * True when it could not write or read, which can be tried again; any other failure is thrown.
   */
  boolean hasFailed() {
    RuntimeException found = failure;
    if (found == null) {
      return false;
    }
    if (found instanceof StateFailure state && state.kind() == StateFailure.Kind.IO) {
      return true;
    }
    throw found;
  }

  /** Gives the result its name and puts it in the place of its inputs. */
  Compaction.Stack publish(FileStore store, Set<String> published, Compaction.Stack stack)
      throws IOException {
    SegmentWriter writer = written;
    if (writer == null) {
      throw new IllegalStateException("the merge has failed");
    }
    String path = (version.isPresent() ? Snapshots.FOLDER : SegmentLog.FOLDER) + "/" + name;
    published.add(path);
    target.publish(store, path);
    if (version.isPresent()) {
      List<Segment> later = stack.since().subList(inputs.since().size(), stack.since().size());
      return new Compaction.Stack(
          Optional.of(new Snapshot(name, version.get(), target.length())), later);
    }
    int first = stack.since().indexOf(inputs.since().get(0));
    List<Segment> since = new ArrayList<>(stack.since().subList(0, first));
    since.add(new Segment(name, target.length(), writer.rawBytes(), writer.isAscending()));
    since.addAll(stack.since().subList(first + inputs.since().size(), stack.since().size()));
    return new Compaction.Stack(stack.base(), since);
  }

  /** Stops it, waits for that and drops what it has written. */
  void cancel() {
    cancelled = true;
    boolean interrupted = false;
    while (true) {
      try {
        done.await();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    try {
      target.abandon();
    } catch (IOException e) {
      throw Snapshots.ioFailure(e);
    }
  }
}
