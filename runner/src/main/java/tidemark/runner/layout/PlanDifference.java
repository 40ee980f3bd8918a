package tidemark.runner.layout;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Compares two plan documents and says in sentences what means something else. */
public final class PlanDifference {
  /** Members that say nothing about meaning: the document's shape, ids given out so far. */
  private static final Set<String> SILENT =
      Set.of(
          "format",
          "replayable",
          "next_field_id",
          "id",
          "places",
          "reads",
          "meaning",
          "row_key",
          "row_value",
          "layout",
          "layouts",
          "identity");

  private final List<String> sentences = new ArrayList<>();

  private PlanDifference() {}

  /** The differences between two documents. */
  public static List<String> between(String before, String after) {
    return between(JsonTree.read(before), JsonTree.read(after));
  }

  private static List<String> between(Map<String, Object> before, Map<String, Object> after) {
    PlanDifference difference = new PlanDifference();
    difference.compareMembers("the pipeline", before, after, Set.of("sources", "sinks", "nodes"));
    difference.compareGroups("source", member(before, "sources"), member(after, "sources"));
    difference.compareGroups("sink", member(before, "sinks"), member(after, "sinks"));
    difference.compareGroups("", member(before, "nodes"), member(after, "nodes"));
    return List.copyOf(difference.sentences);
  }

  private void compareGroups(String kind, Map<String, Object> before, Map<String, Object> after) {
    for (String id : union(before, after)) {
      String name = kind.isEmpty() ? "`" + id + "`" : kind + " `" + id + "`";
      if (!after.containsKey(id)) {
        sentences.add(name + " is gone");
      } else if (!before.containsKey(id)) {
        sentences.add(name + " is new");
      } else {
        compareMembers(name, member(before, id), member(after, id), Set.of());
      }
    }
  }

  private void compareMembers(
      String name, Map<String, Object> before, Map<String, Object> after, Set<String> except) {
    for (String key : union(before, after)) {
      if (!SILENT.contains(key) && !except.contains(key)) {
        compare(name, key.replace('_', ' '), before.get(key), after.get(key));
      }
    }
  }

  private void compare(String name, String key, @Nullable Object before, @Nullable Object after) {
    if (Objects.equals(meaning(before), meaning(after))) {
      return;
    }
    if (before == null) {
      sentences.add(name + " has " + key + " now: " + text(after));
    } else if (after == null) {
      sentences.add(name + " has no " + key + " any more; it was " + text(before));
    } else if (before instanceof Map<?, ?> a && after instanceof Map<?, ?> b) {
      compareMembers(name + " " + key, cast(a), cast(b), Set.of());
    } else if (before instanceof List<?> a && after instanceof List<?> b) {
      compareLists(name, key, a, b);
    } else {
      sentences.add(name + ": " + key + " was " + text(before) + ", is " + text(after));
    }
  }

  private void compareLists(String name, String key, List<?> before, List<?> after) {
    List<String> old = before.stream().map(e -> text(meaning(e))).toList();
    List<String> now = after.stream().map(e -> text(meaning(e))).toList();
    List<String> gone = old.stream().filter(e -> !now.contains(e)).toList();
    List<String> fresh = now.stream().filter(e -> !old.contains(e)).toList();
    gone.forEach(e -> sentences.add(name + ": " + key + " lacks " + e));
    fresh.forEach(e -> sentences.add(name + ": " + key + " has " + e + " now"));
    if (gone.isEmpty() && fresh.isEmpty()) {
      sentences.add(name + ": " + key + " are in another order: " + String.join(", ", now));
    }
  }

  /** The value without its silent members. */
  private static @Nullable Object meaning(@Nullable Object value) {
    if (value instanceof Map<?, ?> map) {
      Map<String, Object> kept = new LinkedHashMap<>(cast(map));
      kept.keySet().removeAll(SILENT);
      kept.replaceAll((k, v) -> Objects.requireNonNull(meaning(v)));
      return kept;
    }
    return value instanceof List<?> list
        ? list.stream().map(PlanDifference::meaning).toList()
        : value;
  }

  private static String text(@Nullable Object value) {
    if (value instanceof Map<?, ?> map) {
      return String.join(
          ", ", map.entrySet().stream().map(e -> e.getKey() + " " + e.getValue()).toList());
    }
    return value instanceof List<?> list
        ? String.join(", ", list.stream().map(PlanDifference::text).toList())
        : "`" + value + "`";
  }

  private static Set<String> union(Map<String, Object> a, Map<String, Object> b) {
    Set<String> keys = new LinkedHashSet<>(a.keySet());
    keys.addAll(b.keySet());
    return keys;
  }

  private static Map<String, Object> member(Map<String, Object> object, String key) {
    return object.get(key) instanceof Map<?, ?> map ? cast(map) : Map.of();
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> cast(Map<?, ?> map) {
    return (Map<String, Object>) map;
  }
}
