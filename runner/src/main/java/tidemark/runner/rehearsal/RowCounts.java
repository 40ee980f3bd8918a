package tidemark.runner.rehearsal;

import java.util.HashMap;
import java.util.Map;
import tidemark.operators.connector.ScratchTarget;

/** The rows of a scratch target, each with how often it is there. */
final class RowCounts {
  private final Map<String, Integer> counts = new HashMap<>();
  private long rows;

  static RowCounts of(ScratchTarget target) {
    RowCounts counted = new RowCounts();
    target.read(counted::add);
    return counted;
  }

  private void add(String row) {
    rows++;
    counts.merge(row, 1, Integer::sum);
  }

  long rows() {
    return rows;
  }

  /** How many of these rows another target lacks, each as often as it is missing. */
  long missingIn(RowCounts other) {
    long missing = 0;
    for (Map.Entry<String, Integer> row : counts.entrySet()) {
      missing += Math.max(0, row.getValue() - other.counts.getOrDefault(row.getKey(), 0));
    }
    return missing;
  }
}
