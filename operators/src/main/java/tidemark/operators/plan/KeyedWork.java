package tidemark.operators.plan;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import tidemark.operators.processor.KeyedProcessor;

/** What a keyed step does with its rows. */
public sealed interface KeyedWork {
  /**
   * Rules of the pipeline file.
   *
   * @param forRows over the input's columns and {@code state.x}; for each row all that apply, in
   *     order
   * @param onTimeout over the keys' columns, {@link LogicalOp.Keyed#TIMED_OUT_AT} and {@code
   *     state.x}; there is one if a rule arms a time-out
   */
  record Rules(List<KeyedRule> forRows, Optional<KeyedRule> onTimeout) implements KeyedWork {
    public Rules {
      forRows = List.copyOf(forRows);
    }
  }

  /**
   * Java code.
   *
   * @param options as the pipeline file writes them
   */
  record Processor(KeyedProcessor code, Map<String, String> options) implements KeyedWork {
    public Processor {
      options = Map.copyOf(options);
    }
  }
}
