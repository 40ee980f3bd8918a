package tidemark.runner.compat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tidemark.runner.compat.Upgrade.StepUpgrade;
import tidemark.runner.layout.Layout;
import tidemark.runner.layout.NodeLayout;

/** Steps that keep state: new, gone, renamed, or defined otherwise. */
final class StepChanges {
  private final Plans plans;
  private final Findings found;
  private final List<StepUpgrade> upgrades = new ArrayList<>();
  private final Map<String, NodeLayout> carried = new HashMap<>();
  private final Set<String> explained = new HashSet<>();
  private final Set<String> renamed = new HashSet<>();

  private StepChanges(Plans plans) {
    this.plans = plans;
    this.found = plans.found();
  }

  /**
   * What came of all steps with state.
   *
   * @param after the new layout with what goes on from the old one
   * @param explained stateless steps whose changes are reported with a step below them
   */
  record Result(Layout after, List<StepUpgrade> upgrades, Set<String> explained) {}

  static Result of(Plans plans) {
    return new StepChanges(plans).compare();
  }

  private Result compare() {
    for (NodeLayout node : plans.after().stateful()) {
      Optional<NodeLayout> old = plans.before().node(node.id()).filter(n -> n.state().isPresent());
      if (old.isPresent()) {
        both(old.get(), node);
      } else {
        added(node);
      }
    }
    for (NodeLayout node : plans.before().stateful()) {
      boolean gone = plans.after().node(node.id()).flatMap(NodeLayout::state).isEmpty();
      if (gone) {
        removed(node);
      }
    }
    Map<String, NodeLayout> nodes = new LinkedHashMap<>(plans.after().nodes());
    nodes.putAll(carried);
    return new Result(plans.after().withNodes(nodes), upgrades, explained);
  }

  private void added(NodeLayout node) {
    upgrades.add(new StepUpgrade.New(node.id()));
    Optional<NodeLayout> twin =
        plans.before().stateful().stream()
            .filter(old -> plans.after().node(old.id()).flatMap(NodeLayout::state).isEmpty())
            .filter(old -> keepsTheSame(old, node))
            .findFirst();
    if (twin.isEmpty()) {
      found
          .of(node.id(), "added", "the step `" + node.id() + "` is new")
          .safe("it starts empty: it knows rows from " + found.fromBatch() + " on");
      return;
    }
    renamed.add(twin.get().id());
    String old = plans.renaming().was(twin.get().id());
    found
        .of(node.id(), "renamed", "`" + old + "` is gone, and `" + node.id() + "` keeps the same")
        .was(old)
        .refused(
            "a step's id is the identity of its state: under a new id it starts empty",
            "say that it is the same: `" + Lines.moved(old, node.id()) + "`",
            "to start empty on purpose, let a batch without the step be committed, then add it;"
                + " rows that are read until then never reach it");
  }

  private static boolean keepsTheSame(NodeLayout old, NodeLayout now) {
    return old.operator().equals(now.operator())
        && !now.operator().equals("limit")
        && old.texts().equals(now.texts())
        && meanings(old).equals(meanings(now));
  }

  private static List<List<String>> meanings(NodeLayout node) {
    return node.state().orElseThrow().fields().stream()
        .map(f -> List.of(f.expression(), f.type().ddl()))
        .sorted(java.util.Comparator.comparing(Object::toString))
        .toList();
  }

  private void removed(NodeLayout node) {
    String old = plans.renaming().was(node.id());
    upgrades.add(new StepUpgrade.Dropped(old));
    if (!renamed.contains(node.id())) {
      found
          .of(node.id(), "removed", plans.gone(old))
          .migrates(
              "what it keeps is dropped with "
                  + found.fromBatch()
                  + "; earlier batches have it as long as they are retained",
              "keep the step");
    }
  }

  private void both(NodeLayout old, NodeLayout now) {
    String was = plans.renaming().was(now.id());
    if (!was.equals(now.id())) {
      found
          .of(now.id(), "moved", "`" + was + "` is called `" + now.id() + "` now")
          .same("`upgrade.moved` says that it is the same step; it goes on with what it keeps");
    }
    if (!old.operator().equals(now.operator())) {
      upgrades.add(new StepUpgrade.Kept(now.id(), was));
      found
          .of(now.id(), "operator", "it was `" + old.operator() + "`, is `" + now.operator() + "`")
          .refused(
              "what one keeps means nothing to the other",
              "give the new step an id of its own; the old step's state is dropped then");
      return;
    }
    Inputs inputs = new Inputs(plans, old, now);
    Drain drain = Drain.of(plans, old, now);
    StateMatch match = match(old, now, inputs, drain);
    plans.handedOn().note(now.id(), inputs.passed());
    carry(old, now, was, match, drain, inputs);
  }

  /** The rules of each operator. */
  private StateMatch match(NodeLayout old, NodeLayout now, Inputs inputs, Drain drain) {
    return switch (now.operator()) {
      case "aggregate" -> AggregateChanges.of(plans, old, now, inputs, drain);
      case "deduplicate" -> DeduplicateChanges.of(plans, old, now, inputs, drain);
      case "join" -> JoinChanges.of(plans, old, now, inputs);
      case "stateful" -> KeyedChanges.of(plans, old, now, inputs, drain);
      case "limit" -> LimitChanges.of(plans, old, now);
      default -> OtherStateChanges.of(plans, old, now, inputs, drain);
    };
  }

  private void carry(
      NodeLayout old, NodeLayout now, String was, StateMatch match, Drain drain, Inputs inputs) {
    boolean modeDrains = drain.follows(plans.before().mode() != plans.after().mode());
    if (drain.isNeeded() || modeDrains) {
      upgrades.add(new StepUpgrade.Drained(now.id(), was));
      NodeLayout earlier = plans.request().before().nodes().get(was);
      List<NodeLayout> all = new ArrayList<>(old.draining());
      all.add(earlier.withDraining(List.of()));
      carried.put(now.id(), now.withDraining(drain.carried(all)));
      return;
    }
    explained.addAll(inputs.report());
    CarriedState.Result state =
        CarriedState.of(old.state().orElseThrow(), now.state().orElseThrow(), match);
    carried.put(
        now.id(), now.withState(state.layout()).withDraining(drain.carried(old.draining())));
    upgrades.add(
        state.isRelaid()
            ? new StepUpgrade.Relaid(now.id(), was)
            : new StepUpgrade.Kept(now.id(), was));
  }
}
