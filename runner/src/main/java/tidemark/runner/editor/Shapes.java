package tidemark.runner.editor;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tidemark.runner.language.Key;
import tidemark.runner.language.Shape;

/** What the language says about a place. */
final class Shapes {
  private Shapes() {}

  /** The shapes that may stand behind a path of keys. */
  static List<Shape> at(Shape root, List<String> path) {
    List<Shape> shapes = List.of(root);
    for (String step : path) {
      List<Shape> below = new ArrayList<>();
      shapes.forEach(shape -> below(shape, step, below));
      shapes = below;
    }
    List<Shape> plain = new ArrayList<>();
    shapes.forEach(shape -> split(shape, plain));
    return plain;
  }

  private static void below(Shape shape, String step, List<Shape> below) {
    if (shape instanceof Shape.Either either) {
      either.shapes().forEach(one -> below(one, step, below));
    } else if (shape instanceof Shape.Items items && step.equals("-")) {
      below.add(items.item());
    } else if (shape instanceof Shape.Names names && !step.equals("-")) {
      below.add(names.value());
    } else if (shape instanceof Shape.Mapping mapping) {
      mapping.key(step).map(Key::shape).or(mapping::others).ifPresent(below::add);
    }
  }

  private static void split(Shape shape, List<Shape> plain) {
    if (shape instanceof Shape.Either either) {
      either.shapes().forEach(one -> split(one, plain));
    } else {
      plain.add(shape);
    }
  }

  /** The key of the language at the end of a path. */
  static Optional<Key> key(Shape root, List<String> path) {
    if (path.isEmpty()) {
      return Optional.empty();
    }
    String last = path.get(path.size() - 1);
    return at(root, path.subList(0, path.size() - 1)).stream()
        .filter(Shape.Mapping.class::isInstance)
        .flatMap(shape -> ((Shape.Mapping) shape).key(last).stream())
        .findFirst();
  }
}
