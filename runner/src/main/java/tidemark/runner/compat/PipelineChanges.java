package tidemark.runner.compat;

import java.util.List;
import tidemark.operators.connector.OutputMode;
import tidemark.runner.layout.NodeLayout;

/** What holds for the pipeline as a whole: its name and its output mode. */
final class PipelineChanges {
  private final Plans plans;
  private final Findings found;

  private PipelineChanges(Plans plans) {
    this.plans = plans;
    this.found = plans.found();
  }

  static void find(Plans plans) {
    PipelineChanges changes = new PipelineChanges(plans);
    changes.name();
    changes.mode();
  }

  private void name() {
    String stored = plans.request().before().pipeline();
    String old = plans.before().pipeline();
    String now = plans.after().pipeline();
    if (!old.equals(now)) {
      found
          .of("pipeline", "name", "the pipeline was called `" + old + "`, is called `" + now + "`")
          .refused(
              "the checkpoint may be that of another pipeline",
              "if it is the same pipeline: `"
                  + Lines.moved("pipeline." + old, "pipeline." + now)
                  + "`",
              "give each pipeline a checkpoint folder of its own");
    } else if (!stored.equals(now)) {
      found
          .of(
              "pipeline",
              "name",
              "the pipeline was called `" + stored + "`, is called `" + now + "`")
          .same("`upgrade.moved` says that it is the same pipeline");
    }
  }

  private void mode() {
    OutputMode old = plans.before().mode();
    OutputMode now = plans.after().mode();
    if (old == now) {
      return;
    }
    Findings.Draft draft =
        found.of("output_mode", "", "`output_mode` was " + old.word() + ", is " + now.word());
    List<NodeLayout> groups = groups();
    boolean anyNow =
        plans.after().stateful().stream().anyMatch(n -> n.operator().equals("aggregate"));
    if (!anyNow) {
      draft.safe("without an aggregation all modes hand out the same rows");
      return;
    }
    switch (now) {
      case UPDATE ->
          draft.shifts(
              "from "
                  + found.fromBatch()
                  + " on sinks are given a row each time a group changes, not "
                  + (old == OutputMode.APPEND ? "final rows only" : "the whole result"));
      case APPEND -> toAppend(draft, groups);
      case COMPLETE -> toComplete(draft, groups);
    }
  }

  /** The aggregations that keep their groups. */
  private List<NodeLayout> groups() {
    return plans.kept().stream()
        .map(id -> plans.before().nodes().get(id))
        .filter(n -> n.operator().equals("aggregate"))
        .toList();
  }

  private void toAppend(Findings.Draft draft, List<NodeLayout> groups) {
    List<String> open =
        groups.stream().map(NodeLayout::id).filter(id -> !plans.isDrained(id)).toList();
    if (open.isEmpty()) {
      draft.migrates(
          groups.isEmpty()
              ? "no stored group has been handed out before"
              : "stored groups have been handed out and leave the state without a word when the"
                  + " watermark passes them; new rows open new ones");
      return;
    }
    draft.refused(
        "groups that were handed out already would be handed out again when they close",
        "let what is stored leave by the old rules: `" + Lines.drain(open.get(0)) + "`",
        "keep the mode");
  }

  private void toComplete(Findings.Draft draft, List<NodeLayout> groups) {
    List<String> closing =
        groups.stream()
            .filter(n -> !n.text("closed_by").orElse("nothing").equals("nothing"))
            .map(NodeLayout::id)
            .toList();
    if (!closing.isEmpty()) {
      draft.refused(
          "groups of "
              + Lines.quoted(closing)
              + " that the watermark closed have left the state and would be missing in the whole"
              + " result",
          "keep the mode",
          "give " + Lines.quoted(closing) + " a new id, so that it starts empty");
      return;
    }
    draft.shifts(
        "from "
            + found.fromBatch()
            + " on sinks are given the whole result each time; every group is still stored");
  }
}
