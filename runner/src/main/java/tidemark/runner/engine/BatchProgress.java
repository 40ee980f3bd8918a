package tidemark.runner.engine;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import tidemark.operators.StepMetrics;
import tidemark.operators.connector.Backlog;

/**
 * What one committed micro-batch did.
 *
 * @param noData whether it had no input and ran only because the watermark had moved or a time-out
 *     was due
 * @param inputRows rows read, after the filters that act while reading
 * @param inputBytes bytes of input, or an estimate
 * @param outputRows rows handed to each sink
 * @param badRows records that could not be decoded, by source
 * @param deadLetteredRows rows on which a step failed and that went to the dead letters, by step
 * @param tooFarAheadRows rows whose event time was too far in the future to move the watermark
 * @param watermarkMillis the watermark that the batch ran with
 * @param watermarkAfterMillis the one in force afterwards
 * @param steps what each stateful step did, by step id
 * @param lookups what each lookup did that asks its source key by key, by step id
 * @param millis how long the batch took
 * @param backlog what is left to read
 */
public record BatchProgress(
    long batch,
    boolean noData,
    long inputRows,
    long inputBytes,
    Map<String, Long> outputRows,
    Map<String, Long> badRows,
    Map<String, Long> deadLetteredRows,
    long tooFarAheadRows,
    long watermarkMillis,
    long watermarkAfterMillis,
    Map<String, StepMetrics> steps,
    Map<String, LookupMetrics> lookups,
    long millis,
    Backlog backlog) {
  public BatchProgress {
    outputRows = Collections.unmodifiableMap(new TreeMap<>(outputRows));
    badRows = Collections.unmodifiableMap(new TreeMap<>(badRows));
    deadLetteredRows = Collections.unmodifiableMap(new TreeMap<>(deadLetteredRows));
    steps = Collections.unmodifiableMap(new TreeMap<>(steps));
    lookups = Collections.unmodifiableMap(new TreeMap<>(lookups));
  }
}
