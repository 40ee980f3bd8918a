package tidemark.runner.crash;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What a pipeline that changes must show, as plainly as it can be written: every group keeps its
 * rows with the generation that read them, and every result is computed from them when it is shown.
 */
final class UpgradeModel {
  private final List<Group> groups = new ArrayList<>();
  private final NavigableMap<Integer, UpgradeCase> lastOfDefinition = new TreeMap<>();
  private UpgradeCase rules;
  private long nodeMillis;
  private long usedMillis;
  private long nextMillis;

  /** A row and the generation that read it. */
  private record Seen(ModelRow row, int generation) {}

  /** A group; sessions grow by being merged into new ones. */
  private record Group(
      int definition, long start, long end, Optional<String> k, Optional<Long> g, List<Seen> rows) {
    int born() {
      return rows.stream().mapToInt(Seen::generation).min().orElseThrow();
    }

    boolean hasKeys(Group other) {
      return definition == other.definition && k.equals(other.k) && g.equals(other.g);
    }
  }

  UpgradeModel(UpgradeCase rules) {
    change(rules);
  }

  /** From now on the pipeline is this one. */
  void change(UpgradeCase next) {
    rules = next;
    lastOfDefinition.put(next.definition(), next);
  }

  boolean mustClose() {
    return nextMillis > usedMillis;
  }

  /** Runs a micro-batch; what it shows, sorted. */
  List<String> batch(List<ModelRow> rows) {
    long lateUpTo = usedMillis * 1000;
    usedMillis = nextMillis;
    Set<Group> touched = new HashSet<>();
    for (ModelRow row : rows) {
      if (row.ts().isPresent()) {
        nodeMillis =
            Math.max(
                nodeMillis, Math.floorDiv(row.ts().get(), 1000L) - 1000 * rules.delaySeconds());
        for (Group group : groupsOf(row)) {
          if (group.end() > lateUpTo) {
            merge(group, touched);
          }
        }
      }
    }
    List<String> shown = show(touched);
    nextMillis = Math.max(usedMillis, nodeMillis);
    return shown;
  }

  private Stream<Group> current() {
    return groups.stream().filter(g -> g.definition() == rules.definition());
  }

  private List<Group> groupsOf(ModelRow row) {
    long t = row.ts().orElseThrow();
    long size = rules.window().size() * ModelCase.SECOND;
    if (rules.window().isSession()) {
      return List.of(group(t, t + size, row));
    }
    long every = rules.window().every() * ModelCase.SECOND;
    List<Group> all = new ArrayList<>();
    for (long start = Math.floorDiv(t, every) * every; start + size > t; start -= every) {
      all.add(group(start, start + size, row));
    }
    return all;
  }

  private Group group(long start, long end, ModelRow row) {
    return new Group(
        rules.definition(),
        start,
        end,
        rules.keys().contains("k") ? row.k() : Optional.empty(),
        rules.keys().contains("g") ? row.g() : Optional.empty(),
        List.of(new Seen(row, rules.generation())));
  }

  private void merge(Group group, Set<Group> touched) {
    Group merged = group;
    for (Group other : current().toList()) {
      boolean meets =
          rules.window().isSession()
              ? other.start() <= merged.end() && merged.start() <= other.end()
              : other.start() == merged.start() && other.end() == merged.end();
      if (other.hasKeys(group) && meets) {
        groups.remove(other);
        touched.remove(other);
        List<Seen> rows = new ArrayList<>(other.rows());
        rows.addAll(merged.rows());
        merged =
            new Group(
                merged.definition(),
                Math.min(merged.start(), other.start()),
                Math.max(merged.end(), other.end()),
                merged.k(),
                merged.g(),
                rows);
      }
    }
    groups.add(merged);
    touched.add(merged);
  }

  private List<String> show(Set<Group> touched) {
    List<String> shown = new ArrayList<>();
    for (Group group : List.copyOf(groups)) {
      boolean closing = group.end() <= usedMillis * 1000;
      boolean append = lastOfDefinition.get(group.definition()).append();
      if (append ? closing : touched.contains(group)) {
        shown.add(json(group));
      }
      if (closing) {
        groups.remove(group);
      }
    }
    shown.sort(String::compareTo);
    return shown;
  }

  private String json(Group group) {
    List<String> fields = new ArrayList<>();
    fields.add("\"window_start\":" + ReferenceModel.time(group.start()));
    fields.add("\"window_end\":" + ReferenceModel.time(group.end()));
    for (String key : rules.keys()) {
      fields.add(
          key.equals("k")
              ? "\"k\":" + group.k().map(k -> "\"" + k + "\"").orElse("null")
              : "\"g\":" + group.g().map(Objects::toString).orElse("null"));
    }
    for (UpgradeCase.Computed computed : rules.computed()) {
      fields.add("\"%s\":%s".formatted(computed.name(), shown(computed, group)));
    }
    return "{" + String.join(",", fields) + "}";
  }

  private String shown(UpgradeCase.Computed computed, Group group) {
    Optional<UpgradeCase.Computed> held = held(computed, group.definition());
    if (held.isPresent()) {
      return result(held.get(), group);
    }
    boolean counts = computed.call().startsWith("count") && !computed.withheld();
    return counts ? "0" : "null";
  }

  /** The result as groups of the definition hold it; empty if it came after them. */
  private Optional<UpgradeCase.Computed> held(UpgradeCase.Computed computed, int definition) {
    UpgradeCase.Computed held = computed;
    for (int d = rules.definition(); d > definition; d = lastOfDefinition.lowerKey(d)) {
      if (held.since() > d) {
        return Optional.empty();
      }
      String call = held.call();
      held =
          lastOfDefinition.lowerEntry(d).getValue().computed().stream()
              .filter(c -> c.call().equals(call))
              .findFirst()
              .orElseThrow();
    }
    return Optional.of(held);
  }

  private static String result(UpgradeCase.Computed computed, Group group) {
    int since = computed.since();
    if (computed.withheld() && group.born() < since) {
      return "null";
    }
    List<ModelRow> rows =
        group.rows().stream().filter(r -> r.generation() >= since).map(Seen::row).toList();
    List<Long> values = rows.stream().map(ModelRow::v).flatMap(Optional::stream).toList();
    if (computed.call().equals("count(*)")) {
      return Long.toString(rows.size());
    }
    if (computed.call().equals("count(v)")) {
      return Long.toString(values.size());
    }
    return switch (computed.call()) {
      case "sum(v)" -> text(values.stream().reduce(Long::sum));
      case "min(v)" -> text(values.stream().min(Long::compare));
      case "max(v)" -> text(values.stream().max(Long::compare));
      default -> throw new AssertionError(computed);
    };
  }

  private static String text(Optional<Long> value) {
    return value.map(Object::toString).orElse("null");
  }
}
