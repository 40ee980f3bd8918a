package tidemark.statestore.rocksdb;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tidemark.statestore.StateFailure;
import tidemark.statestore.StateRef;
import tidemark.statestore.files.FileStore;

/** Reads the files that versions need, each once, and remembers what is wrong with them. */
public final class StateCheck {
  private final FileStore files;
  private final Map<String, Optional<String>> problems = new HashMap<>();

  public StateCheck(FileStore files) {
    this.files = files;
  }

  /**
   * What keeps a version from being restored, each problem with the file's name; nothing if it can
   * be, be it with older files in place of a damaged snapshot.
   *
   * @param others references of other retained commits
   */
  public List<String> problems(StateRef ref, List<StateRef> others) {
    List<String> found = problems(ref);
    if (found.isEmpty()) {
      return found;
    }
    Optional<StateRef> other = Restore.standIn(ref, others);
    return other.isPresent() && problems(other.get()).isEmpty() ? List.of() : found;
  }

  /** What is wrong with the files that a version names. */
  public List<String> problems(StateRef ref) {
    List<String> found = new ArrayList<>();
    ref.snapshot()
        .flatMap(snapshot -> check("N/" + snapshot.name(), () -> Restore.verify(files, snapshot)))
        .ifPresent(found::add);
    for (StateRef.Segment segment : ref.segments()) {
      check("S/" + segment.name(), () -> Restore.verify(files, segment)).ifPresent(found::add);
    }
    return found;
  }

  private Optional<String> check(String file, Runnable reading) {
    Optional<String> known = problems.get(file);
    if (known == null) {
      known = problem(reading);
      problems.put(file, known);
    }
    return known;
  }

  private static Optional<String> problem(Runnable reading) {
    try {
      reading.run();
      return Optional.empty();
    } catch (StateFailure e) {
      if (e.kind() != StateFailure.Kind.DAMAGED) {
        throw e;
      }
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }
}
