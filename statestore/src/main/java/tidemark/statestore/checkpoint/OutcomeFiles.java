package tidemark.statestore.checkpoint;

import java.util.List;
import java.util.Optional;

/** The open outcome of each sink that has one: JSON that only the caller understands. */
public interface OutcomeFiles {
  /** Records the open outcome of a sink, in place of an earlier one. */
  void put(String sink, String json);

  Optional<String> read(String sink);

  /** The outcome is known now. */
  void clear(String sink);

  /** Sinks with an open outcome, ascending. */
  List<String> sinks();
}
