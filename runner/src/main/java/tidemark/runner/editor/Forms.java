package tidemark.runner.editor;

import java.util.List;
import java.util.stream.Collectors;
import tidemark.runner.language.Key;
import tidemark.runner.language.Shape;

/** Keys of the language in words. */
final class Forms {
  private Forms() {}

  /** What stands behind a key, in a few words. */
  static String of(Shape shape) {
    if (shape instanceof Shape.Text text) {
      return text.kind().word();
    }
    if (shape instanceof Shape.Words words) {
      return String.join(" | ", words.words());
    }
    if (shape instanceof Shape.Items items) {
      return "list of " + of(items.item());
    }
    if (shape instanceof Shape.Names names) {
      return "{name: " + of(names.value()) + "}";
    }
    if (shape instanceof Shape.Either either) {
      return either.shapes().stream().map(Forms::of).collect(Collectors.joining(" | "));
    }
    return shape instanceof Shape.Mapping mapping ? mapping.name().replace('_', ' ') : "anything";
  }

  /** The page of a key, as Markdown. */
  static String page(Key key) {
    String examples =
        key.examples().isEmpty()
            ? ""
            : "\n\n```yaml\n"
                + key.examples().stream()
                    .map(example -> key.name() + ": " + example)
                    .collect(Collectors.joining("\n"))
                + "\n```";
    return key.meaning() + examples;
  }

  /** One of a section. */
  static String section(String section) {
    return List.of("sources", "steps", "sinks").contains(section)
        ? section.substring(0, section.length() - 1)
        : section;
  }
}
