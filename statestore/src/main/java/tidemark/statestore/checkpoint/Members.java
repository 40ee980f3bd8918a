package tidemark.statestore.checkpoint;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import tidemark.statestore.files.CheckedJson;

/**
 * The members read from a JSON file; asking for one that is missing is an {@link
 * IllegalArgumentException}.
 */
final class Members {
  private final Map<String, Object> values = new HashMap<>();

  void put(String name, Object value) {
    values.put(name, value);
  }

  <T> T value(String name, Class<T> type) {
    Object value = values.get(name);
    if (value == null) {
      throw new IllegalArgumentException("member " + name + " is missing");
    }
    return type.cast(value);
  }

  <T> Optional<T> optional(String name, Class<T> type) {
    return Optional.ofNullable(values.get(name)).map(type::cast);
  }

  long number(String name) {
    return value(name, Long.class);
  }

  String text(String name) {
    return value(name, String.class);
  }

  boolean flag(String name) {
    return value(name, Boolean.class);
  }

  @SuppressWarnings("unchecked")
  Map<String, Long> longs(String name) {
    return (Map<String, Long>) value(name, Map.class);
  }

  @SuppressWarnings("unchecked")
  Map<String, String> strings(String name) {
    return (Map<String, String>) value(name, Map.class);
  }

  /** Makes a value of the members; a missing one is damage of the file. */
  <T> T make(String path, Supplier<T> value) {
    try {
      return value.get();
    } catch (IllegalArgumentException e) {
      throw CheckedJson.damaged(path, e.getMessage());
    }
  }
}
