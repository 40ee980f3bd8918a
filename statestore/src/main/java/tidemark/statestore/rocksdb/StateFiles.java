package tidemark.statestore.rocksdb;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tidemark.statestore.StateFailure;
import tidemark.statestore.StateRef;
import tidemark.statestore.files.FileStore;

/** Which files of a checkpoint belong to which versions of the state. */
public final class StateFiles {
  private final FileStore files;
  private final Map<String, Set<String>> sstOfSnapshot = new HashMap<>();

  public StateFiles(FileStore files) {
    this.files = files;
  }

  /** Paths of the files that a reference names. */
  public Set<String> namedBy(StateRef ref) {
    Set<String> paths = new HashSet<>();
    ref.segments().forEach(segment -> paths.add(SegmentLog.FOLDER + "/" + segment.name()));
    ref.snapshot()
        .ifPresent(
            snapshot -> {
              paths.add(Snapshots.FOLDER + "/" + snapshot.name());
              paths.addAll(sstFiles(snapshot.name()));
            });
    return paths;
  }

  private Set<String> sstFiles(String snapshot) {
    if (!snapshot.endsWith(Snapshots.FILES)) {
      return Set.of();
    }
    return sstOfSnapshot.computeIfAbsent(snapshot, this::readSstFiles);
  }

  /** All there are when the snapshot cannot be read: what is unknown is not deleted. */
  private Set<String> readSstFiles(String snapshot) {
    Set<String> paths = new HashSet<>();
    try {
      SnapshotFiles.read(files, snapshot, (local, content) -> {})
          .list()
          .forEach(file -> paths.add(Snapshots.SST + "/" + file.name()));
    } catch (StateFailure damaged) {
      files.list(Snapshots.SST).forEach(name -> paths.add(Snapshots.SST + "/" + name));
    }
    return paths;
  }

  /** Paths of all files of the state, named by a commit or not. */
  public Set<String> all() {
    Set<String> paths = new HashSet<>();
    for (String folder : List.of(SegmentLog.FOLDER, Snapshots.FOLDER, Snapshots.SST)) {
      files.list(folder).forEach(name -> paths.add(folder + "/" + name));
    }
    return paths;
  }
}
