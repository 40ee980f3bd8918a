package tidemark.runner.engine;

import java.nio.file.Path;
import java.time.Clock;
import tidemark.statestore.IdSource;

/**
 * How a run is carried out; none of it changes what a pipeline means.
 *
 * @param checkpoint the checkpoint's directory
 * @param parallelism threads that read, compute and write
 * @param memoryBytes for keyed state
 * @param retainBatches committed batches that can be gone back to
 * @param clock processing time
 * @param ids fresh names
 */
public record EngineOptions(
    Path checkpoint,
    int parallelism,
    long memoryBytes,
    int retainBatches,
    Clock clock,
    IdSource ids,
    CrashPoint crashPoint,
    BatchObserver observer) {}
