package tidemark.runner.engine.microbatch;

import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import tidemark.operators.connector.OutputMode;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;
import tidemark.operators.plan.PlanNode;
import tidemark.operators.types.Schema;
import tidemark.runner.compile.StoredAggregate;
import tidemark.runner.layout.Layout;
import tidemark.runner.layout.NodeLayout;
import tidemark.statestore.checkpoint.Checkpoint;
import tidemark.statestore.checkpoint.PlanLog;

/**
 * The earlier definitions of a step whose groups still close. What they read and in which output
 * mode is found in the newest generation in which a step itself owned their stores.
 */
final class EarlierSteps {
  private final Checkpoint checkpoint;

  EarlierSteps(Checkpoint checkpoint) {
    this.checkpoint = checkpoint;
  }

  /**
   * An earlier definition.
   *
   * @param mode the output mode it ran in
   */
  record EarlierStep(PlanNode node, OutputMode mode, StepStores stores) {}

  /** Those of a node, oldest first. */
  List<EarlierStep> of(NodeLayout node) {
    List<EarlierStep> steps = new ArrayList<>();
    for (NodeLayout earlier : node.draining()) {
      steps.add(step(earlier));
    }
    return List.copyOf(steps);
  }

  private EarlierStep step(NodeLayout earlier) {
    PlanLog plans = checkpoint.plans();
    for (int generation = plans.latestGeneration(); generation > 0; generation--) {
      Optional<Layout> layout = plans.read(generation).flatMap(Layout::find);
      Optional<NodeLayout> ran =
          layout.stream()
              .flatMap(l -> l.stateful().stream())
              .filter(n -> n.storeOwner().equals(earlier.storeOwner()))
              .findFirst();
      if (ran.isPresent()) {
        return step(earlier, ran.get(), layout.orElseThrow());
      }
    }
    throw new Failure(
        Code.TM504,
        "no plan of the checkpoint says what `"
            + earlier.id()
            + "` was when its groups were stored",
        "put the missing file under plans/ back from a copy");
  }

  private EarlierStep step(NodeLayout earlier, NodeLayout ran, Layout layout) {
    NodeLayout input = layout.node(ran.inputs().get(0)).orElseThrow();
    PlanNode node =
        StoredAggregate.of(earlier, new Schema(input.columns()), ZoneId.of(layout.zone()));
    return new EarlierStep(
        node,
        layout.mode(),
        new StepStores(checkpoint.state(), node, earlier, UnaryOperator.identity()));
  }
}
