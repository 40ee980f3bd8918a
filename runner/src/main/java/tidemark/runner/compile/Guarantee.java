package tidemark.runner.compile;

import java.util.List;
import java.util.Optional;
import tidemark.operators.connector.Delivery;
import tidemark.operators.connector.LookupConnector;
import tidemark.operators.connector.OutputMode;
import tidemark.operators.plan.LogicalOp.Aggregate;
import tidemark.operators.plan.LogicalOp.Keyed;
import tidemark.operators.plan.LogicalOp.Limit;
import tidemark.operators.plan.LogicalOp.Scan;
import tidemark.operators.plan.LogicalOp.StaticScan;
import tidemark.operators.plan.LogicalPlan;
import tidemark.operators.plan.PlanNode;

/**
 * What a sink receives, how often a row takes effect in it, and what happens in each failure.
 *
 * @param canTell whether it can be asked for a batch whose answer was lost
 * @param keepsState whether a step of the pipeline keeps state, which a checkpoint takes with it
 * @param lossy ids of sources above it that cannot give a batch again
 * @param live ids of static sources above it that may have other rows by then
 * @param gone what happens to input that is gone before it was read, a sentence a source
 */
record Guarantee(
    String sink,
    Delivery delivery,
    boolean canTell,
    boolean keepsState,
    String receives,
    List<String> lossy,
    List<String> live,
    List<String> gone) {
  private static final String LATE_ROWS =
      "each row that a step leaves out as late, once, as a JSON text with the step's id and the"
          + " watermark";

  Guarantee {
    lossy = List.copyOf(lossy);
    live = List.copyOf(live);
    gone = List.copyOf(gone);
  }

  static Guarantee of(Compilation compilation, LogicalPlan plan, SinkDefinition sink) {
    Optional<PlanNode> node = sink.node().flatMap(plan::node);
    List<PlanNode> above = node.map(PlanPaths::above).orElseGet(plan::nodes);
    List<String> sources =
        above.stream()
            .filter(n -> n.op() instanceof Scan)
            .map(n -> ((Scan) n.op()).source())
            .distinct()
            .toList();
    return new Guarantee(
        sink.id(),
        sink.delivery(),
        sink.canTell(),
        plan.nodes().stream().anyMatch(n -> n.op().isStateful()),
        node.map(n -> receives(plan.mode(), n)).orElse(LATE_ROWS),
        sources.stream().filter(s -> !isReplayable(compilation, s)).toList(),
        above.stream()
            .filter(n -> n.op() instanceof StaticScan)
            .map(n -> ((StaticScan) n.op()).source())
            .filter(s -> compilation.sources().get(s).connector() instanceof LookupConnector)
            .toList(),
        sources.stream()
            .map(s -> s + ": " + compilation.sources().get(s).connector().inputGone())
            .toList());
  }

  private static boolean isReplayable(Compilation compilation, String source) {
    return compilation.sources().get(source).description().replayable();
  }

  private static String receives(OutputMode mode, PlanNode sink) {
    if (mode == OutputMode.COMPLETE) {
      return "the whole result with every micro-batch, in place of the one before";
    }
    List<PlanNode> above = PlanPaths.above(sink);
    if (above.stream().noneMatch(n -> n.op() instanceof Aggregate)
        && above.stream().anyMatch(n -> n.op() instanceof Keyed)) {
      return "each row that a keyed step gives out, once";
    }
    if (above.stream().noneMatch(n -> n.op() instanceof Aggregate)) {
      return above.stream().anyMatch(n -> n.op() instanceof Limit)
          ? "the first rows of the pipeline's life, as they arrive"
          : "every row that passes, as it arrives";
    }
    return mode == OutputMode.APPEND
        ? "each group once, when it is closed"
        : "each group that a micro-batch touched, with its new values";
  }

  void write(Page page) {
    page.title("guarantee of " + sink);
    page.entry("receives", receives);
    page.entry("promise", promise());
    page.entry(
        "killed",
        List.of("before the sink's commit: " + killedBefore(), "after it: " + killedAfter()));
    page.entry("answer lost", answerLost());
    page.entry("input gone", gone);
    page.entry(
        "changed",
        "what a change does to the stored state is judged before the first batch: it is carried"
            + " out, or refused with exit code 3 and nothing touched; `tidemark lint --checkpoint`"
            + " tells beforehand");
    page.entry("checkpoint", "if it is lost, a new one " + checkpointLost());
  }

  private String checkpointLost() {
    return switch (delivery) {
      case STAGED, TRANSACTIONAL ->
          "over what this sink holds is refused (TM606): "
              + (keepsState
                  ? "the state is lost too, and "
                  : "`tidemark run --adopt` goes on after the newest batch, if its mark says which"
                      + " input is covered; ")
              + "`tidemark run --replay` writes everything again, where the target gives up what it"
              + " has or is emptied";
      case UPSERT -> "writes everything again, over itself";
      case KEYED, SENT_ONCE, NONE -> "writes everything again, and each row is there twice";
    };
  }

  private String promise() {
    if (!lossy.isEmpty()) {
      return "at most once: rows of "
          + String.join(", ", lossy)
          + " are lost with a batch that fails";
    }
    return switch (delivery) {
      case STAGED, TRANSACTIONAL -> "exactly once";
      case UPSERT -> "effectively once: a repeated batch writes the same rows by the same keys";
      case SENT_ONCE ->
          canTell
              ? "exactly once: where the answer is lost, the receiver is asked"
              : "exactly once, as someone says: where the answer is lost, the run stops until then";
      case KEYED ->
          "exactly once, as long as the receiver does nothing with a key that it knows: a batch that"
              + " is repeated has the same rows and the same key";
      case NONE -> "at least once: the rows of a repeated batch show twice";
    };
  }

  private String killedBefore() {
    String rows =
        switch (delivery) {
          case STAGED -> "what was written aside is dropped";
          case TRANSACTIONAL -> "the open transaction is rolled back";
          case UPSERT -> "rows written so far are written over";
          case SENT_ONCE, KEYED -> "nothing was sent yet";
          case NONE -> "rows written so far show again";
        };
    String again =
        "the batch runs again over the same input and watermark"
            + (live.isEmpty() ? "" : " and what " + String.join(", ", live) + " says by then")
            + ", "
            + rows;
    return lossy.isEmpty()
        ? again
        : again + ", but rows of " + String.join(", ", lossy) + " cannot be read again";
  }

  private String killedAfter() {
    return switch (delivery) {
      case STAGED -> "its manifest shows that the batch is there, so it is not written again";
      case TRANSACTIONAL -> "its marker shows that the batch is there, so it is not written again";
      case UPSERT -> "the batch is written again, over itself";
      case SENT_ONCE ->
          "the checkpoint shows that the batch was answered, so it is not sent again; without an"
              + " answer it counts as lost";
      case KEYED ->
          "the checkpoint shows that the batch was answered, so it is not sent again; without an"
              + " answer it is sent again under the same key";
      case NONE -> "the batch is written again and shows twice";
    };
  }

  private String answerLost() {
    return switch (delivery) {
      case STAGED, TRANSACTIONAL ->
          "the sink is asked what became of the batch; if it cannot tell, the run stops with exit"
              + " code 4 (TM607) and nothing is guessed";
      case SENT_ONCE ->
          (canTell
                  ? "the receiver is asked; if it cannot tell, the run stops"
                  : "the run stops, for nobody can be asked,")
              + " with exit code 4 (TM607) until `tidemark reconcile` says what became of the batch";
      case UPSERT -> "the batch is written again, over itself";
      case KEYED -> "the batch is sent again under the same key";
      case NONE -> "the batch is written again and may show twice";
    };
  }
}
