package tidemark.runner.rehearsal;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a rehearsal showed.
 *
 * @param firstBatch that was rehearsed
 * @param lastBatch that was rehearsed
 * @param inputRows of all of them
 * @param trials in the order of the places in a batch, the undisturbed one first
 * @param promises by sink
 * @param skipped why a sink was not rehearsed, by sink
 * @param kept where the undisturbed rows were left, by sink, if they were; those of the n-th trial
 *     are beside them, with its number for 00
 */
public record RehearsalReport(
    String pipeline,
    long firstBatch,
    long lastBatch,
    long inputRows,
    List<Trial> trials,
    List<Promise> promises,
    Map<String, String> skipped,
    Map<String, String> kept) {
  public RehearsalReport {
    trials = List.copyOf(trials);
    promises = List.copyOf(promises);
    skipped = new TreeMap<>(skipped);
    kept = new TreeMap<>(kept);
  }

  /** Whether every sink that was rehearsed keeps what it declares. */
  public boolean holds() {
    return promises.stream().allMatch(Promise::holds);
  }
}
