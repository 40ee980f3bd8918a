package tidemark.runner.reader;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tidemark.runner.language.Key;
import tidemark.runner.language.Shape;
import tidemark.runner.yaml.YamlNode;

/** A YAML document that can be changed in one place and written again, in flow style. */
final class Tree {
  private final Object root;

  private Tree(Object root) {
    this.root = root;
  }

  /** A scalar as it is written in flow style. */
  private record Word(String written) {}

  /** The document with one change. */
  record Change(String what, String text) {}

  /** A mapping of the document and the shape that it should have. */
  record Place(Tree tree, Map<String, Object> node, Shape.Mapping shape) {
    /** The document's text with one more key here. */
    String withKey(String key) {
      node.put(key, new Word("1"));
      String text = tree.text();
      node.remove(key);
      return text;
    }
  }

  static Tree of(YamlNode node) {
    return new Tree(plain(node));
  }

  private static Object plain(YamlNode node) {
    if (node instanceof YamlNode.Mapping mapping) {
      Map<String, Object> map = new LinkedHashMap<>();
      mapping.entries().forEach(e -> map.put(e.key().text(), plain(e.value())));
      return map;
    }
    if (node instanceof YamlNode.Sequence list) {
      List<Object> items = new ArrayList<>();
      list.items().forEach(item -> items.add(plain(item)));
      return items;
    }
    YamlNode.Scalar scalar = (YamlNode.Scalar) node;
    boolean bare =
        scalar.style() == YamlNode.Style.PLAIN && scalar.text().matches("[A-Za-z0-9_.-]+");
    return new Word(bare ? scalar.text() : quoted(scalar.text()));
  }

  private static String quoted(String text) {
    return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + "\"";
  }

  private String text() {
    StringBuilder text = new StringBuilder();
    write(root, text);
    return text.toString();
  }

  private static void write(Object node, StringBuilder text) {
    if (node instanceof Map<?, ?> map) {
      text.append('{');
      map.forEach(
          (key, value) -> {
            text.append(quoted((String) key)).append(": ");
            write(value, text);
            text.append(", ");
          });
      text.append('}');
    } else if (node instanceof List<?> list) {
      text.append('[');
      for (Object item : list) {
        write(item, text);
        text.append(", ");
      }
      text.append(']');
    } else {
      text.append(((Word) node).written());
    }
  }

  /** Every mapping with keys of the language. */
  List<Place> mappings(Shape.Mapping shape) {
    List<Place> places = new ArrayList<>();
    walk(root, shape, places);
    return places;
  }

  private void walk(Object node, Shape shape, List<Place> places) {
    if (shape instanceof Shape.Either either) {
      either.shapes().stream().filter(s -> fits(node, s)).forEach(s -> walk(node, s, places));
    } else if (shape instanceof Shape.Mapping mapping && node instanceof Map<?, ?> map) {
      places.add(new Place(this, entries(map), mapping));
      for (Key key : mapping.keys()) {
        if (map.containsKey(key.name())) {
          walk(map.get(key.name()), key.shape(), places);
        }
      }
    } else if (shape instanceof Shape.Names names && node instanceof Map<?, ?> map) {
      map.values().forEach(value -> walk(value, names.value(), places));
    } else if (shape instanceof Shape.Items items && node instanceof List<?> list) {
      list.forEach(item -> walk(item, items.item(), places));
    }
  }

  private static boolean fits(Object node, Shape shape) {
    boolean map = shape instanceof Shape.Mapping || shape instanceof Shape.Names;
    return node instanceof Map ? map : node instanceof List == shape instanceof Shape.Items;
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> entries(Map<?, ?> map) {
    return (Map<String, Object>) map;
  }

  /** The document with each key removed, and each value replaced by others, one at a time. */
  List<Change> changes() {
    List<Change> changes = new ArrayList<>();
    changes(root, "", changes);
    return changes;
  }

  private void changes(Object node, String path, List<Change> changes) {
    if (node instanceof Map<?, ?> any) {
      Map<String, Object> map = entries(any);
      for (String key : List.copyOf(map.keySet())) {
        Object before = map.get(key);
        if (key.equals("vars")) {
          continue; // What they must be is known where they stand in.
        }
        replacements(map, key, before, path + "." + key, changes);
        changes(before, path + "." + key, changes);
      }
    } else if (node instanceof List<?> list) {
      for (int i = 0; i < list.size(); i++) {
        changes(list.get(i), path + "[" + i + "]", changes);
      }
    }
  }

  private void replacements(
      Map<String, Object> map, String key, Object before, String path, List<Change> changes) {
    List<Object> others =
        List.of(
            new Word("\"x y\""),
            new Word("-1"),
            new Word("true"),
            new Word("\"\""),
            List.of(),
            List.of(new Word("a"), new Word("b")),
            Map.of(),
            Map.of("q", new Word("a")));
    for (Object other : others) {
      map.put(key, other);
      StringBuilder shown = new StringBuilder();
      write(other, shown);
      changes.add(new Change(path + " = " + shown, text()));
    }
    map.put(key, before);
    Map<String, Object> all = new LinkedHashMap<>(map);
    map.remove(key);
    changes.add(new Change("without " + path, text()));
    map.clear();
    map.putAll(all);
  }
}
