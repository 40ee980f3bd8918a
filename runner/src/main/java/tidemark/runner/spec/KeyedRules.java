package tidemark.runner.spec;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tidemark.operators.diagnostics.Span;
import tidemark.operators.types.DataType;

/** The parts of a {@code stateful} step. */
public final class KeyedRules {
  private KeyedRules() {}

  /** A value that is kept for each key; without {@code initial} it starts as null. */
  public record StateField(
      Placed<String> name, Placed<DataType> type, Optional<ExpressionText> initial) {}

  /** Java code that does the work instead of rules. */
  public record Processor(Placed<String> name, Map<String, String> options) {
    public Processor {
      options = Map.copyOf(options);
    }
  }

  /** Which time a time-out counts in. */
  public enum TimeDomain {
    EVENT_TIME,
    PROCESSING_TIME
  }

  /**
   * What happens for a row for which the condition holds.
   *
   * @param when empty = for every row
   * @param emit the columns of the row that is given out; empty = none
   * @param timeout (re)arms the key's time-out
   * @param clear forgets the key's state
   * @param span the rule's first key
   */
  public record Rule(
      Optional<ExpressionText> when,
      List<NamedText> set,
      Optional<List<NamedText>> emit,
      Optional<Placed<Duration>> timeout,
      Placed<Boolean> clear,
      Span span) {
    public Rule {
      set = List.copyOf(set);
      emit = emit.map(List::copyOf);
    }
  }

  /** What happens when a key's time-out fires. */
  public record OnTimeout(
      List<NamedText> set,
      Optional<List<NamedText>> emit,
      Optional<Placed<Duration>> timeout,
      Placed<Boolean> clear,
      Span span) {
    public OnTimeout {
      set = List.copyOf(set);
      emit = emit.map(List::copyOf);
    }
  }
}
