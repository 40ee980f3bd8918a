package tidemark.statestore.checkpoint;

import java.util.Optional;

/**
 * The plans that this checkpoint ran, by generation: 1, 2, 3, … Each is JSON that only the caller
 * understands.
 */
public interface PlanLog {
  /** Makes the plan durable under the next generation and returns that. */
  int append(String json);

  /** The newest generation, 0 when there is none. */
  int latestGeneration();

  /** The plan of a generation, as it was given. */
  Optional<String> read(int generation);

  /** The plan of the newest generation. */
  default Optional<String> latest() {
    return read(latestGeneration());
  }
}
