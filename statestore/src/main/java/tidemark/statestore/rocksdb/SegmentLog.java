package tidemark.statestore.rocksdb;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tidemark.statestore.IdSource;
import tidemark.statestore.StateRef;
import tidemark.statestore.changelog.SegmentMerge;
import tidemark.statestore.changelog.SegmentWriter;
import tidemark.statestore.changelog.StagedFile;
import tidemark.statestore.files.FileStore;
import tidemark.statestore.table.Shard;

/**
 * Writes the change log: one segment a batch, a second one for changes that had to leave memory
 * before the end.
 */
final class SegmentLog {
  static final String FOLDER = "state/segments";

  /** Fewer segments than this are not worth a merge. */
  private static final int FEW = 8;

  private final FileStore files;
  private final Path work;
  private final IdSource ids;
  private final Set<String> published = new HashSet<>();
  private Optional<OpenSegment> spilled = Optional.empty();

  SegmentLog(FileStore files, Path work, IdSource ids) {
    this.files = files;
    this.work = work;
    this.ids = ids;
  }

  /**
   * A segment that is being written; its number is known at the seal, so its name starts without
   * one.
   */
  private static final class OpenSegment {
    final String name;
    final StagedFile file;
    final SegmentWriter writer;

    OpenSegment(String name, Path work) throws IOException {
      this.name = name;
      this.file = new StagedFile(work.resolve("segment-" + name));
      this.writer = new SegmentWriter(file, 'S', name);
    }

    StateRef.Segment publish(FileStore files, Set<String> published) throws IOException {
      writer.finish();
      published.add(FOLDER + "/" + name);
      file.publish(files, FOLDER + "/" + name);
      return new StateRef.Segment(name, file.length(), writer.rawBytes(), writer.isAscending());
    }
  }

  /** Paths written since the last call. */
  Set<String> takePublished() {
    Set<String> paths = new HashSet<>(published);
    published.clear();
    return paths;
  }

  /** Writes the changes of a table that must leave memory before its batch is sealed. */
  synchronized void spill(TableStore store, Shard shard) throws IOException {
    if (spilled.isEmpty()) {
      spilled = Optional.of(new OpenSegment("s-" + ids.next(), work));
    }
    SegmentWriter writer = spilled.get().writer;
    writer.store(store.id());
    write(writer, shard, shard.unsealed());
  }

  synchronized boolean hasSpilled() {
    return spilled.isPresent();
  }

  /** Drops what was spilled for the batch under way. */
  synchronized void abandon() throws IOException {
    if (spilled.isPresent()) {
      spilled.get().file.abandon();
      spilled = Optional.empty();
    }
  }

  /** Makes all changes of a batch durable; the segments apply in the order of the list. */
  List<StateRef.Segment> write(long batch, Collection<TableStore> stores) throws IOException {
    List<StateRef.Segment> written = new ArrayList<>();
    if (spilled.isPresent()) {
      written.add(spilled.get().publish(files, published));
      spilled = Optional.empty();
    }
    if (stores.stream().noneMatch(TableStore::hasUnsealed)) {
      return written;
    }
    OpenSegment segment = new OpenSegment(batch + "-" + ids.next(), work);
    try {
      for (TableStore store : stores) {
        if (store.hasUnsealed()) {
          segment.writer.store(store.id());
          store.forEachShard(shard -> write(segment.writer, shard, shard.unsealed()));
        }
      }
      written.add(segment.publish(files, published));
    } catch (IOException | RuntimeException e) {
      segment.file.abandon();
      throw e;
    }
    return written;
  }

  static void write(SegmentWriter writer, Shard shard, int[] records) throws IOException {
    byte[] arena = shard.arena();
    for (int record : records) {
      int key = shard.keyStart(record);
      int length = shard.keyLength(record);
      if (shard.isDead(record)) {
        writer.delete(arena, key, length);
      } else {
        writer.put(arena, key, length, arena, shard.valueStart(record), shard.valueLength(record));
      }
    }
  }

  /**
   * Replaces the newest segments by one, when they are many and the oldest of them does not
   * outweigh the others: so each change is copied into a file of at least twice the size, and what
   * is left are few segments and then ever larger ones.
   */
  List<StateRef.Segment> merged(long batch, List<StateRef.Segment> segments, boolean onNothing)
      throws IOException {
    int first = firstToMerge(segments);
    if (first < 0) {
      return segments;
    }
    List<StateRef.Segment> result = new ArrayList<>(segments.subList(0, first));
    boolean fromTheStart = onNothing && first == 0;
    result.add(merge(batch, segments.subList(first, segments.size()), fromTheStart));
    return result;
  }

  /** Index of the oldest segment to merge with all after it; -1 when none is due. */
  private static int firstToMerge(List<StateRef.Segment> segments) {
    int first = -1;
    long newer = 0;
    for (int i = segments.size() - 1; i >= 0 && segments.get(i).ascending(); i--) {
      long bytes = segments.get(i).rawBytes();
      if (segments.size() - i >= FEW && bytes <= newer) {
        first = i;
      }
      newer += bytes;
    }
    return first;
  }

  private StateRef.Segment merge(long batch, List<StateRef.Segment> tail, boolean fromTheStart)
      throws IOException {
    OpenSegment target = new OpenSegment(batch + "-" + ids.next(), work);
    List<String> names = tail.stream().map(StateRef.Segment::name).toList();
    try (SegmentMerge merge = new SegmentMerge(files, FOLDER, names, fromTheStart)) {
      merge.writeTo(target.writer);
      return target.publish(files, published);
    } catch (IOException | RuntimeException e) {
      target.file.abandon();
      throw e;
    }
  }
}
