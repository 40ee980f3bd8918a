package tidemark.statestore.rocksdb;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import tidemark.statestore.IdSource;
import tidemark.statestore.KeyRange;
import tidemark.statestore.StateCursor;
import tidemark.statestore.StateFailure;
import tidemark.statestore.StateRef;
import tidemark.statestore.changelog.BlockWriter;
import tidemark.statestore.changelog.SegmentWriter;
import tidemark.statestore.changelog.StagedFile;
import tidemark.statestore.files.FileStore;

/** Full copies of one version from the rows themselves; {@link Compaction} makes most of them. */
final class Snapshots {
  static final String FOLDER = "state/snapshots";
  static final String SST = "state/sst";
  static final String ROWS = ".rows";
  static final String FILES = ".files";

  private final FileStore files;
  private final Path work;
  private final IdSource ids;
  private final Set<String> published = new HashSet<>();

  Snapshots(FileStore files, Path work, IdSource ids) {
    this.files = files;
    this.work = work;
    this.ids = ids;
  }

  /** Writes all rows, which are those of the version. */
  StateRef.Snapshot writeRows(long version, Collection<TableStore> stores) throws IOException {
    String name = version + "-" + ids.next() + ROWS;
    StagedFile file = new StagedFile(work.resolve("snapshot-" + name));
    try (SegmentWriter writer = new SegmentWriter(file, 'N', name, true)) {
      for (TableStore store : stores) {
        BlockWriter blocks = writer.store(store.id());
        try (StateCursor rows = store.scan(KeyRange.all())) {
          while (rows.next()) {
            byte[] key = rows.key();
            byte[] value = rows.value();
            blocks.put(key, 0, key.length, value, 0, value.length);
          }
        }
      }
      writer.finish();
      published.add(FOLDER + "/" + name);
      file.publish(files, FOLDER + "/" + name);
    } catch (IOException | RuntimeException e) {
      file.abandon();
      throw e;
    }
    return new StateRef.Snapshot(name, version, file.length());
  }

  /** Paths written since the last call. */
  Set<String> takePublished() {
    Set<String> paths = new HashSet<>(published);
    published.clear();
    return paths;
  }

  static StateFailure ioFailure(IOException e) {
    return new StateFailure(
        StateFailure.Kind.IO,
        "a file of the state cannot be read or written: " + e.getMessage(),
        "Free space or correct the permissions, then run again; nothing is half written.",
        e);
  }
}
