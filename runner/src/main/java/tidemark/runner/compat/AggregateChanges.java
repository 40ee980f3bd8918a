package tidemark.runner.compat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tidemark.runner.layout.NodeLayout;
import tidemark.runner.layout.StateField;

/**
 * What changed in an aggregation: its window here; its keys and its results in classes of their
 * own.
 */
final class AggregateChanges {
  private final Plans plans;
  private final NodeLayout node;
  private final NodeLayout old;
  private final Inputs inputs;
  private final Drain drain;
  private final StateMatch match = new StateMatch();

  private AggregateChanges(
      Plans plans, NodeLayout old, NodeLayout now, Inputs inputs, Drain drain) {
    this.plans = plans;
    this.node = now;
    this.old = old;
    this.inputs = inputs;
    this.drain = drain;
  }

  static StateMatch of(Plans plans, NodeLayout old, NodeLayout now, Inputs inputs, Drain drain) {
    AggregateChanges changes = new AggregateChanges(plans, old, now, inputs, drain);
    changes.compare();
    return changes.match;
  }

  private void compare() {
    window();
    KeyChanges keys = new KeyChanges(plans, old, node, inputs, drain, match, "group key");
    Map<String, String> keyNames = keys.compare();
    Map<String, String> renamed = new HashMap<>(keyNames);
    if (old.text("window").isPresent() == node.text("window").isPresent()) {
      keys.checkRowKeys(old);
    }
    updates();
    ComparedStep step = new ComparedStep(plans, old, node, inputs, drain, match);
    CallMatch calls = CallMatch.of(old, node, inputs, match);
    ResultChanges results = new ResultChanges(step, calls, keyNames);
    renamed.putAll(results.compare());
    drain.carry(new DrainedGroups(node, calls, keyNames, results.continued())::carried);
    if (!renamed.isEmpty()) {
      plans.renamedColumns().computeIfAbsent(node.id(), id -> new HashMap<>()).putAll(renamed);
    }
  }

  /** Which rows of a group come out in update mode. */
  private void updates() {
    List<String> was = old.list("updates");
    List<String> is = node.list("updates");
    if (!was.equals(is)) {
      plans
          .found()
          .of(node.id(), "updates", Lists.difference(was, is))
          .was(plans.renaming().was(node.id()))
          .safe(
              "other rows of the same groups come out; "
                  + plans.sinksBelow(node.id())
                  + " sees the difference from "
                  + plans.found().fromBatch());
    }
  }

  private void window() {
    Optional<String> was = old.text("window");
    Optional<String> is = node.text("window");
    if (!was.equals(is)) {
      String change =
          "the window was "
              + was.map(w -> "`" + w + "`").orElse("not there")
              + ", is "
              + is.map(w -> "`" + w + "`").orElse("gone");
      drain.refuse(
          at("window", change), "what is stored was cut otherwise, and cannot be cut anew");
      return;
    }
    for (StateField field : windowFields(node)) {
      Optional<StateField> partner =
          windowFields(old).stream().filter(f -> f.name().equals(field.name())).findFirst();
      if (partner.isPresent()) {
        match.put(field, partner.get());
        windowTime(partner.get(), field);
      }
    }
  }

  private void windowTime(StateField was, StateField is) {
    if (inputs.meanTheSame(was, is)) {
      return;
    }
    if (was.expression().equals(is.expression())) {
      inputs.computedOtherwise(was, is);
    } else if (was.name().equals("window_end")) {
      drain.refuse(
          at("window", "the `" + was.expression() + "` became the `" + is.expression() + "`"),
          "what is stored was cut by another time");
    }
  }

  private static List<StateField> windowFields(NodeLayout node) {
    return node.state().orElseThrow().stores().get(0).key().stream()
        .filter(Calls::isWindow)
        .collect(() -> new ArrayList<>(valueWindows(node)), ArrayList::add, ArrayList::addAll);
  }

  private static List<StateField> valueWindows(NodeLayout node) {
    return node.state().orElseThrow().stores().get(0).value().stream()
        .filter(Calls::isWindow)
        .toList();
  }

  private Findings.Draft at(String aspect, String change) {
    return plans
        .found()
        .of(node.id(), aspect, change)
        .at(node.id() + "." + aspect)
        .was(plans.renaming().was(node.id()) + "." + aspect);
  }
}
