package tidemark.runner.compat;

import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tidemark.runner.layout.Layout;
import tidemark.runner.layout.NodeLayout;

/** Steps without state that change nothing that is stored. */
final class StatelessChanges {
  private static final Set<String> OTHERS = Set.of("scan", "static_scan", "write", "watermark");

  private final Plans plans;
  private final Set<String> explained;

  private StatelessChanges(Plans plans, Set<String> explained) {
    this.plans = plans;
    this.explained = explained;
  }

  /**
   * Finds them.
   *
   * @param explained steps that are reported with a step that keeps state
   */
  static void find(Plans plans, Set<String> explained) {
    new StatelessChanges(plans, explained).find();
  }

  private void find() {
    Set<String> renamed = new HashSet<>();
    for (NodeLayout node : plans.after().nodes().values()) {
      if (concerns(plans.after(), node)) {
        Optional<NodeLayout> old = plans.before().node(node.id());
        if (old.isEmpty()) {
          added(node, renamed);
        } else if (!old.get().doesTheSameAs(node)) {
          changed(old.get(), node);
        } else if (plans.isRewired(node.id())) {
          rewired(old.get(), node);
        }
      }
    }
    for (NodeLayout node : plans.before().nodes().values()) {
      boolean gone = !plans.after().nodes().containsKey(node.id());
      if (gone && concerns(plans.before(), node) && !renamed.contains(node.id())) {
        plans.found().of(node.id(), "removed", plans.gone(node.id())).safe("it keeps no state");
      }
    }
  }

  private boolean concerns(Layout layout, NodeLayout node) {
    boolean ownName = node.id().indexOf('.') == node.id().lastIndexOf('.');
    return ownName
        && layout.node(node.id()).flatMap(NodeLayout::state).isEmpty()
        && !OTHERS.contains(node.operator())
        && !explained.contains(node.id());
  }

  private void added(NodeLayout node, Set<String> renamed) {
    Optional<NodeLayout> twin =
        plans.before().nodes().values().stream()
            .filter(old -> !plans.after().nodes().containsKey(old.id()))
            .filter(old -> old.doesTheSameAs(node) && old.inputs().equals(node.inputs()))
            .findFirst();
    if (twin.isPresent()) {
      renamed.add(twin.get().id());
      plans
          .found()
          .of(
              node.id(),
              "renamed",
              "`" + plans.renaming().was(twin.get().id()) + "` is called `" + node.id() + "` now")
          .was(plans.renaming().was(twin.get().id()))
          .same("a step without state may be called anything");
      return;
    }
    plans
        .found()
        .of(node.id(), "added", "the step `" + node.id() + "` is new")
        .safe("it keeps no state; " + seen(node));
  }

  private void changed(NodeLayout old, NodeLayout now) {
    plans
        .found()
        .of(now.id(), "changed", difference(old, now))
        .safe("no stored value depends on it; " + seen(now));
  }

  private void rewired(NodeLayout old, NodeLayout now) {
    plans
        .found()
        .of(now.id(), "from", Lines.rewired(old.inputs(), now.inputs()))
        .safe("no stored value depends on it; " + seen(now));
  }

  private String seen(NodeLayout node) {
    return plans.sinksBelow(node.id()) + " sees the difference from " + plans.found().fromBatch();
  }

  private static String difference(NodeLayout old, NodeLayout now) {
    for (Map.Entry<String, String> part : now.texts().entrySet()) {
      String was = old.texts().get(part.getKey());
      if (was != null && !was.equals(part.getValue())) {
        return "`"
            + part.getKey().replace('_', ' ')
            + "` was `"
            + was
            + "`, is `"
            + part.getValue()
            + "`";
      }
    }
    for (String part : now.lists().keySet()) {
      String differs = Lists.difference(old.list(part), now.list(part));
      if (!differs.isEmpty()) {
        return differs;
      }
    }
    return "it was `" + old.operator() + "`, is `" + now.operator() + "`";
  }
}
