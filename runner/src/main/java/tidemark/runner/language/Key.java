package tidemark.runner.language;

import java.util.List;

/**
 * A key of the language.
 *
 * @param meaning one sentence
 * @param examples values as they are written in a file
 */
public record Key(
    String name, Presence presence, Shape shape, String meaning, List<String> examples) {
  public Key {
    examples = List.copyOf(examples);
  }

  /** Whether a mapping must have the key. */
  public enum Presence {
    REQUIRED,
    OPTIONAL
  }

  static Key required(String name, Shape shape, String meaning, String... examples) {
    return new Key(name, Presence.REQUIRED, shape, meaning, List.of(examples));
  }

  static Key optional(String name, Shape shape, String meaning, String... examples) {
    return new Key(name, Presence.OPTIONAL, shape, meaning, List.of(examples));
  }
}
