package tidemark.statestore.checkpoint;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import tidemark.statestore.StateFailure;
import tidemark.statestore.StateFailure.Kind;
import tidemark.statestore.files.FileStore;
import tidemark.statestore.rocksdb.StateFiles;

/**
 * Files of the state that no retained commit names: left by a run that was killed, or by a
 * rollback.
 *
 * @param files ascending by path
 */
public record Garbage(List<Leftover> files) {
  public Garbage {
    files = List.copyOf(files);
  }

  /** A file and its length in bytes. */
  public record Leftover(String path, long bytes) {}

  public long bytes() {
    return files.stream().mapToLong(Leftover::bytes).sum();
  }

  /** Finds it; while a run is at work, its newest files look like leftovers too. */
  static Garbage of(FileStore files) {
    LogFiles logs = new LogFiles(files);
    LogContent<CommitEntry> commits = logs.commits.content();
    if (!commits.damaged().isEmpty()) {
      throw new StateFailure(
          Kind.DAMAGED,
          commits.damaged().get(commits.damaged().firstKey())
              + "; so it is not known which files it names",
          "Put the file back from a copy, or roll back to an intact batch.");
    }
    StateFiles state = new StateFiles(files);
    Set<String> named = new HashSet<>();
    commits.entries().values().forEach(commit -> named.addAll(state.namedBy(commit.state())));
    List<Leftover> left = new ArrayList<>();
    for (String path : new TreeSet<>(state.all())) {
      if (!named.contains(path)) {
        left.add(new Leftover(path, Math.max(0, files.length(path))));
      }
    }
    return new Garbage(left);
  }

  /** Finds and deletes it. */
  static Garbage delete(Path directory, CheckpointOptions options) {
    try (Claim claim = Claim.take(directory, options, options.files().apply(directory))) {
      Garbage garbage = of(claim.files());
      garbage.files().forEach(leftover -> claim.files().delete(leftover.path()));
      return garbage;
    }
  }
}
