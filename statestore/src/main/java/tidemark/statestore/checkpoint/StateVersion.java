package tidemark.statestore.checkpoint;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import tidemark.statestore.KeyRange;
import tidemark.statestore.StateCursor;
import tidemark.statestore.StateFailure;
import tidemark.statestore.StateFailure.Kind;
import tidemark.statestore.StateMerging;
import tidemark.statestore.StateRef;
import tidemark.statestore.StoreId;
import tidemark.statestore.files.FileStore;
import tidemark.statestore.files.LocalFiles;
import tidemark.statestore.rocksdb.RocksDbStateBackend;

/**
 * The state as it was after one retained batch, for reading only. Nothing is written into the
 * checkpoint; a run may hold it, and may delete the batch before everything is open: then this says
 * so instead of calling a file damaged.
 */
public final class StateVersion implements AutoCloseable {
  private final CommitEntry commit;
  private final RocksDbStateBackend state;
  private final Path work;

  private StateVersion(CommitEntry commit, RocksDbStateBackend state, Path work) {
    this.commit = commit;
    this.state = state;
    this.work = work;
  }

  static StateVersion open(FileStore files, LogFiles logs, long batch, Path work, long memory) {
    CommitEntry commit =
        whileRetained(
            logs, batch, () -> logs.commits.read(batch).orElseThrow(() -> gone(logs, batch)));
    RocksDbStateBackend.Settings settings =
        new RocksDbStateBackend.Settings(
            files, work, memory, StateVersion::noName, StateMerging.BESIDE_BATCHES);
    return whileRetained(
        logs,
        batch,
        () -> {
          List<StateRef> others = new ArrayList<>();
          for (CommitEntry each : logs.commits.content().entries().values()) {
            others.add(each.state());
          }
          return new StateVersion(
              commit, new RocksDbStateBackend(settings, commit.state(), others), work);
        });
  }

  private static String noName() {
    throw new UnsupportedOperationException("the state was opened for reading only");
  }

  private static <T> T whileRetained(LogFiles logs, long batch, Supplier<T> work) {
    try {
      return work.get();
    } catch (StateFailure e) {
      if (e.kind() == Kind.DAMAGED && !logs.commits.isThere(batch)) {
        throw gone(logs, batch);
      }
      throw e;
    }
  }

  private static StateFailure gone(LogFiles logs, long batch) {
    List<Long> retained = logs.commits.batches().stream().filter(logs.commits::isThere).toList();
    String there =
        retained.isEmpty()
            ? "no batch is committed"
            : "retained are " + retained.get(0) + " to " + retained.get(retained.size() - 1);
    return new StateFailure(
        Kind.GONE,
        "the checkpoint has no state of batch " + batch + ": " + there,
        "Ask for a batch that is retained; `retain_batches` in the pipeline file says how many"
            + " are.");
  }

  /** The commit that names the version. */
  public CommitEntry commit() {
    return commit;
  }

  /** Rows of a store in ascending unsigned byte order; none if there is no such store. */
  public StateCursor scan(StoreId store, KeyRange range) {
    return state.store(store).scan(range);
  }

  /** What the opening had to put up with, as sentences for the user. */
  public List<String> notices() {
    return state.notices();
  }

  @Override
  public void close() {
    state.abandon();
    try {
      LocalFiles.deleteTree(work);
    } catch (IOException e) {
      throw new StateFailure(
          Kind.IO, "cannot delete " + work + ": " + e.getMessage(), "Delete the folder.", e);
    }
  }
}
