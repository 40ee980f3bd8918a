package tidemark.runner.compat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tidemark.runner.layout.Layout.WatermarkChoice;
import tidemark.runner.layout.Lengths;
import tidemark.runner.layout.NodeLayout;
import tidemark.runner.layout.Reading;

/** Watermarks that are new, gone, follow another column, or wait longer or shorter. */
final class WatermarkChanges {
  private final Plans plans;
  private final Findings found;
  private final Map<String, String> kept = new TreeMap<>();

  private WatermarkChanges(Plans plans) {
    this.plans = plans;
    this.found = plans.found();
  }

  /** The old id of every watermark that goes on, by its id now. */
  static Map<String, String> of(Plans plans) {
    WatermarkChanges changes = new WatermarkChanges(plans);
    changes.compare();
    return changes.kept;
  }

  private void compare() {
    policy();
    for (NodeLayout node : plans.after().nodes().values()) {
      if (isWatermark(node)) {
        Optional<NodeLayout> old = plans.before().node(node.id()).filter(this::isWatermark);
        if (old.isPresent()) {
          both(old.get(), node);
        } else {
          added(node);
        }
      }
    }
    for (NodeLayout node : plans.before().nodes().values()) {
      if (isWatermark(node) && plans.after().node(node.id()).filter(this::isWatermark).isEmpty()) {
        removed(node);
      }
    }
  }

  private boolean isWatermark(NodeLayout node) {
    return node.operator().equals("watermark");
  }

  private void policy() {
    WatermarkChoice old = plans.before().watermarks();
    WatermarkChoice now = plans.after().watermarks();
    if (old == now) {
      return;
    }
    Findings.Draft draft =
        found.of(
            "watermark_policy", "", "`watermark_policy` was " + old.word() + ", is " + now.word());
    if (now == WatermarkChoice.MAX && !plans.kept().isEmpty()) {
      draft.shifts("the watermark moves with the quickest source, so more rows are late");
    } else {
      draft.safe("the watermark never goes back; it waits where it is for the slowest source");
    }
  }

  private void both(NodeLayout old, NodeLayout now) {
    List<String> steps = plans.keptBelow(now.id());
    kept.put(now.id(), plans.renaming().was(now.id()));
    String was = renamed(old);
    String is = now.text("column").orElseThrow();
    if (!was.equals(is)) {
      Findings.Draft draft =
          found.of(
              now.id(), "column", "the watermark followed `" + was + "`, follows `" + is + "`");
      if (steps.isEmpty()) {
        draft.safe("no step with state is below it");
      } else {
        draft.refused(
            "the watermark reached by the old column says nothing about the new one, so rows would"
                + " be late or windows close at random",
            "keep the column",
            "give "
                + Lines.quoted(steps)
                + " a new id, so that it starts empty, with a watermark step of a new id");
      }
    }
    delay(old, now, steps);
    filters(old, now, steps);
  }

  /**
   * A filter that acted before the watermark and acts behind it now. One that is gone or another is
   * reported with the rows that reach the steps.
   */
  private void filters(NodeLayout old, NodeLayout now, List<String> steps) {
    Map<String, String> columns =
        old.inputs().stream()
            .map(input -> plans.renamedColumns().getOrDefault(input, Map.of()))
            .findFirst()
            .orElse(Map.of());
    old.list(NodeLayout.FILTERS).stream()
        .map(condition -> Tokens.rename(condition, columns))
        .filter(condition -> !now.list(NodeLayout.FILTERS).contains(condition))
        .filter(condition -> steps.stream().anyMatch(s -> stillHolds(condition, s, now.id())))
        .findFirst()
        .ifPresent(
            condition ->
                found
                    .of(
                        now.id(),
                        "filters",
                        "rows that `" + condition + "` drops move the watermark now")
                    .shifts(
                        "the filter acts behind the watermark from "
                            + found.fromBatch()
                            + " on, as other steps or dead letters need its rows: the watermark"
                            + " moves on sooner, windows close earlier, and more rows are late"));
  }

