package tidemark.runner.engine;

import java.nio.file.Path;
import java.time.Clock;
import tidemark.statestore.IdSource;
import tidemark.statestore.checkpoint.CheckpointOptions.WhenInUse;

/**
 * How a run is carried out; none of it changes what a pipeline means.
 *
 * @param checkpoint the checkpoint's directory
 * @param parallelism threads that read, compute and write
 * @param memoryBytes for keyed state
 * @param retainBatches committed batches that can be gone back to
 * @param clock processing time
 * @param ids fresh names
 * @param whenInUse what to do about another run that holds the checkpoint
 * @param scan whether stored rows may prove that a change is harmless
 * @param onEarlier what to do about batches that the targets hold before the first one
 */
public record EngineOptions(
    Path checkpoint,
    int parallelism,
    long memoryBytes,
    int retainBatches,
    Clock clock,
    IdSource ids,
    CrashPoint crashPoint,
    BatchObserver observer,
    WhenInUse whenInUse,
    StateScan scan,
    OnEarlier onEarlier) {
  /** Options of a run that leaves another one alone. */
  public EngineOptions(
      Path checkpoint,
      int parallelism,
      long memoryBytes,
      int retainBatches,
      Clock clock,
      IdSource ids,
      CrashPoint crashPoint,
      BatchObserver observer) {
    this(
        checkpoint,
        parallelism,
        memoryBytes,
        retainBatches,
        clock,
        ids,
        crashPoint,
        observer,
        WhenInUse.REFUSE,
        StateScan.NEVER,
        OnEarlier.REFUSE);
  }

  /** The same options on another checkpoint, with another observer. */
  public EngineOptions on(Path otherCheckpoint, BatchObserver otherObserver) {
    return new EngineOptions(
        otherCheckpoint,
        parallelism,
        memoryBytes,
        retainBatches,
        clock,
        ids,
        crashPoint,
        otherObserver,
        whenInUse,
        scan,
        onEarlier);
  }

  /** The same options, with this answer to another run that holds the checkpoint. */
  public EngineOptions withWhenInUse(WhenInUse what) {
    return new EngineOptions(
        checkpoint,
        parallelism,
        memoryBytes,
        retainBatches,
        clock,
        ids,
        crashPoint,
        observer,
        what,
        scan,
        onEarlier);
  }

  /** The same options, with or without reading stored rows for the sake of a verdict. */
  public EngineOptions withScan(StateScan how) {
    return new EngineOptions(
        checkpoint,
        parallelism,
        memoryBytes,
        retainBatches,
        clock,
        ids,
        crashPoint,
        observer,
        whenInUse,
        how,
        onEarlier);
  }

  /** The same options, with this answer to batches that the targets hold already. */
  public EngineOptions withOnEarlier(OnEarlier what) {
    return new EngineOptions(
        checkpoint,
        parallelism,
        memoryBytes,
        retainBatches,
        clock,
        ids,
        crashPoint,
        observer,
        whenInUse,
        scan,
        what);
  }
}
