package tidemark.statestore.rocksdb;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tidemark.statestore.StateFailure;
import tidemark.statestore.StateRef;
import tidemark.statestore.StoreId;
import tidemark.statestore.changelog.SegmentReader;
import tidemark.statestore.files.CheckedJson;
import tidemark.statestore.files.FileStore;

/** Brings a backend to a sealed version from the files of the checkpoint. */
final class Restore {
  private final LocalRows rows;
  private final FileStore files;
  private final Path work;

  Restore(LocalRows rows, FileStore files, Path work) {
    this.rows = rows;
    this.files = files;
    this.work = work;
  }

  /** Loads the version and returns what the user should know about it. */
  List<String> run(StateRef ref, List<StateRef> older) throws IOException {
    List<String> notices = new ArrayList<>();
    try {
      load(ref);
    } catch (StateFailure damage) {
      Optional<StateRef> other = standIn(ref, older);
      if (damage.kind() != StateFailure.Kind.DAMAGED || other.isEmpty()) {
        throw damage;
      }
      notices.add(damage.getMessage() + "; older files gave the same version");
      rows.forget();
      load(other.get());
    }
    checkSizes(ref);
    return notices;
  }

  /**
   * The same version from another commit's files instead of the snapshot, when one has the
   * snapshot's version.
   */
  static Optional<StateRef> standIn(StateRef ref, List<StateRef> older) {
    if (ref.snapshot().isEmpty()) {
      return Optional.empty();
    }
    StateRef.Snapshot snapshot = ref.snapshot().get();
    return older.stream()
        .filter(
            other ->
                other.version() == snapshot.version() && !other.snapshot().equals(ref.snapshot()))
        .findFirst()
        .map(
            other -> {
              List<StateRef.Segment> segments = new ArrayList<>(other.segments());
              segments.addAll(ref.segments());
              return new StateRef(ref.version(), other.snapshot(), segments, ref.stores());
            });
  }

  private void load(StateRef ref) throws IOException {
    if (ref.snapshot().isPresent()) {
      loadSnapshot(ref.snapshot().get());
    }
    for (StateRef.Segment segment : ref.segments()) {
      checkLength(files, SegmentLog.FOLDER + "/" + segment.name(), segment.bytes());
      try (SegmentReader reader =
          new SegmentReader(files, SegmentLog.FOLDER, 'S', segment.name())) {
        loadRows(reader);
      }
    }
  }

  private void loadSnapshot(StateRef.Snapshot snapshot) throws IOException {
    checkLength(files, Snapshots.FOLDER + "/" + snapshot.name(), snapshot.bytes());
    if (snapshot.name().endsWith(Snapshots.FILES)) {
      FetchedFiles.load(files, snapshot.name(), work.resolve("fetched"), rows);
      return;
    }
    try (SegmentReader reader = new SegmentReader(files, Snapshots.FOLDER, 'N', snapshot.name())) {
      loadRows(reader);
    }
  }

  private void loadRows(SegmentReader reader) {
    while (reader.nextStore()) {
      TableStore store = rows.store(reader.store());
      while (reader.next()) {
        store.load(
            reader.keyArray(),
            reader.keyStart(),
            reader.keyLength(),
            reader.valueArray(),
            reader.valueStart(),
            reader.valueLength());
      }
    }
  }

  private void checkSizes(StateRef ref) {
    Map<StoreId, StateRef.Size> expected = new HashMap<>();
    ref.stores().forEach(size -> expected.put(size.id(), size));
    expected.keySet().forEach(rows::store);
    for (TableStore store : rows.stores()) {
      StateRef.Size size = expected.getOrDefault(store.id(), new StateRef.Size(store.id(), 0, 0));
      if (store.isWhollyInMemory() && store.rows() != size.rows()) {
        throw wrongSize(store.id(), store.rows(), size.rows());
      }
      store.setSizes(size.rows(), size.bytes());
    }
  }

  private static StateFailure wrongSize(StoreId id, long found, long said) {
    return new StateFailure(
        StateFailure.Kind.DAMAGED,
        "store " + id + " has " + found + " rows after replay, its commit says " + said,
        "Put the files of the folder state back from a copy.");
  }

  private static void checkLength(FileStore files, String path, long bytes) {
    long found = files.length(path);
    if (found >= 0 && found != bytes) {
      throw CheckedJson.damaged(path, "it has " + found + " bytes instead of " + bytes);
    }
  }

  /** Reads every file of a snapshot; damage is a failure. */
  static void verify(FileStore files, StateRef.Snapshot snapshot) {
    checkLength(files, Snapshots.FOLDER + "/" + snapshot.name(), snapshot.bytes());
    if (snapshot.name().endsWith(Snapshots.FILES)) {
      SnapshotFiles.verify(files, snapshot.name());
    } else {
      readAll(files, Snapshots.FOLDER, 'N', snapshot.name());
    }
  }

  /** Reads a segment; damage is a failure. */
  static void verify(FileStore files, StateRef.Segment segment) {
    checkLength(files, SegmentLog.FOLDER + "/" + segment.name(), segment.bytes());
    readAll(files, SegmentLog.FOLDER, 'S', segment.name());
  }

  private static void readAll(FileStore files, String folder, char kind, String name) {
    try (SegmentReader reader = new SegmentReader(files, folder, kind, name)) {
      boolean more = true;
      while (more) {
        more = reader.nextStore();
      }
    }
  }
}
