package tidemark.runner.status;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import tidemark.runner.compile.StoredPlan;
import tidemark.runner.engine.microbatch.CommittedCounts;
import tidemark.runner.engine.microbatch.CommittedTable;
import tidemark.statestore.checkpoint.CheckpointView.Lease;
import tidemark.statestore.checkpoint.OutcomeEntry;
import tidemark.statestore.checkpoint.Recovery;
import tidemark.statestore.checkpoint.SetBack;

/**
 * How far a pipeline is.
 *
 * @param lease who may write, or could last; empty before the first run
 * @param planGeneration 0 if no plan is stored
 * @param recovery what the next run has to do
 * @param last the last batch that is committed
 * @param tables the static sources as that batch saw them, by id
 * @param watermark what is known of event time
 * @param steps those that keep state
 * @param retained what the commit log still has
 * @param openOutcomes by sink: what became of its part in the unfinished batch, as recorded
 * @param letters the dead letters that are read again
 * @param setBack the sinks that may have batches which were taken back, if there are any
 */
public record CheckpointStatus(
    String pipeline,
    String queryId,
    long createdMillis,
    Optional<Lease> lease,
    int planGeneration,
    Recovery recovery,
    Optional<LastBatch> last,
    SortedMap<String, CommittedTable> tables,
    WatermarkStatus watermark,
    List<StepStatus> steps,
    Retained retained,
    SortedMap<String, OutcomeEntry> openOutcomes,
    WaitingLetters letters,
    Optional<SetBack> setBack) {
  public CheckpointStatus {
    tables = Collections.unmodifiableSortedMap(new TreeMap<>(tables));
    steps = List.copyOf(steps);
    openOutcomes = Collections.unmodifiableSortedMap(new TreeMap<>(openOutcomes));
  }

  /** How far the watermark of a step's input lies behind the pipeline's. */
  long lagMillis(String node) {
    return steps.stream()
        .map(StepStatus::step)
        .filter(step -> step.node().equals(node))
        .mapToLong(StoredPlan.Step::lagMillis)
        .findFirst()
        .orElse(0);
  }

  /**
   * A committed batch.
   *
   * @param plannedMillis its processing time, if the offset log still has it
   */
  public record LastBatch(long batch, OptionalLong plannedMillis, CommittedCounts counts) {}

  /**
   * The watermark and what it follows, in milliseconds since 1970; 0 before any event.
   *
   * @param inForceMillis the next batch runs with it
   * @param usedMillis the last committed batch ran with it
   * @param pending whether the next batch closes groups even without input
   */
  public record WatermarkStatus(
      long inForceMillis, long usedMillis, boolean pending, List<NodeWatermark> nodes) {
    public WatermarkStatus {
      nodes = List.copyOf(nodes);
    }
  }

  /**
   * One node that follows event time.
   *
   * @param millis its own watermark; empty before its first row
   * @param lastRowsMillis processing time of the last batch that had rows for it
   */
  public record NodeWatermark(
      StoredPlan.Watermark node, OptionalLong millis, OptionalLong lastRowsMillis, Role role) {}

  /** What a node does to the watermark in force. */
  public enum Role {
    /** It is the one that the watermark waits for. */
    HOLDS_BACK,
    /** It is further; the watermark waits for another one. */
    AHEAD,
    /** It lies behind, but has been silent: it holds nothing back. */
    IDLE,
    /** It decides where the largest one counts. */
    LEADS,
    /** It does not count where the largest one does. */
    BEHIND
  }

  /**
   * A step that keeps state.
   *
   * @param rows rows in its state: the groups that wait
   * @param bytes of their keys and values
   * @param growth over the retained batches
   * @param usedMillis the watermark of its input in the last committed batch: groups up to it are
   *     closed; 0 before any event
   * @param next the first window that is open yet, for windows of fixed size that close
   */
  public record StepStatus(
      StoredPlan.Step step,
      long rows,
      long bytes,
      Growth growth,
      long usedMillis,
      Optional<Next> next) {}

  /** What a batch added on average; fewer than 0 if it removed some. */
  public record Growth(double rowsPerBatch, double bytesPerBatch) {}

  /**
   * A window with groups in the state.
   *
   * @param node the step
   * @param needs what has to be seen before it is closed
   */
  public record WaitingWindow(
      String node, long startMicros, long endMicros, long groups, List<Needed> needs) {
    public WaitingWindow {
      needs = List.copyOf(needs);
    }
  }

  /**
   * The first window that is open yet.
   *
   * @param closedToMicros the end of the window before it
   * @param endMicros its own end
   * @param needs what has to be seen first
   */
  public record Next(long closedToMicros, long endMicros, List<Needed> needs) {
    public Next {
      needs = List.copyOf(needs);
    }
  }

  /** An event time that a node must see before the watermark gets further. */
  public record Needed(String node, long fromMicros) {}

  /**
   * Dead letters that were asked for and are not read again yet.
   *
   * @param next those that the next batch reads
   * @param later those of batches after it
   */
  public record WaitingLetters(long next, long later) {}

  /** The batches that the commit log still has, and their counters together. */
  public record Retained(List<Long> batches, CommittedCounts totals) {
    public Retained {
      batches = List.copyOf(batches);
    }
  }
}
