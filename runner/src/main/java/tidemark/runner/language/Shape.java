package tidemark.runner.language;

import java.util.List;
import java.util.Optional;

/** What may stand in one place of a file. */
public sealed interface Shape {
  /** Text that a scalar of the place must be. */
  record Text(TextKind kind) implements Shape {}

  /** One of a few words. */
  record Words(List<String> words) implements Shape {
    public Words {
      words = List.copyOf(words);
    }
  }

  /** Whatever is written. */
  record Anything() implements Shape {}

  /** A list. */
  record Items(Shape item, Size size) implements Shape {}

  /** One of several shapes, told apart by how they are written. */
  record Either(List<Shape> shapes) implements Shape {
    public Either {
      shapes = List.copyOf(shapes);
    }
  }

  /** A mapping whose keys are the author's own names. */
  record Names(TextKind name, Shape value, Size size) implements Shape {}

  /**
   * A mapping with keys of the language.
   *
   * @param name one word that no other mapping has
   * @param meaning one sentence
   * @param choices what keys exclude each other
   * @param others what may stand behind names of the author's own; empty if there are none
   */
  record Mapping(
      String name, String meaning, List<Key> keys, List<Choice> choices, Optional<Shape> others)
      implements Shape {
    public Mapping {
      keys = List.copyOf(keys);
      choices = List.copyOf(choices);
    }

    /** All its keys are the language's, and each may stand beside each. */
    public Mapping(String name, String meaning, List<Key> keys) {
      this(name, meaning, keys, List.of(), Optional.empty());
    }

    /** The same with a choice among keys. */
    public Mapping with(Choice choice) {
      return new Mapping(name, meaning, keys, List.of(choice), others);
    }

    /** The key of a name. */
    public Optional<Key> key(String word) {
      return keys.stream().filter(key -> key.name().equals(word)).findFirst();
    }
  }

  /** Whether a list or mapping may be empty. */
  enum Size {
    ANY,
    AT_LEAST_ONE
  }
}
