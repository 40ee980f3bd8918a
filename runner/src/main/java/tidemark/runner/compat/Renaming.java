package tidemark.runner.compat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tidemark.operators.types.Field;
import tidemark.runner.layout.Layout;
import tidemark.runner.layout.NodeLayout;
import tidemark.runner.layout.Reading;
import tidemark.runner.layout.SinkLayout;
import tidemark.runner.layout.SourceLayout;
import tidemark.runner.spec.UpgradeSpec;

/**
 * What {@code upgrade.moved} says: names as they were and as they are, all changed at once, so that
 * two may be swapped. Makes the old layout one that uses the new names.
 */
final class Renaming {
  private final Map<String, String> ids = new HashMap<>();
  private final Map<String, Map<String, String>> columns = new HashMap<>();
  private final Map<String, String> origins = new HashMap<>();

  private Renaming() {}

  /**
   * The renaming that a file asks for, as far as the old layout has the old names. Moves that are
   * done already say nothing: the old name may be that of another thing since.
   */
  static Renaming of(UpgradeSpec upgrade, Layout before) {
    Renaming renaming = new Renaming();
    for (UpgradeSpec.Move move : upgrade.moved()) {
      if (!isDone(move, before)) {
        renaming.add(move.from().value(), move.to().value(), before);
      }
    }
    return renaming;
  }

  /** True if the old layout is that of a file which had the move; the same place is no move. */
  static boolean isDone(UpgradeSpec.Move move, Layout before) {
    String from = move.from().value();
    String to = move.to().value();
    return !from.equals(to) && before.moved().contains(new Layout.Move(from, to));
  }

  private void add(String from, String to, Layout before) {
    if (exists(before, from) || from.startsWith("pipeline.")) {
      ids.put(from, to);
      return;
    }
    int dot = from.lastIndexOf('.');
    String owner = dot < 0 ? "" : from.substring(0, dot);
    if (exists(before, owner) && to.lastIndexOf('.') > 0) {
      columns
          .computeIfAbsent(owner, o -> new HashMap<>())
          .put(from.substring(dot + 1), to.substring(to.lastIndexOf('.') + 1));
    }
  }

  static boolean exists(Layout layout, String path) {
    return layout.nodes().containsKey(path)
        || path.startsWith("sources.") && layout.sources().containsKey(path.substring(8))
        || path.startsWith("sinks.") && layout.sinks().containsKey(path.substring(6));
  }

  /** True if the file maps the thing of this old name, perhaps to the same name. */
  boolean maps(String path) {
    return ids.containsKey(path);
  }

  /** The old columns of a node that are renamed, with their new names; the node's old id. */
  Map<String, String> columns(String node) {
    return columns.getOrDefault(node, Map.of());
  }

  /** The new id of what had the old one. */
  String now(String id) {
    String longest = "";
    for (String from : ids.keySet()) {
      boolean covers = id.equals(from) || id.startsWith(from + ".");
      if (covers && from.length() > longest.length()) {
        longest = from;
      }
    }
    return longest.isEmpty() ? id : ids.get(longest) + id.substring(longest.length());
  }

  /** The old id of what {@link #apply} gave the new one. */
  String was(String id) {
    return origins.getOrDefault(id, id);
  }

  /** The layout under the new names. */
  Layout apply(Layout before) {
    Map<String, SourceLayout> sources = new TreeMap<>();
    before.sources().values().stream()
        .map(this::source)
        .forEach(source -> sources.put(source.id(), source));
    before.sources().keySet().forEach(id -> origins.put(now("sources." + id), "sources." + id));
    before.sinks().keySet().forEach(id -> origins.put(now("sinks." + id), "sinks." + id));
    Map<String, SinkLayout> sinks = new TreeMap<>();
    before
        .sinks()
        .values()
        .forEach(
            sink -> {
              String id = now("sinks." + sink.id()).substring("sinks.".length());
              sinks.put(id, new SinkLayout(id, sink.connector(), sink.target()));
            });
    Map<String, NodeLayout> nodes = new LinkedHashMap<>();
    for (NodeLayout node : before.nodes().values()) {
      NodeLayout renamed = node(node);
      origins.put(renamed.id(), node.id());
      nodes.put(renamed.id(), renamed);
    }
    return new Layout(
        ids.getOrDefault("pipeline." + before.pipeline(), "pipeline." + before.pipeline())
            .substring("pipeline.".length()),
        before.mode(),
        before.watermarks(),
        before.zone(),
        before.places(),
        sources,
        sinks,
        nodes,
        before.deadLetters(),
        before.moved());
  }

  private SourceLayout source(SourceLayout source) {
    String old = "sources." + source.id();
    return new SourceLayout(
        now(old).substring("sources.".length()),
        source.connector(),
        source.identity(),
        source.replayable(),
        source.target(),
        source.reading(),
        fields(source.columns(), columns(old)));
  }

  private NodeLayout node(NodeLayout node) {
    Map<String, String> texts = new LinkedHashMap<>(node.texts());
    texts.computeIfPresent(
        "source", (k, id) -> now("sources." + id).substring("sources.".length()));
    texts.computeIfPresent("sink", (k, id) -> now("sinks." + id).substring("sinks.".length()));
    return new NodeLayout(
        now(node.id()),
        node.inputs().stream().map(this::now).toList(),
        node.operator(),
        texts,
        node.lists(),
        fields(node.columns(), columns(node.id())),
        node.eventTime(),
        node.reads().stream().map(this::reading).toList(),
        node.state(),
        node.draining());
  }

  private Reading reading(Reading reading) {
    List<Reading.Branch> branches = new ArrayList<>();
    for (Reading.Branch branch : reading.branches()) {
      branches.add(
          new Reading.Branch(
              now(branch.from()),
              branch.watermarks().stream().map(this::now).toList(),
              branch.where(),
              branch.columns(),
              branch.values(),
              branch.passed()));
    }
    return new Reading(branches);
  }

  private static List<Field> fields(List<Field> fields, Map<String, String> renamed) {
    return fields.stream()
        .map(
            f ->
                Optional.ofNullable(renamed.get(f.name()))
                    .map(name -> new Field(name, f.type(), f.nullable()))
                    .orElse(f))
        .toList();
  }
}
