package tidemark.runner.status;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import tidemark.runner.engine.microbatch.DecidedOutcomes;
import tidemark.runner.layout.Layout;
import tidemark.statestore.checkpoint.CheckpointView;
import tidemark.statestore.checkpoint.CommitEntry;
import tidemark.statestore.checkpoint.OffsetEntry;
import tidemark.statestore.checkpoint.OutcomeEntry;
import tidemark.statestore.checkpoint.OutcomeEntry.Decision;
import tidemark.statestore.checkpoint.Recovery;

/**
 * What became of the sinks' parts in batches.
 *
 * @param queryId part of every operation key
 * @param open the batch that is planned and not committed
 * @param committed the retained ones, ascending
 */
public record SinkOutcomes(String queryId, Optional<Open> open, List<Committed> committed) {
  public SinkOutcomes {
    committed = List.copyOf(committed);
  }

  /**
   * A batch that is planned and not committed, or that a run refused to plan.
   *
   * @param plannedMillis its batch time, if it is planned
   * @param sinks of its plan, ascending
   * @param recorded what the checkpoint knows, by sink; of the others only that they are planned
   */
  public record Open(
      long batch,
      OptionalLong plannedMillis,
      SortedSet<String> sinks,
      SortedMap<String, OutcomeEntry> recorded) {
    public Open {
      sinks = Collections.unmodifiableSortedSet(new TreeSet<>(sinks));
      recorded = Collections.unmodifiableSortedMap(new TreeMap<>(recorded));
    }

    /** Whether the pipeline cannot go on without someone's word. */
    public boolean needsDecision() {
      return recorded.values().stream().anyMatch(OutcomeEntry::isOpen);
    }
  }

  /**
   * A batch that has happened.
   *
   * @param sinks the outcome's word by sink
   * @param decided what people said on the way, by sink
   */
  public record Committed(
      long batch, SortedMap<String, String> sinks, SortedMap<String, Decision> decided) {
    public Committed {
      sinks = Collections.unmodifiableSortedMap(new TreeMap<>(sinks));
      decided = Collections.unmodifiableSortedMap(new TreeMap<>(decided));
    }
  }

  /**
   * As they are at the moment.
   *
   * @throws tidemark.statestore.StateFailure if a file is damaged
   */
  public static SinkOutcomes read(CheckpointView view) {
    List<Committed> committed = new ArrayList<>();
    for (long batch : view.commits().batches()) {
      if (view.isRetained(batch)) {
        view.commits().read(batch).map(SinkOutcomes::committed).ifPresent(committed::add);
      }
    }
    return new SinkOutcomes(view.queryId(), open(view), committed);
  }

  private static Committed committed(CommitEntry commit) {
    return new Committed(commit.batch(), new TreeMap<>(commit.sinks()), DecidedOutcomes.of(commit));
  }

  private static Optional<Open> open(CheckpointView view) {
    SortedMap<String, OutcomeEntry> recorded = recorded(view);
    if (!(view.recovery() instanceof Recovery.Rerun rerun)) {
      return recorded.values().stream()
          .findFirst()
          .map(
              entry ->
                  new Open(
                      entry.batch(),
                      OptionalLong.empty(),
                      new TreeSet<>(recorded.keySet()),
                      recorded));
    }
    OffsetEntry planned = rerun.planned();
    SortedSet<String> sinks = new TreeSet<>(recorded.keySet());
    view.plans()
        .read(planned.planGeneration())
        .flatMap(Layout::find)
        .ifPresent(layout -> sinks.addAll(layout.sinks().keySet()));
    return Optional.of(
        new Open(planned.batch(), OptionalLong.of(planned.batchTimeMillis()), sinks, recorded));
  }

  /** What is recorded of a batch after the last committed one, by sink. */
  static SortedMap<String, OutcomeEntry> recorded(CheckpointView view) {
    List<Long> batches = view.commits().batches();
    long last = batches.isEmpty() ? OffsetEntry.NONE : batches.get(batches.size() - 1);
    SortedMap<String, OutcomeEntry> recorded = new TreeMap<>();
    for (String sink : view.outcomes().sinks()) {
      view.outcomes()
          .read(sink)
          .filter(entry -> entry.batch() > last)
          .ifPresent(entry -> recorded.put(sink, entry));
    }
    return recorded;
  }

  /** The batches of each sink that ended with the same word, ascending. */
  SortedMap<String, SortedMap<String, List<Long>>> batchesByWord() {
    SortedMap<String, SortedMap<String, List<Long>>> all = new TreeMap<>();
    for (Committed each : committed) {
      for (Map.Entry<String, String> sink : each.sinks().entrySet()) {
        all.computeIfAbsent(sink.getKey(), s -> new TreeMap<>())
            .computeIfAbsent(sink.getValue(), w -> new ArrayList<>())
            .add(each.batch());
      }
    }
    return all;
  }
}
