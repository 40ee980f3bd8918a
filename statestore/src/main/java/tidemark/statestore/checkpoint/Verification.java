package tidemark.statestore.checkpoint;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import tidemark.statestore.StateFailure;
import tidemark.statestore.StateFailure.Kind;
import tidemark.statestore.StateRef;
import tidemark.statestore.files.FileStore;
import tidemark.statestore.rocksdb.StateCheck;

/**
 * What reading every file of a checkpoint has shown.
 *
 * @param hasIdentity whether {@code checkpoint.json} can be read; without it one cannot go back
 * @param damages what is wrong with files that the checkpoint cannot do without, each with the
 *     file's name
 * @param batches the retained batches, ascending
 */
public record Verification(boolean hasIdentity, List<String> damages, List<BatchCheck> batches) {
  private static final String PUT_BACK = "Put the file back from a copy.";

  public Verification {
    damages = List.copyOf(damages);
    batches = List.copyOf(batches);
  }

  /**
   * A retained batch.
   *
   * @param problems why one cannot go back to it; none if one can
   */
  public record BatchCheck(long batch, List<String> problems) {
    public BatchCheck {
      problems = List.copyOf(problems);
    }

    public boolean isIntact() {
      return problems.isEmpty();
    }
  }

  public boolean isIntact() {
    return damages.isEmpty();
  }

  /** The newest batch that one can go back to. */
  public OptionalLong newestIntact() {
    return batches.stream().filter(BatchCheck::isIntact).mapToLong(BatchCheck::batch).max();
  }

  /** What to do about the damages. */
  public String wayOut(Path directory) {
    String intact =
        newestIntact().isPresent()
            ? " The newest intact batch is " + newestIntact().getAsLong()
            : " No retained batch is intact";
    if (!hasIdentity) {
      return PUT_BACK + intact + ". " + Identity.WITHOUT_COPY;
    }
    if (newestIntact().isEmpty()) {
      return PUT_BACK + intact + ".";
    }
    return PUT_BACK
        + intact
        + ": `tidemark checkpoint rollback %s --to-batch %d` goes back to it."
            .formatted(directory, newestIntact().getAsLong());
  }

  /** Reads every file; the costs are those of reading the checkpoint once. */
  static Verification of(FileStore files) {
    return new Reading(files).verify();
  }

  /** The files of a checkpoint while they are read. */
  private static final class Reading {
    private final FileStore files;
    private final LogFiles logs;
    private final StateCheck state;
    private final List<String> damages = new ArrayList<>();
    private final SortedMap<Integer, String> plans = new TreeMap<>();

    Reading(FileStore files) {
      this.files = files;
      this.logs = new LogFiles(files);
      this.state = new StateCheck(files);
    }

    Verification verify() {
      attempt(() -> Identity.read(files), damages::add);
      boolean hasIdentity = damages.isEmpty();
      attempt(() -> LeaseFile.read(files), damages::add);
      attempt(() -> SetBackFile.read(files), damages::add);
      readPlans();
      attempt(() -> logs.outcomes.sinks().forEach(logs.outcomes::read), damages::add);
      LogContent<OffsetEntry> offsets = logs.offsets.content();
      LogContent<CommitEntry> commits = logs.commits.content();
      offsets.damaged().values().forEach(damages::add);
      commits.damaged().values().forEach(damages::add);
      addContradiction(offsets, commits);
      return new Verification(hasIdentity, damages, batches(offsets, commits));
    }

    private void readPlans() {
      for (int generation : logs.plans.generations()) {
        attempt(
            () -> logs.plans.read(generation),
            problem -> {
              plans.put(generation, problem);
              damages.add(problem);
            });
      }
    }

    /** Entries that are missing, or that do not fit each other. */
    private void addContradiction(
        LogContent<OffsetEntry> offsets, LogContent<CommitEntry> commits) {
      boolean readable = offsets.damaged().isEmpty() && commits.damaged().isEmpty();
      if (readable && logs.decide() instanceof Recovery.Broken broken) {
        damages.add(broken.reason());
      }
    }

    private List<BatchCheck> batches(
        LogContent<OffsetEntry> offsets, LogContent<CommitEntry> commits) {
      List<StateRef> refs = commits.entries().values().stream().map(CommitEntry::state).toList();
      SortedMap<Long, List<String>> problems = new TreeMap<>();
      commits.damaged().forEach((batch, what) -> problems.put(batch, List.of(what)));
      commits
          .entries()
          .forEach(
              (batch, commit) -> {
                state.problems(commit.state()).forEach(this::addDamage);
                List<String> found = new ArrayList<>(state.problems(commit.state(), refs));
                if (offsets.damaged().containsKey(batch)) {
                  found.add(offsets.damaged().get(batch));
                } else if (!offsets.entries().containsKey(batch)) {
                  found.add(logs.offsets.path(batch) + " is missing");
                }
                planProblem(commit.planGeneration()).ifPresent(found::add);
                problems.put(batch, found);
              });
      List<BatchCheck> checks = new ArrayList<>();
      problems.forEach(
          (batch, found) -> {
            if (logs.commits.isThere(batch)) {
              checks.add(new BatchCheck(batch, found));
              found.forEach(this::addDamage);
            }
          });
      return checks;
    }

    /** A plan may need those before it, for what they left to be closed. */
    private Optional<String> planProblem(int generation) {
      for (int needed = generation; needed > 0; needed--) {
        if (!logs.plans.generations().contains(needed)) {
          return Optional.of(FilePlanLog.path(needed) + " is missing");
        }
        if (plans.containsKey(needed)) {
          return Optional.of(plans.get(needed));
        }
      }
      return Optional.empty();
    }

    private void addDamage(String what) {
      if (!damages.contains(what)) {
        damages.add(what);
      }
    }

    private static void attempt(Runnable reading, Consumer<String> damaged) {
      try {
        reading.run();
      } catch (StateFailure e) {
        if (e.kind() != Kind.DAMAGED && e.kind() != Kind.FORMAT_TOO_NEW) {
          throw e;
        }
        damaged.accept(String.valueOf(e.getMessage()));
      }
    }
  }
}
