package tidemark.runner.meaning;

import java.util.Collections;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import tidemark.operators.connector.Options;

/**
 * What a sink writes to, without secrets and without what only changes the looks.
 *
 * @param options the options that name the target, by name, as text
 */
public record SinkTarget(String connector, SortedMap<String, String> options) {
  private static final Set<String> NAMING =
      Set.of("path", "format", "url", "topic", "table", "servers", "catalog", "key");

  public SinkTarget {
    options = Collections.unmodifiableSortedMap(new TreeMap<>(options));
  }

  /** The target of a sink with these options. */
  public static SinkTarget of(String connector, Options given) {
    SortedMap<String, String> options = new TreeMap<>();
    given
        .values()
        .forEach(
            (name, value) -> {
              if (NAMING.contains(name)) {
                options.put(name, withoutUserInfo(value.toString()));
              }
            });
    return new SinkTarget(connector, options);
  }

  /** A URL without user name, password and parameters, which may hold secrets. */
  public static String withoutUserInfo(String value) {
    int scheme = value.indexOf("://");
    if (scheme < 0) {
      return value;
    }
    int query = value.indexOf('?', scheme);
    String bare = query < 0 ? value : value.substring(0, query);
    int at = bare.lastIndexOf('@');
    return at < 0 ? bare : bare.substring(0, scheme + 3) + bare.substring(at + 1);
  }
}
