package tidemark.runner.compat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import tidemark.runner.compat.Upgrade.SourceUpgrade;
import tidemark.runner.compat.Upgrade.StepUpgrade;
import tidemark.runner.layout.Layout;
import tidemark.runner.layout.NodeLayout;
import tidemark.runner.layout.SourceLayout;

/**
 * Says under which owner the rows of each step and source lie after an upgrade. Rows stay where
 * they are, whatever their step is called now: a rename costs nothing, and going back finds them.
 * What starts empty gets an owner that nothing else has.
 */
public final class StoreOwners {
  private final Upgrade upgrade;
  private final int generation;
  private final Set<String> taken;

  private StoreOwners(Upgrade upgrade, int generation) {
    this.upgrade = upgrade;
    this.generation = generation;
    this.taken = new TreeSet<>(of(upgrade.before()).keySet());
  }

  /**
   * The layout of the new generation with the owner of every store.
   *
   * @param generation the number of the new generation
   */
  public static Layout assign(Upgrade upgrade, int generation) {
    return new StoreOwners(upgrade, generation).layout();
  }

  /** All owners of a generation, each with the names of its stores. */
  public static Map<String, List<String>> of(Layout layout) {
    Map<String, List<String>> owners = new TreeMap<>();
    layout.sources().values().forEach(s -> owners.put(s.progressOwner(), List.of("progress")));
    layout.nodes().values().forEach(node -> add(node, owners));
    return owners;
  }

  private static void add(NodeLayout node, Map<String, List<String>> owners) {
    node.state()
        .ifPresent(
            state ->
                owners.put(node.storeOwner(), state.stores().stream().map(s -> s.name()).toList()));
    node.draining().forEach(earlier -> add(earlier, owners));
  }

  private Layout layout() {
    Map<String, NodeLayout> nodes = new LinkedHashMap<>(upgrade.after().nodes());
    for (StepUpgrade step : upgrade.steps()) {
      if (step instanceof StepUpgrade.Kept kept) {
        nodes.computeIfPresent(kept.step(), (id, node) -> kept(node, kept.from()));
      } else if (step instanceof StepUpgrade.Relaid relaid) {
        nodes.computeIfPresent(relaid.step(), (id, node) -> kept(node, relaid.from()));
      } else if (step instanceof StepUpgrade.Drained drained) {
        nodes.computeIfPresent(drained.step(), (id, node) -> node.ownedBy(free(id)));
      } else if (step instanceof StepUpgrade.New fresh) {
        nodes.computeIfPresent(fresh.step(), (id, node) -> node.ownedBy(free(id)));
      }
    }
    Map<String, SourceLayout> sources = new TreeMap<>(upgrade.after().sources());
    for (SourceUpgrade source : upgrade.sources()) {
      if (source instanceof SourceUpgrade.Kept kept) {
        sources.computeIfPresent(kept.source(), (id, s) -> s.ownedBy(progressOf(kept.from())));
      } else if (source instanceof SourceUpgrade.Restarted restarted) {
        sources.computeIfPresent(restarted.source(), (id, s) -> s.ownedBy(free("sources." + id)));
      } else if (source instanceof SourceUpgrade.New fresh) {
        sources.computeIfPresent(fresh.source(), (id, s) -> s.ownedBy(free("sources." + id)));
      }
    }
    return upgrade.after().with(sources, nodes);
  }

  private NodeLayout kept(NodeLayout node, String from) {
    return node.ownedBy(upgrade.before().node(from).orElseThrow().storeOwner());
  }

  private String progressOf(String source) {
    return upgrade.before().sources().get(source).progressOwner();
  }

  /** The id itself or, where rows lie under it already, one of this generation. */
  private String free(String id) {
    return taken.contains(id) ? id + "@" + generation : id;
  }
}
