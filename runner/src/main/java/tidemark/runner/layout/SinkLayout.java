package tidemark.runner.layout;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * A sink and what it writes to.
 *
 * @param target the options that name the target
 */
public record SinkLayout(String id, String connector, Map<String, String> target) {
  public SinkLayout {
    target = Collections.unmodifiableMap(new TreeMap<>(target));
  }
}
