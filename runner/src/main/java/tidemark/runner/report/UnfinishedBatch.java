package tidemark.runner.report;

import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import tidemark.operators.connector.OperationKey;
import tidemark.operators.connector.Outcome;

/** Which sinks have their part of the batch that is at work. Not for several threads. */
public final class UnfinishedBatch {
  private final SortedMap<String, Boolean> hasIt = new TreeMap<>();
  private long batch;

  /** A sink was asked before the batch ran. */
  public void asked(OperationKey key, Outcome outcome) {
    put(key, outcome == Outcome.COMMITTED);
  }

  /** A sink took its part. */
  public void tookEffect(OperationKey key) {
    put(key, true);
  }

  /** The batch has happened. */
  public void finished() {
    hasIt.clear();
  }

  private void put(OperationKey key, boolean has) {
    batch = key.batch();
    hasIt.put(key.sink(), has);
  }

  /** What is left half done, in words; empty if no sink has a part of a batch. */
  Optional<String> text() {
    if (!hasIt.containsValue(true)) {
      return Optional.empty();
    }
    return Optional.of(
        hasIt.entrySet().stream()
            .map(e -> "sink " + e.getKey() + (e.getValue() ? " has it" : " has not confirmed it"))
            .collect(Collectors.joining(", ", "batch " + batch + " is unfinished: ", "")));
  }
}
