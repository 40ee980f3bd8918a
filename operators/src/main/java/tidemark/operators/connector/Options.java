package tidemark.operators.connector;

import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tidemark.operators.diagnostics.Span;

/**
 * The checked options of one source or sink: known keys only, each of its kind, in order of names.
 *
 * @param values option name to value: String (TEXT, CHARACTER, SECRET), Path (PATH and FOLDER,
 *     absolute), Long (COUNT, DURATION in milliseconds, SIZE in bytes), Boolean, a list of strings
 *     (NAMES, TEXTS), or a map of strings in the order of the file (PAIRS)
 * @param spans where each value stands
 * @param place the connector key itself
 */
public record Options(Map<String, Object> values, Map<String, Span> spans, Span place) {
  public Options {
    values = Collections.unmodifiableMap(new TreeMap<>(values));
    spans = Collections.unmodifiableMap(new TreeMap<>(spans));
  }

  public Optional<String> text(String name) {
    return Optional.ofNullable((String) values.get(name));
  }

  public Optional<Path> path(String name) {
    return Optional.ofNullable((Path) values.get(name));
  }

  public Optional<Long> number(String name) {
    return Optional.ofNullable((Long) values.get(name));
  }

  /** The names or texts, in order; none if the option is not there. */
  public List<String> names(String name) {
    return ((List<?>) values.getOrDefault(name, List.of())).stream().map(String::valueOf).toList();
  }

  /** Names with texts, in the order of the file; none if the option is not there. */
  public Map<String, String> pairs(String name) {
    Map<String, String> pairs = new LinkedHashMap<>();
    ((Map<?, ?>) values.getOrDefault(name, Map.of()))
        .forEach((key, text) -> pairs.put(String.valueOf(key), String.valueOf(text)));
    return pairs;
  }

  public boolean flag(String name, boolean otherwise) {
    return (Boolean) values.getOrDefault(name, otherwise);
  }

  /** The same with another value of an option. */
  public Options with(String name, Object value) {
    Map<String, Object> changed = new TreeMap<>(values);
    changed.put(name, value);
    return new Options(changed, spans, place);
  }

  /** Where the option stands, or the connector key if it does not. */
  public Span span(String name) {
    return spans.getOrDefault(name, place);
  }
}
