package tidemark.statestore.rocksdb;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import tidemark.statestore.IdSource;
import tidemark.statestore.StateRef;
import tidemark.statestore.changelog.BlockWriter;
import tidemark.statestore.changelog.Changes;
import tidemark.statestore.changelog.SegmentMerge;
import tidemark.statestore.changelog.SegmentPart;
import tidemark.statestore.changelog.SegmentRoom;
import tidemark.statestore.changelog.SegmentWriter;
import tidemark.statestore.changelog.StagedFile;
import tidemark.statestore.files.FileStore;
import tidemark.statestore.table.Shard;
import tidemark.statestore.table.SortRoom;

/** Writes the change log: one sorted segment a batch. */
final class SegmentLog {
  static final String FOLDER = "state/segments";

  /** Fewer changes than this are not compressed: loading the compressor would take longer. */
  private static final int FEW = 2_000;

  private final FileStore files;
  private final Path work;
  private final IdSource ids;
  private final Threads threads;
  private final SpillFile spilled;
  private final SegmentRoom room = new SegmentRoom();
  private final Set<String> published = new HashSet<>();

  SegmentLog(FileStore files, Path work, IdSource ids, Threads threads) {
    this.files = files;
    this.work = work;
    this.ids = ids;
    this.threads = threads;
    this.spilled = new SpillFile(work.resolve("spill"));
  }

  /** Paths written since the last call. */
  Set<String> takePublished() {
    Set<String> paths = new HashSet<>(published);
    published.clear();
    return paths;
  }

  /** Keeps the changes of a table that must leave memory before its batch is sealed. */
  void spill(TableStore store, int group, Shard shard) throws IOException {
    spilled.add(store.id(), group, shard);
  }

  boolean hasSpilled() {
    return !spilled.isEmpty();
  }

  /** Drops what was spilled for the batch under way. */
  void abandon() throws IOException {
    spilled.clear();
  }

  /** A segment that is complete and has no name yet. */
  record Written(StateRef.Segment segment, StagedFile file) {}

  /**
   * Writes all changes of a batch and marks them as sealed, which they are once this is published;
   * empty when there are none. After a failure here or there some are marked that are not durable:
   * the rows must be dropped.
   */
  Optional<Written> write(long batch, Collection<TableStore> stores) throws IOException {
    List<TableStore> changed = new ArrayList<>();
    long changes = spilled.isEmpty() ? 0 : Threads.MANY_ROWS;
    for (TableStore store : stores) {
      if (store.hasUnsealed() || spilled.has(store.id())) {
        changed.add(store);
        changes += store.changes();
      }
    }
    if (changed.isEmpty()) {
      return Optional.empty();
    }
    String name = batch + "-" + ids.next();
    StagedFile file = new StagedFile(work.resolve("segment-" + name), room);
    try (SegmentWriter writer = new SegmentWriter(file, 'S', name, changes >= FEW, room)) {
      if (changes < Threads.MANY_ROWS) {
        for (TableStore store : changed) {
          write(writer.store(store.id()), store, 0, TableStore.GROUPS);
        }
      } else {
        writeParts(writer, changed, changes);
      }
      writer.finish();
      return Optional.of(
          new Written(
              new StateRef.Segment(name, file.length(), writer.rawBytes(), writer.isAscending()),
              file));
    } catch (IOException | RuntimeException e) {
      file.abandon();
      throw e;
    }
  }

  /** Makes a segment durable. */
  StateRef.Segment publish(Written written) throws IOException {
    String path = FOLDER + "/" + written.segment().name();
    published.add(path);
    try {
      written.file().publish(files, path);
    } catch (IOException | RuntimeException e) {
      written.file().abandon();
      throw e;
    }
    spilled.clear();
    return written.segment();
  }

  private void writeParts(SegmentWriter writer, List<TableStore> changed, long changes)
      throws IOException {
    List<Threads.Piece<SegmentPart>> pieces = new ArrayList<>();
    for (TableStore store : changed) {
      Supplier<SegmentPart> parts = writer.parts(store.id());
      pieces.addAll(
          Threads.parts(
              TableStore.GROUPS, changes, (from, to) -> written(parts.get(), store, from, to)));
    }
    threads.each(pieces, writer::append);
  }

  private SegmentPart written(SegmentPart part, TableStore store, int fromGroup, int toGroup)
      throws IOException {
    try (BlockWriter blocks = part.blocks()) {
      write(blocks, store, fromGroup, toGroup);
      blocks.flush();
    }
    return part;
  }

  /** Writes the changes of some groups of a store: what was spilled, then what is in memory. */
  private void write(BlockWriter writer, TableStore store, int fromGroup, int toGroup)
      throws IOException {
    SortRoom room = new SortRoom();
    for (int group = fromGroup; group < toGroup; group++) {
      List<Changes> runs = new ArrayList<>(spilled.runs(store.id(), group));
      ShardChanges unsealed = store.unsealed(group, room);
      if (runs.isEmpty()) {
        while (unsealed.next()) {
          writer.write(unsealed, unsealed.agreed());
        }
      } else {
        runs.add(unsealed);
        new SegmentMerge(runs, false).writeTo(writer);
      }
      store.markSealed(group);
    }
  }
}
