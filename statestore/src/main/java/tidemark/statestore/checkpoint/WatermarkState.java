package tidemark.statestore.checkpoint;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * Watermarks in milliseconds since 1970.
 *
 * @param globalMillis the watermark in force
 * @param previousGlobalMillis the one in force in the batch before: late rows are judged by it
 * @param perNodeMillis watermark of each source or step that has one, by its id
 */
public record WatermarkState(
    long globalMillis, long previousGlobalMillis, Map<String, Long> perNodeMillis) {
  public WatermarkState {
    perNodeMillis = Collections.unmodifiableSortedMap(new TreeMap<>(perNodeMillis));
  }

  /** Before any event: 0, and no node has one. */
  public static WatermarkState initial() {
    return new WatermarkState(0, 0, Map.of());
  }
}
