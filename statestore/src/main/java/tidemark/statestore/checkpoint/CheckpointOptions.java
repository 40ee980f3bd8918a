package tidemark.statestore.checkpoint;

import java.nio.file.Path;
import java.time.Clock;
import java.util.function.Function;
import tidemark.statestore.IdSource;
import tidemark.statestore.StateMerging;
import tidemark.statestore.files.FileStore;
import tidemark.statestore.files.LocalFiles;

/**
 * How to open a checkpoint.
 *
 * @param pipeline name of the pipeline; another one's checkpoint is refused
 * @param retainBatches committed batches that stay, at least 1
 * @param memoryBudget bytes for keyed state in memory: the tables on the heap and RocksDB's caches
 *     and buffers together
 * @param owner who holds the lease, in words, for example {@code pid 4711 on host a}
 * @param merging when the files of the change log are merged
 * @param files opens the file store of a directory
 * @param whenInUse what to do about another run that holds the checkpoint
 */
public record CheckpointOptions(
    String pipeline,
    int retainBatches,
    long memoryBudget,
    String owner,
    Clock clock,
    IdSource ids,
    StateMerging merging,
    Function<Path, FileStore> files,
    WhenInUse whenInUse) {
  /** What to do about another run that holds the checkpoint. */
  public enum WhenInUse {
    /** It goes on. */
    REFUSE,
    /** It can write nothing more from now on. */
    TAKE_OVER
  }

  public static final int RETAIN_BATCHES = 50;
  public static final long MEMORY_BUDGET = 512L << 20;

  public CheckpointOptions {
    if (retainBatches < 1) {
      throw new IllegalArgumentException("at least one batch must be retained");
    }
  }

  public static CheckpointOptions of(String pipeline, Clock clock, IdSource ids) {
    String owner = "pid " + ProcessHandle.current().pid();
    return new CheckpointOptions(
        pipeline,
        RETAIN_BATCHES,
        MEMORY_BUDGET,
        owner,
        clock,
        ids,
        StateMerging.BESIDE_BATCHES,
        LocalFiles::new,
        WhenInUse.REFUSE);
  }

  public CheckpointOptions withRetainBatches(int batches) {
    return new CheckpointOptions(
        pipeline, batches, memoryBudget, owner, clock, ids, merging, files, whenInUse);
  }

  public CheckpointOptions withMemoryBudget(long bytes) {
    return new CheckpointOptions(
        pipeline, retainBatches, bytes, owner, clock, ids, merging, files, whenInUse);
  }

  public CheckpointOptions withOwner(String words) {
    return new CheckpointOptions(
        pipeline, retainBatches, memoryBudget, words, clock, ids, merging, files, whenInUse);
  }

  public CheckpointOptions withFiles(Function<Path, FileStore> store) {
    return new CheckpointOptions(
        pipeline, retainBatches, memoryBudget, owner, clock, ids, merging, store, whenInUse);
  }

  public CheckpointOptions withWhenInUse(WhenInUse what) {
    return new CheckpointOptions(
        pipeline, retainBatches, memoryBudget, owner, clock, ids, merging, files, what);
  }

  public CheckpointOptions withMerging(StateMerging when) {
    return new CheckpointOptions(
        pipeline, retainBatches, memoryBudget, owner, clock, ids, when, files, whenInUse);
  }
}