  private boolean stillHolds(String condition, String step, String watermark) {
    return branches(plans.after().nodes().get(step)).stream()
        .anyMatch(b -> b.watermarks().contains(watermark) && b.where().contains(condition));
  }

  private void delay(NodeLayout old, NodeLayout now, List<String> steps) {
    long was = Lengths.micros(old.text("delay").orElseThrow());
    long is = Lengths.micros(now.text("delay").orElseThrow());
    if (was == is) {
      return;
    }
    Findings.Draft draft =
        found.of(
            now.id(),
            "delay",
            "the delay was " + Lengths.ofMicros(was) + ", is " + Lengths.ofMicros(is));
    if (is > was) {
      draft.safe("results come later; the watermark stays where it is until it is passed again");
    } else if (steps.isEmpty()) {
      draft.safe("no step with state is below it");
    } else {
      draft.shifts("windows close earlier, and more rows are late, from " + found.fromBatch());
    }
  }

  /** The old column under its new name, where the file says that a column is called otherwise. */
  private String renamed(NodeLayout watermark) {
    String column = watermark.text("column").orElseThrow();
    return watermark.inputs().stream()
        .map(input -> plans.renamedColumns().getOrDefault(input, Map.of()).get(column))
        .filter(java.util.Objects::nonNull)
        .findFirst()
        .orElse(column);
  }

  private void added(NodeLayout node) {
    List<String> steps =
        plans.kept().stream().filter(step -> newlyFollowed(step, node.id())).toList();
    if (steps.isEmpty()) {
      return;
    }
    found
        .of(node.id(), "added", "rows of " + Lines.quoted(steps) + " have a watermark now")
        .shifts(
            "from "
                + found.fromBatch()
                + " on late rows are dropped, and what is stored leaves the state when the"
                + " watermark passes it");
  }

  /** True if a known source's rows pass the watermark on their way to the step, and passed none. */
  private boolean newlyFollowed(String step, String watermark) {
    return branches(plans.after().nodes().get(step)).stream()
        .filter(b -> b.watermarks().contains(watermark))
        .anyMatch(
            b ->
                branches(plans.before().nodes().get(step)).stream()
                    .anyMatch(o -> o.from().equals(b.from()) && o.watermarks().isEmpty()));
  }

  private void removed(NodeLayout node) {
    List<String> steps =
        plans.kept().stream()
            .filter(step -> Plans.above(plans.before(), step).contains(node.id()))
            .filter(step -> sourcesRemain(step, node.id()))
            .toList();
    if (steps.isEmpty()) {
      return;
    }
    String was = plans.renaming().was(node.id());
    Optional<String> other =
        plans.after().nodes().values().stream()
            .filter(n -> isWatermark(n) && !plans.before().nodes().containsKey(n.id()))
            .filter(
                n -> steps.stream().anyMatch(s -> Plans.above(plans.after(), s).contains(n.id())))
            .filter(n -> n.text("column").equals(node.text("column")))
            .map(NodeLayout::id)
            .findFirst();
    Findings.Draft draft =
        found.of(node.id(), "removed", "the watermark `" + was + "` is gone").at(steps.get(0));
    if (other.isPresent()) {
      draft.refused(
          "under the new id `" + other.get() + "` the watermark would start at 1970",
          "say that it is the same: `" + Lines.moved(was, other.get()) + "`");
    } else {
      draft.refused(
          "windows that it closed would start again from nothing, and what is open would never"
              + " close",
          "keep the watermark",
          "give " + Lines.quoted(steps) + " a new id, so that it starts empty");
    }
  }

  private boolean sourcesRemain(String step, String watermark) {
    return branches(plans.before().nodes().get(step)).stream()
        .filter(b -> b.watermarks().contains(watermark))
        .anyMatch(
            b ->
                branches(plans.after().nodes().get(step)).stream()
                    .anyMatch(n -> n.from().equals(b.from())));
  }

  private static List<Reading.Branch> branches(NodeLayout node) {
    return node.reads().stream().flatMap(r -> r.branches().stream()).toList();
  }
}
