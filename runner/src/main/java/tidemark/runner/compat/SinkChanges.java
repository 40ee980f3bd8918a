package tidemark.runner.compat;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import tidemark.runner.layout.NodeLayout;
import tidemark.runner.layout.SinkLayout;

/** Sinks that are new, gone, write elsewhere, or read another step. */
final class SinkChanges {
  private final Plans plans;
  private final Findings found;
  private final Targets targets;
  private final Map<String, String> kept = new TreeMap<>();

  private SinkChanges(Plans plans) {
    this.plans = plans;
    this.found = plans.found();
    this.targets = new Targets(plans.request());
  }

  /** The old id of every sink that goes on, by its id now. */
  static Map<String, String> of(Plans plans) {
    SinkChanges changes = new SinkChanges(plans);
    changes.compare();
    return changes.kept;
  }

  private void compare() {
    Map<String, SinkLayout> before = plans.before().sinks();
    Map<String, SinkLayout> after = plans.after().sinks();
    Set<String> renamed = new HashSet<>();
    after.forEach(
        (id, sink) -> {
          if (before.containsKey(id)) {
            both(before.get(id), sink);
          } else {
            added(sink, renamed);
          }
        });
    before.forEach(
        (id, sink) -> {
          if (!after.containsKey(id) && !renamed.contains(id)) {
            found
                .of(path(sink), "removed", "the sink `" + id + "` is gone")
                .safe("what it was given up to now stays where it is");
          }
        });
  }

  private void added(SinkLayout sink, Set<String> renamed) {
    Optional<SinkLayout> twin =
        plans.before().sinks().values().stream()
            .filter(old -> !plans.after().sinks().containsKey(old.id()))
            .filter(old -> old.connector().equals(sink.connector()))
            .filter(old -> targets.differences(old.target(), sink.target()).isEmpty())
            .findFirst();
    if (twin.isEmpty()) {
      found
          .of(path(sink), "added", "the sink `" + sink.id() + "` is new")
          .safe("it is given rows from " + found.fromBatch() + " on, none of those before");
      return;
    }
    renamed.add(twin.get().id());
    String old = plans.renaming().was(path(twin.get()));
    found
        .of(
            path(sink),
            "renamed",
            "`" + old + "` is gone, and `" + path(sink) + "` writes the same")
        .was(old)
        .refused(
            "what a sink wrote is noted under its id, so a new one could write a batch again",
            "say that it is the same: `" + Lines.moved(old, path(sink)) + "`");
  }

  private void both(SinkLayout old, SinkLayout now) {
    String was = plans.renaming().was(path(now));
    kept.put(now.id(), was.substring("sinks.".length()));
    if (!was.equals(path(now))) {
      found
          .of(path(now), "moved", "`" + was + "` is called `" + path(now) + "` now")
          .same("`upgrade.moved` says that it is the same sink");
    }
    String holds =
        "the state is not touched; the old target keeps what it was given up to now, the new one"
            + " is given rows from "
            + found.fromBatch()
            + " on";
    if (!old.connector().equals(now.connector())) {
      found
          .of(path(now), "connector", "`" + old.connector() + "` became `" + now.connector() + "`")
          .safe(holds);
    } else {
      List<String> differences = targets.differences(old.target(), now.target());
      if (!differences.isEmpty()) {
        found.of(path(now), "target", String.join("; ", differences)).safe(holds);
      }
    }
    rewired(path(now));
  }

  private void rewired(String path) {
    List<String> old = plans.before().node(path).map(NodeLayout::inputs).orElse(List.of());
    List<String> now = plans.after().node(path).map(NodeLayout::inputs).orElse(List.of());
    boolean bothKnown = plans.before().nodes().keySet().containsAll(now);
    if (!old.equals(now) && bothKnown) {
      found
          .of(path, "from", Lines.rewired(old, now))
          .safe("it is given those rows from " + found.fromBatch() + " on");
    }
  }

  private static String path(SinkLayout sink) {
    return "sinks." + sink.id();
  }
}
