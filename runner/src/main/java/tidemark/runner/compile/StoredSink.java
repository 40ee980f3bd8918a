package tidemark.runner.compile;

import java.util.Map;
import java.util.TreeMap;

/**
 * What a {@link PlanDocument} says of a sink.
 *
 * @param options those that name its target, by name
 */
public record StoredSink(String id, String connector, Map<String, String> options) {
  public StoredSink {
    options = Map.copyOf(options);
  }

  /** The sinks of a document by id; none if it has a shape that this release does not know. */
  public static Map<String, StoredSink> of(String json) {
    Map<String, StoredSink> sinks = new TreeMap<>();
    Map<String, Object> document;
    try {
      document = JsonTree.read(json);
    } catch (IllegalArgumentException unknown) {
      return sinks;
    }
    if (document.get("sinks") instanceof Map<?, ?> all) {
      all.forEach((id, value) -> sinks.put(id.toString(), sink(id.toString(), value)));
    }
    return sinks;
  }

  private static StoredSink sink(String id, Object value) {
    Map<String, String> options = new TreeMap<>();
    if (value instanceof Map<?, ?> members) {
      members.forEach((name, text) -> options.put(name.toString(), String.valueOf(text)));
    }
    String connector = options.getOrDefault("connector", "?");
    options.remove("connector");
    return new StoredSink(id, connector, options);
  }
}
