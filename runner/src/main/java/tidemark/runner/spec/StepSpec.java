package tidemark.runner.spec;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import tidemark.operators.diagnostics.Span;

/** A step as the file declares it: an id and one operator. */
public sealed interface StepSpec {
  /** The step's name and the identity of its state. */
  Placed<String> id();

  /** The place of the operator's key. */
  Span operator();

  /** The ids of what it reads, in order. */
  List<Placed<String>> inputs();

  /** A step that reads one input. */
  sealed interface OneInput extends StepSpec {
    Placed<String> from();

    @Override
    default List<Placed<String>> inputs() {
      return List.of(from());
    }
  }

  /** Keeps the rows for which the condition is true. */
  record Filter(Placed<String> id, Span operator, Placed<String> from, ExpressionText condition)
      implements OneInput {}

  /** Exactly these columns. */
  record Select(Placed<String> id, Span operator, Placed<String> from, List<NamedText> columns)
      implements OneInput {
    public Select {
      columns = List.copyOf(columns);
    }
  }

  /** Adds or replaces columns. */
  record With(Placed<String> id, Span operator, Placed<String> from, List<NamedText> columns)
      implements OneInput {
    public With {
      columns = List.copyOf(columns);
    }
  }

  /** Leaves columns out. */
  record Drop(Placed<String> id, Span operator, Placed<String> from, List<Placed<String>> columns)
      implements OneInput {
    public Drop {
      columns = List.copyOf(columns);
    }
  }

  /** Gives columns other names. */
  record Rename(Placed<String> id, Span operator, Placed<String> from, List<Renaming> columns)
      implements OneInput {
    public Rename {
      columns = List.copyOf(columns);
    }
  }

  /** A column's name from now on and before. */
  record Renaming(Placed<String> to, Placed<String> from) {}

  /** One row for each element of a column. */
  record Explode(
      Placed<String> id,
      Span operator,
      Placed<String> from,
      Placed<String> column,
      Placed<String> as,
      Placed<Boolean> outer)
      implements OneInput {}

  /** The rows of all inputs, columns matched by name. */
  record Union(Placed<String> id, Span operator, List<Placed<String>> inputs) implements StepSpec {
    public Union {
      inputs = List.copyOf(inputs);
    }
  }

  /** A watermark on a column that a step computed. */
  record Watermark(Placed<String> id, Span operator, Placed<String> from, WatermarkText watermark)
      implements OneInput {}

  /**
   * What an aggregation hands out in update mode, where the file says it.
   *
   * @param changesOnly {@code changes_only}
   * @param closingRow {@code final}
   * @param marksChanges {@code op}
   */
  record Updates(
      Optional<Placed<Boolean>> changesOnly,
      Optional<Placed<Boolean>> closingRow,
      Optional<Placed<Boolean>> marksChanges) {}

  /** Groups rows by window and keys. */
  record Aggregate(
      Placed<String> id,
      Span operator,
      Placed<String> from,
      Optional<WindowText> window,
      List<KeyText> by,
      List<NamedText> compute,
      Updates updates)
      implements OneInput {
    public Aggregate {
      by = List.copyOf(by);
      compute = List.copyOf(compute);
    }
  }

  /**
   * Keeps the first row of each key.
   *
   * @param by the key; empty = all columns
   */
  record Deduplicate(
      Placed<String> id, Span operator, Placed<String> from, List<Placed<String>> by, Within within)
      implements OneInput {
    public Deduplicate {
      by = List.copyOf(by);
    }
  }

  /** How long a deduplication remembers a key. */
  sealed interface Within {
    /** As Spark's dropDuplicates: until the watermark passes an event-time key, else for ever. */
    record Unbounded() implements Within {}

    /** Until the watermark has passed the row, as Spark's dropDuplicatesWithinWatermark. */
    record Watermark(Span span) implements Within {}

    /** For so much event time. */
    record EventTime(Placed<Duration> length) implements Within {}
  }

  /** Pairs rows of two inputs. */
  record Join(
      Placed<String> id,
      Span operator,
      Placed<String> left,
      Placed<String> right,
      Placed<JoinType> type,
      ExpressionText match,
      Optional<List<NamedText>> select)
      implements StepSpec {
    public Join {
      select = select.map(List::copyOf);
    }

    @Override
    public List<Placed<String>> inputs() {
      return List.of(left, right);
    }
  }

  /** Adds columns of a static source. */
  record Lookup(
      Placed<String> id,
      Span operator,
      Placed<String> from,
      Placed<String> source,
      ExpressionText match,
      Placed<JoinType> type,
      Optional<List<NamedText>> select,
      Optional<LookupCache> cache)
      implements StepSpec {
    public Lookup {
      select = select.map(List::copyOf);
    }

    @Override
    public List<Placed<String>> inputs() {
      return List.of(from, source);
    }
  }

  /**
   * How much of a lookup's answers is remembered; empty = the engine's choice.
   *
   * @param span the key {@code cache}
   */
  record LookupCache(
      Span span, Optional<Placed<Long>> maxRows, Optional<Placed<Duration>> expireAfter) {}

  /** Custom keyed state: rules and what happens at a time-out, or a processor. */
  record Stateful(
      Placed<String> id,
      Span operator,
      Placed<String> from,
      List<KeyText> by,
      List<KeyedRules.StateField> state,
      Placed<KeyedRules.TimeDomain> time,
      List<KeyedRules.Rule> rules,
      Optional<KeyedRules.OnTimeout> onTimeout,
      Optional<KeyedRules.Processor> processor)
      implements OneInput {
    public Stateful {
      by = List.copyOf(by);
      state = List.copyOf(state);
      rules = List.copyOf(rules);
    }
  }

  /** The first rows. */
  record Limit(Placed<String> id, Span operator, Placed<String> from, Placed<Long> rows)
      implements OneInput {}

  /** Rows in order. */
  record Sort(Placed<String> id, Span operator, Placed<String> from, List<SortText> keys)
      implements OneInput {
    public Sort {
      keys = List.copyOf(keys);
    }
  }

  /** A column to sort by. */
  record SortText(Placed<String> column, Placed<SortOrder> order) {}

  /** Which end comes first; nulls come first ascending and last descending. */
  enum SortOrder {
    ASC,
    DESC
  }
}
