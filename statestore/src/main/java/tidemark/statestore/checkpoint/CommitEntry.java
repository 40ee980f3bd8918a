package tidemark.statestore.checkpoint;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import tidemark.statestore.StateRef;

/**
 * Proof that a batch has happened.
 *
 * @param next watermarks after the batch, in force in the next one
 * @param state the version of the state after the batch
 * @param sinks outcome word of each sink, by sink id
 * @param counts counters of the batch by name
 * @param extra further JSON values by name, for callers that record more
 */
public record CommitEntry(
    long batch,
    long epoch,
    int planGeneration,
    WatermarkState next,
    StateRef state,
    Map<String, String> sinks,
    Map<String, Long> counts,
    Map<String, String> extra) {
  public CommitEntry {
    sinks = Collections.unmodifiableSortedMap(new TreeMap<>(sinks));
    counts = Collections.unmodifiableSortedMap(new TreeMap<>(counts));
    extra = Collections.unmodifiableSortedMap(new TreeMap<>(extra));
  }
}
