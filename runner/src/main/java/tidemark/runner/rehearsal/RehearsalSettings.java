package tidemark.runner.rehearsal;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.TreeMap;
import tidemark.operators.connector.BatchLimits;
import tidemark.operators.connector.Connector;
import tidemark.runner.engine.BatchObserver;
import tidemark.runner.engine.CrashPoint;
import tidemark.runner.engine.EngineOptions;
import tidemark.statestore.IdSource;

/**
 * How a pipeline is rehearsed.
 *
 * @param checkpoint the pipeline's own, which is only read and may be in use
 * @param batches how many micro-batches at most
 * @param rows how many rows of a source a micro-batch takes at most, where the source can count
 *     them
 * @param places where scratch targets are wanted, by sink; the others are put where the connector
 *     chooses
 * @param memoryBytes for keyed state
 * @param files the connector of files
 * @param keeping whether scratch targets stay when they have been read
 */
public record RehearsalSettings(
    Path checkpoint,
    int batches,
    long rows,
    Map<String, String> places,
    long memoryBytes,
    Clock clock,
    IdSource ids,
    Connector files,
    boolean keeping) {
  /** More of a source would show nothing more, and take long so many times. */
  private static final long BYTES = 16L << 20;

  public RehearsalSettings {
    places = new TreeMap<>(places);
  }

  /** What one micro-batch takes of a source. */
  BatchLimits limits(BatchLimits own) {
    return new BatchLimits(
        own.maxFiles(), Math.min(own.maxRows(), rows), Math.min(own.maxBytes(), BYTES));
  }

  /**
   * Options of a run. One thread computes, at a time that stands still: so sums of floating point
   * numbers, first rows and times come out the same in all runs.
   */
  EngineOptions engine(
      Path itsCheckpoint, long timeMillis, CrashPoint crashPoint, BatchObserver observer) {
    return new EngineOptions(
        itsCheckpoint,
        1,
        memoryBytes,
        batches + 1,
        Clock.fixed(Instant.ofEpochMilli(timeMillis), ZoneOffset.UTC),
        ids,
        crashPoint,
        observer);
  }
}
