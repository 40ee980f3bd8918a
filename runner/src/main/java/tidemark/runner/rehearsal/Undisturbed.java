package tidemark.runner.rehearsal;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import tidemark.runner.engine.BatchProgress;
import tidemark.runner.engine.Boundary;
import tidemark.runner.layout.SinkLayout;

/**
 * The run that nothing disturbed.
 *
 * @param batches that it ran, at least one
 * @param rows of every sink that is rehearsed
 * @param keepsBadRecords the sources and tables whose bad records are dead letters
 */
record Undisturbed(
    List<BatchProgress> batches,
    Script script,
    Map<String, RowCounts> rows,
    Set<String> keepsBadRecords) {
  Undisturbed {
    batches = List.copyOf(batches);
    rows = new TreeMap<>(rows);
    keepsBadRecords = Set.copyOf(keepsBadRecords);
  }

  /** Holds the rows of another run against these. */
  SortedMap<String, Trial.Count> counts(
      Map<String, RowCounts> others, Function<String, ReconciledBy> reconciled) {
    SortedMap<String, Trial.Count> counts = new TreeMap<>();
    rows.forEach(
        (sink, own) -> {
          RowCounts other = others.get(sink);
          counts.put(
              sink,
              new Trial.Count(own.missingIn(other), other.missingIn(own), reconciled.apply(sink)));
        });
    return counts;
  }

  /** How many rows a sink has after a batch. */
  long rowsUpTo(long last, String sink) {
    return batches.stream().filter(b -> b.batch() <= last).mapToLong(b -> rowsOf(b, sink)).sum();
  }

  long inputRows() {
    return batches.stream().mapToLong(BatchProgress::inputRows).sum();
  }

  /**
   * Where runs are killed, in the order of a micro-batch: at each boundary, and around the commit
   * of each sink; in a batch that gives rows to all sinks if there is one, else to this or any.
   */
  List<KillPoint> killPoints() {
    long batch =
        middle(this::givesAll)
            .or(() -> middle(b -> rows.keySet().stream().anyMatch(s -> gives(b, s))))
            .orElse(batches.get(0).batch());
    List<KillPoint> points = new ArrayList<>();
    for (Boundary boundary : Boundary.values()) {
      if (boundary == Boundary.SINK_COMMITTED) {
        addCommits(points);
      }
      points.add(new KillPoint.AtBoundary(boundary, batch));
    }
    return points;
  }

  private void addCommits(List<KillPoint> points) {
    Optional<String> before = Optional.empty();
    for (String sink : rows.keySet()) {
      Optional<Long> batch = middle(this::givesAll).or(() -> middle(b -> gives(b, sink)));
      if (batch.isPresent()) {
        points.add(new KillPoint.BeforeCommit(sink, before, batch.get()));
        points.add(new KillPoint.AfterCommit(sink, batch.get()));
      }
      before = Optional.of(sink);
    }
  }

  private Optional<Long> middle(Predicate<BatchProgress> which) {
    List<Long> found = batches.stream().filter(which).map(BatchProgress::batch).toList();
    return found.isEmpty() ? Optional.empty() : Optional.of(found.get((found.size() - 1) / 2));
  }

  private boolean givesAll(BatchProgress batch) {
    return rows.keySet().stream().allMatch(sink -> gives(batch, sink));
  }

  private boolean gives(BatchProgress batch, String sink) {
    return rowsOf(batch, sink) > 0;
  }

  private long rowsOf(BatchProgress batch, String sink) {
    return sink.equals(SinkLayout.DEAD_LETTER)
        ? deadLetters(batch)
        : batch.outputRows().getOrDefault(sink, 0L);
  }

  private long deadLetters(BatchProgress batch) {
    long records =
        keepsBadRecords.stream().mapToLong(id -> batch.badRows().getOrDefault(id, 0L)).sum();
    return records + batch.deadLetteredRows().values().stream().mapToLong(Long::longValue).sum();
  }
}
