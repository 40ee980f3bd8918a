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

  /** So many neighbours of one level become one of the next. */
  private static final int MERGED = 8;

  private static final long LARGEST_MERGE = 64L << 20;
  private static final int NEVER_MERGED = -1;

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

    StateRef.Segment publish(FileStore files, int level, Set<String> published) throws IOException {
      writer.finish();
      published.add(FOLDER + "/" + name);
      file.publish(files, FOLDER + "/" + name);
      return new StateRef.Segment(
          name, file.length(), writer.rawBytes(), writer.isAscending() ? level : NEVER_MERGED);
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
      written.add(spilled.get().publish(files, NEVER_MERGED, published));
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
      written.add(segment.publish(files, 0, published));
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
   * Replaces neighbours of like age at the end of the list by one, as long as there are enough of
   * them.
   */
  List<StateRef.Segment> merged(long batch, List<StateRef.Segment> segments) throws IOException {
    List<StateRef.Segment> result = new ArrayList<>(segments);
    while (tailOfOneLevel(result) >= MERGED) {
      List<StateRef.Segment> tail = result.subList(result.size() - MERGED, result.size());
      StateRef.Segment one = merge(batch, tail);
      tail.clear();
      result.add(one);
    }
    return result;
  }

  private static int tailOfOneLevel(List<StateRef.Segment> segments) {
    if (segments.isEmpty()) {
      return 0;
    }
    int level = segments.get(segments.size() - 1).level();
    int count = 0;
    long bytes = 0;
    for (int i = segments.size() - 1; i >= 0 && segments.get(i).level() == level; i--) {
      count++;
      bytes += count <= MERGED ? segments.get(i).rawBytes() : 0;
    }
    return level == NEVER_MERGED || bytes > LARGEST_MERGE ? 0 : count;
  }

  private StateRef.Segment merge(long batch, List<StateRef.Segment> tail) throws IOException {
    OpenSegment target = new OpenSegment(batch + "-" + ids.next(), work);
    List<String> names = tail.stream().map(StateRef.Segment::name).toList();
    try (SegmentMerge merge = new SegmentMerge(files, FOLDER, names)) {
      merge.writeTo(target.writer);
      return target.publish(files, tail.get(0).level() + 1, published);
    } catch (IOException | RuntimeException e) {
      target.file.abandon();
      throw e;
    }
  }
}
