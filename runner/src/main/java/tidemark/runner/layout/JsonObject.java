package tidemark.runner.layout;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * An object of a document, read strictly: a member that is not there or is of another kind is an
 * {@link IllegalArgumentException}.
 */
record JsonObject(Map<String, Object> members) {
  /** The value as an object. */
  @SuppressWarnings("unchecked")
  static JsonObject of(Object value) {
    if (value instanceof Map<?, ?> map) {
      return new JsonObject((Map<String, Object>) map);
    }
    throw new IllegalArgumentException("no object: " + value);
  }

  static String string(Object value) {
    if (value instanceof String text) {
      return text;
    }
    throw new IllegalArgumentException("no text: " + value);
  }

  boolean has(String name) {
    return members.containsKey(name);
  }

  String text(String name) {
    return string(member(name));
  }

  int number(String name) {
    return Integer.parseInt(text(name));
  }

  boolean flag(String name) {
    return switch (text(name)) {
      case "true" -> true;
      case "false" -> false;
      default -> throw new IllegalArgumentException("neither true nor false: " + name);
    };
  }

  JsonObject object(String name) {
    return of(member(name));
  }

  <T> List<T> list(String name, Function<Object, T> element) {
    return list(member(name), element);
  }

  static <T> List<T> list(Object value, Function<Object, T> element) {
    if (!(value instanceof List<?> list)) {
      throw new IllegalArgumentException("no list: " + value);
    }
    List<T> all = new ArrayList<>();
    list.forEach(e -> all.add(element.apply(e)));
    return List.copyOf(all);
  }

  /** The members in the order of the document. */
  <T> Map<String, T> map(java.util.function.BiFunction<String, Object, T> element) {
    Map<String, T> all = new LinkedHashMap<>();
    members.forEach((name, value) -> all.put(name, element.apply(name, value)));
    return all;
  }

  private Object member(String name) {
    Object value = members.get(name);
    if (value == null) {
      throw new IllegalArgumentException("not there: " + name);
    }
    return value;
  }
}
