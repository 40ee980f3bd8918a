package tidemark.statestore.checkpoint;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import tidemark.statestore.StateFailure;
import tidemark.statestore.StateFailure.Kind;
import tidemark.statestore.checkpoint.Verification.BatchCheck;
import tidemark.statestore.files.FileStore;

/**
 * Sets a checkpoint back to a committed batch, as if no later one had happened in it. What sinks
 * hold is left to the next run, for which a note is made.
 *
 * @param toBatch the batch that is the last one afterwards
 * @param undone batches that are forgotten, ascending; one that was planned but not committed among
 *     them
 * @param delivered the undone batches that each sink has taken, as the commits say
 * @param planGeneration the plan of the batch
 * @param droppedPlans generations that are forgotten
 * @param unreachable earlier batches that are forgotten too: a damaged entry stands between them
 *     and the batch
 */
public record Rollback(
    long toBatch,
    List<Long> undone,
    SortedMap<String, List<Long>> delivered,
    int planGeneration,
    List<Integer> droppedPlans,
    List<Long> unreachable) {
  public Rollback {
    undone = List.copyOf(undone);
    unreachable = List.copyOf(unreachable);
    droppedPlans = List.copyOf(droppedPlans);
  }

  /** What setting the checkpoint back would do; nothing is changed. */
  static Rollback planned(FileStore files, long toBatch) {
    requireIntact(files, toBatch);
    LogFiles logs = new LogFiles(files);
    SortedSet<Long> undone = new TreeSet<>(logs.offsets.batches());
    undone.addAll(logs.commits.batches());
    undone.headSet(toBatch + 1).clear();
    SortedMap<String, List<Long>> delivered = new TreeMap<>();
    for (long batch : undone) {
      commit(logs, batch)
          .ifPresent(
              commit ->
                  commit
                      .sinks()
                      .keySet()
                      .forEach(
                          sink ->
                              delivered.computeIfAbsent(sink, s -> new ArrayList<>()).add(batch)));
    }
    int generation = logs.commits.read(toBatch).orElseThrow().planGeneration();
    List<Integer> dropped =
        logs.plans.generations().stream().filter(plan -> plan > generation).toList();
    return new Rollback(
        toBatch, List.copyOf(undone), delivered, generation, dropped, unreachable(logs, toBatch));
  }

  /** The batches before the oldest one that a chain of intact entries leads to. */
  private static List<Long> unreachable(LogFiles logs, long toBatch) {
    SortedMap<Long, OffsetEntry> offsets = logs.offsets.content().entries();
    SortedMap<Long, CommitEntry> commits = logs.commits.content().entries();
    long oldest = toBatch;
    OffsetEntry entry = offsets.get(toBatch);
    while (entry != null) {
      long previous = entry.previousBatch();
      entry = commits.containsKey(previous) ? offsets.get(previous) : null;
      oldest = entry == null ? oldest : previous;
    }
    SortedSet<Long> before = new TreeSet<>(logs.offsets.batches());
    before.addAll(logs.commits.batches());
    long reached = oldest;
    List<Long> lost = before.stream().filter(batch -> batch < reached).toList();
    boolean onItsWayOut = lost.stream().noneMatch(logs.offsets.batches()::contains);
    return onItsWayOut && logs.commits.content().damaged().isEmpty() ? List.of() : lost;
  }

  /** A commit, if it can be read: a damaged one is on its way out. */
  private static Optional<CommitEntry> commit(LogFiles logs, long batch) {
    try {
      return logs.commits.read(batch);
    } catch (StateFailure e) {
      if (e.kind() != Kind.DAMAGED) {
        throw e;
      }
      return Optional.empty();
    }
  }

  private static void requireIntact(FileStore files, long batch) {
    Verification found = Verification.of(files);
    Optional<BatchCheck> check =
        found.batches().stream().filter(each -> each.batch() == batch).findFirst();
    if (check.isPresent() && check.get().isIntact()) {
      return;
    }
    List<Long> intact =
        found.batches().stream().filter(BatchCheck::isIntact).map(BatchCheck::batch).toList();
    throw new StateFailure(
        Kind.GONE,
        check
            .map(each -> "batch " + batch + " is not intact: " + each.problems().get(0))
            .orElse("batch " + batch + " is not retained as a committed one"),
        intact.isEmpty()
            ? "No retained batch is intact; put the files back from a copy."
            : "Intact are " + intact + ".");
  }

  /**
   * Does it. The note for the next run comes first. The newest entries go first, commit before
   * offset, so that every moment in between is a checkpoint that stands at some later batch: after
   * a crash the same call finishes it, and a run takes out of the sinks what is later than that.
   */
  static Rollback run(Path directory, CheckpointOptions options, long toBatch, SinkPlaces places) {
    FileStore unclaimed = options.files().apply(directory);
    try (Claim claim = Claim.take(directory, options, unclaimed)) {
      FileStore files = claim.files();
      Rollback rollback = planned(files, toBatch);
      LogFiles logs = new LogFiles(files);
      new SetBackNote(files, logs, places).write(rollback);
      List<Long> newestFirst = new ArrayList<>(rollback.undone());
      java.util.Collections.reverse(newestFirst);
      for (long batch : newestFirst) {
        logs.commits.drop(batch);
        logs.offsets.drop(batch);
      }
      for (long batch : rollback.unreachable()) {
        logs.offsets.drop(batch);
        logs.commits.drop(batch);
      }
      logs.outcomes.clearAfter(toBatch);
      logs.plans.dropAfter(rollback.planGeneration());
      return rollback;
    }
  }
}
