package tidemark.runner.status;

import java.util.SortedMap;
import java.util.TreeMap;
import tidemark.statestore.checkpoint.CheckpointView;
import tidemark.statestore.checkpoint.OutcomeEntry;
import tidemark.statestore.checkpoint.Recovery;

/** What is recorded of the sinks' parts in the batch that is planned and not committed. */
public final class OpenOutcomes {
  private OpenOutcomes() {}

  /** By sink; a batch that is committed since has none. */
  public static SortedMap<String, OutcomeEntry> read(CheckpointView view) {
    SortedMap<String, OutcomeEntry> open = new TreeMap<>();
    if (view.recovery() instanceof Recovery.Rerun rerun) {
      for (String sink : view.outcomes().sinks()) {
        view.outcomes()
            .read(sink)
            .filter(entry -> entry.batch() == rerun.planned().batch())
            .ifPresent(entry -> open.put(sink, entry));
      }
    }
    return open;
  }

  /** What the next run does about it. */
  public static String next(OutcomeEntry entry) {
    if (entry.asked()) {
      return "the next run asks the sink";
    }
    return switch (entry.word()) {
      case BEGUN, UNKNOWN -> "to be decided by `tidemark reconcile`";
      case COMMITTED -> "not written again";
      case REJECTED -> "written again";
    };
  }
}
