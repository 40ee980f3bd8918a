package tidemark.statestore.checkpoint;

import java.util.List;
import java.util.Map;

/** Finds in a plan, which the store does not read, where its sinks write. */
@FunctionalInterface
public interface SinkPlaces {
  /** Texts each of which names the place, by sink; no sink if the plan is not understood. */
  Map<String, List<String>> of(String plan);
}
