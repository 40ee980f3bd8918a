package tidemark.runner.layout;

import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A sink and what it writes to.
 *
 * @param target the options that name the target
 */
public record SinkLayout(String id, String connector, Map<String, String> target) {
  /** The id of the sink for dead letters. */
  public static final String DEAD_LETTER = "dead_letter";

  /** Options that say how a place is written to, not which it is. */
  private static final Set<String> MANNER = Set.of("format", "key");

  private static final String PATH = "path";

  public SinkLayout {
    target = Collections.unmodifiableMap(new TreeMap<>(target));
  }

  /**
   * Texts each of which names the place: as it is, and as seen from the checkpoint, with which its
   * data may be moved. Two sinks that have one in common write to the same place. None if no option
   * names it.
   */
  public List<String> places(Places seenFrom) {
    Map<String, String> naming = new TreeMap<>(target);
    naming.keySet().removeAll(MANNER);
    if (naming.isEmpty()) {
      return List.of();
    }
    Path path = Path.of(naming.getOrDefault(PATH, ""));
    if (!path.isAbsolute() || seenFrom.checkpoint().isEmpty()) {
      return List.of(text(naming));
    }
    Map<String, String> moving = new TreeMap<>(naming);
    moving.put(PATH, Path.of(seenFrom.checkpoint()).relativize(path).normalize().toString());
    return List.of(text(naming), text(moving));
  }

  private String text(Map<String, String> options) {
    return options.entrySet().stream()
        .map(option -> option.getKey() + "=" + option.getValue())
        .collect(Collectors.joining(" ", connector + " ", ""));
  }
}
