package tidemark.operators.connector;

import java.util.Map;
import java.util.TreeMap;

/** Where a source begins that nothing was read of yet; afterwards it means nothing. */
public sealed interface Start {
  /** With the oldest data there is. */
  record Earliest() implements Start {}

  /** With what comes after the first micro-batch was planned. */
  record Latest() implements Start {}

  /** With the first data of this instant or later, milliseconds since 1970. */
  record AtTime(long millis) implements Start {}

  /** At positions of the connector's own, by name. */
  record AtOffsets(Map<String, Long> offsets) implements Start {
    public AtOffsets {
      offsets = new TreeMap<>(offsets);
    }
  }
}
