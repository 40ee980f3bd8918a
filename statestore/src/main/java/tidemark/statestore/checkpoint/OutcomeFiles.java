package tidemark.statestore.checkpoint;

import java.util.List;
import java.util.Optional;

/** The open outcome of each sink that has one. */
public interface OutcomeFiles {
  /** Records the open outcome of a sink, in place of an earlier one. */
  void put(String sink, OutcomeEntry entry);

  Optional<OutcomeEntry> read(String sink);

  /** No outcome is open any more: the batch is committed. */
  void clear();

  /** Sinks with an open outcome, ascending. */
  List<String> sinks();
}
