package tidemark.runner.compat;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import tidemark.runner.layout.Layout;
import tidemark.runner.layout.NodeLayout;

/**
 * The two layouts of one comparison, the old one under the new names, and what is found.
 *
 * @param renamedColumns by node id, old names of columns with their new ones; grows while steps are
 *     compared, inputs first
 * @param handedOn what steps hand on otherwise, as far as they are compared
 */
record Plans(
    CheckRequest request,
    Layout before,
    Layout after,
    Renaming renaming,
    Findings found,
    Map<String, Map<String, String>> renamedColumns,
    HandedOn handedOn) {
  static Plans of(CheckRequest request) {
    Renaming renaming = Renaming.of(request.upgrade(), request.before());
    Layout before = renaming.apply(request.before());
    Map<String, Map<String, String>> columns = new HashMap<>();
    for (String id : before.nodes().keySet()) {
      Map<String, String> renamed = renaming.columns(renaming.was(id));
      if (!renamed.isEmpty()) {
        columns.put(id, new HashMap<>(renamed));
      }
    }
    return new Plans(
        request,
        before,
        request.after(),
        renaming,
        new Findings(request, renaming),
        columns,
        new HandedOn());
  }

  /** Ids of steps that keep state in both, in the order of the plan. */
  List<String> kept() {
    return after.stateful().stream()
        .map(NodeLayout::id)
        .filter(id -> before.node(id).flatMap(NodeLayout::state).isPresent())
        .toList();
  }

  /** All ids above a node, itself left out, nearest first; stops at steps with state. */
  static Set<String> above(Layout layout, String id) {
    Set<String> seen = new LinkedHashSet<>();
    Deque<String> open = new ArrayDeque<>(inputs(layout, id));
    while (!open.isEmpty()) {
      String next = open.removeFirst();
      boolean stateful = layout.node(next).flatMap(NodeLayout::state).isPresent();
      if (seen.add(next) && !stateful) {
        open.addAll(inputs(layout, next));
      }
    }
    return seen;
  }

  /** The sinks that a node's rows reach, as code. */
  String sinksBelow(String id) {
    List<String> sinks =
        after.nodes().values().stream()
            .filter(n -> n.operator().equals("write") && reaches(id, n.id()))
            .flatMap(n -> n.text("sink").stream())
            .toList();
    return sinks.isEmpty() ? "no sink" : Lines.quoted(sinks);
  }

  private boolean reaches(String from, String to) {
    Deque<String> open = new ArrayDeque<>(List.of(to));
    Set<String> seen = new LinkedHashSet<>();
    while (!open.isEmpty()) {
      String next = open.removeFirst();
      if (next.equals(from)) {
        return true;
      }
      if (seen.add(next)) {
        open.addAll(inputs(after, next));
      }
    }
    return false;
  }

  /** Kept steps that read, directly or through stateless steps, the node in both plans. */
  List<String> keptBelow(String id) {
    return kept().stream()
        .filter(step -> above(after, step).contains(id) || above(before, step).contains(id))
        .toList();
  }

  /** True if the source, as it is now or else as it was, is a table. */
  boolean isTable(String source) {
    return Stream.of(after, before)
        .flatMap(layout -> layout.node(source).stream())
        .findFirst()
        .filter(node -> node.operator().equals("static_scan"))
        .isPresent();
  }

  /** Says that a step is not in the plan any more; only what reaches a sink is. */
  String gone(String id) {
    return request.places().containsKey(id)
        ? "`" + id + "` no longer reaches a sink"
        : "the step `" + id + "` is gone";
  }

  /** True if the node takes the rows of other nodes than it did, all of which are in both plans. */
  boolean isRewired(String id) {
    List<String> was = rowsOf(before, id).sorted().toList();
    List<String> is = rowsOf(after, id).sorted().toList();
    return !was.equals(is)
        && before.nodes().keySet().containsAll(is)
        && after.nodes().keySet().containsAll(was);
  }

  /** What brings a node its rows; a watermark only watches them go by. */
  private static Stream<String> rowsOf(Layout layout, String id) {
    return inputs(layout, id).stream()
        .flatMap(
            input ->
                layout.node(input).filter(n -> n.operator().equals("watermark")).isPresent()
                    ? rowsOf(layout, input)
                    : Stream.of(input));
  }

  /** True if the file asks for the step's old rows to be drained. */
  boolean isDrained(String step) {
    return names(request.upgrade().drain().stream().map(p -> p.value()).toList(), step);
  }

  /** True if the file asks for the source to be read from its start. */
  boolean isRestarted(String source) {
    return names(request.upgrade().restart().stream().map(p -> p.value()).toList(), source);
  }

  private static boolean names(List<String> listed, String id) {
    return listed.contains(id) || listed.contains(id.substring(id.indexOf('.') + 1));
  }

  private static List<String> inputs(Layout layout, String id) {
    return Optional.ofNullable(layout.nodes().get(id)).map(NodeLayout::inputs).orElse(List.of());
  }
}
