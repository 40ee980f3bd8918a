package tidemark.operators.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tidemark.operators.connector.OutputMode;
import tidemark.operators.expr.AggregateCall;
import tidemark.operators.expr.Expression;
import tidemark.operators.time.WatermarkSpec;
import tidemark.operators.time.WindowSpec;
import tidemark.operators.types.Field;
import tidemark.operators.types.Schema;
import tidemark.operators.types.SimpleType;

/** What a node of the plan does; engine-neutral. */
public sealed interface LogicalOp {
  /**
   * Reads a source. Rows that fail the filter are not counted as input and move no watermark.
   *
   * @param timed the column without which no window above takes a row; such rows are left out while
   *     reading and counted for that step
   */
  record Scan(String source, Optional<Expression> filter, Optional<Timed> timed)
      implements LogicalOp {}

  /** The rows of a static source, read whole before the micro-batches that use them. */
  record StaticScan(String source) implements LogicalOp {}

  /** A column that a windowed step needs, and the step's node id. */
  record Timed(String column, String step) {}

  /** Keeps the rows for which the condition is true. */
  record Filter(Expression condition) implements LogicalOp {}

  /** Exactly these columns, computed from the input's. */
  record Project(List<NamedExpression> columns) implements LogicalOp {
    public Project {
      columns = List.copyOf(columns);
    }
  }

  /**
   * One row an element of an array column (or an entry of a map column, as a struct of key and
   * value), appended after the input's other columns, which replace nothing.
   *
   * @param column position of the array or map in the input; it is left out of the output
   * @param as name of the element's column
   * @param outer whether rows without elements stay, with a null element
   */
  record Explode(int column, String as, boolean outer) implements LogicalOp {}

  /**
   * Pairs the rows of two streams, which are its inputs. Rows are kept until no partner can come.
   *
   * @param keys what must be equal, at least one
   * @param gap how far the partners' times may lie apart, if both sides have a time
   * @param rest over the columns of a pair, {@code left.a} and {@code right.b}: what else must be
   *     true of it
   * @param columns the output over the columns of a pair, those of a missing partner being null;
   *     without partners over the left side's columns alone
   */
  record Join(
      JoinKind kind,
      List<JoinKey> keys,
      JoinInput left,
      JoinInput right,
      Optional<TimeGap> gap,
      Optional<Expression> rest,
      List<NamedExpression> columns)
      implements LogicalOp {
    public Join {
      keys = List.copyOf(keys);
      columns = List.copyOf(columns);
    }

    /** What is done with the rows of one side. */
    public JoinInput input(Side side) {
      return side == Side.LEFT ? left : right;
    }

    /** The same join with other conditions on its inputs. */
    public Join withInputs(JoinInput newLeft, JoinInput newRight) {
      return new Join(kind, keys, newLeft, newRight, gap, rest, columns);
    }

    /** True if the watermark ever makes it forget rows. */
    public boolean forgets() {
      return !(left.retention() instanceof Retention.Forever)
          || !(right.retention() instanceof Retention.Forever);
    }
  }

  /**
   * Pairs the rows of a stream, the first input, with those of a static source, the second. Keeps
   * no state: each row of the stream finds its partners at once.
   *
   * @param kind what becomes of a row of the stream
   * @param streamSide which side of the join the stream is
   * @param keys what must be equal; the table is indexed by them
   * @param tableFilter over the table's columns: its rows that can be partners
   * @param rest over {@link #pair}: what else must be true of a pair
   * @param columns the output, over {@link #pair}; with {@code SEMI} and {@code ANTI} over the
   *     stream's columns of it
   * @param asking how the table is asked key by key, if it is not read whole
   */
  record StaticJoin(
      Kind kind,
      Side streamSide,
      List<JoinKey> keys,
      Optional<Expression> tableFilter,
      Optional<Expression> rest,
      List<NamedExpression> columns,
      Optional<Asking> asking)
      implements LogicalOp {
    public StaticJoin {
      keys = List.copyOf(keys);
      columns = List.copyOf(columns);
    }

    /** What becomes of a row of the stream. */
    public enum Kind {
      /** It stands once with each partner. */
      INNER,
      /** The same, and once with nulls if it has no partner. */
      OUTER,
      /** It stands once if it has a partner, without the partner's columns. */
      SEMI,
      /** It stands once if it has no partner. */
      ANTI
    }

    /** The side of the table. */
    public Side tableSide() {
      return streamSide == Side.LEFT ? Side.RIGHT : Side.LEFT;
    }

    /** The columns of a pair: {@code left.a}, {@code right.b}, the left side's first. */
    public Schema pair(Schema stream, Schema table) {
      return streamSide == Side.LEFT ? Side.pair(stream, table) : Side.pair(table, stream);
    }
  }

  /** The rows of all inputs; columns are matched by name and cast to a common type beforehand. */
  record Union() implements LogicalOp {}

  /** Follows the event time of a column. The node's id is the identity of its stored watermark. */
  record Watermark(WatermarkSpec spec) implements LogicalOp {}

  /**
   * Groups rows by window and keys. Columns: window_start and window_end (with a window), the keys,
   * the results.
   *
   * @param window how event time is cut, if it is
   * @param time the event-time column's expression, with a window
   * @param keys grouping expressions over the input
   * @param calls the aggregate functions with their arguments and filters over the input
   * @param results over a schema of window columns, keys and calls (call i is {@code $agg<i>})
   * @param expiry what lets a group be closed
   * @param updates what update mode hands out beside a row a touched group
   */
  record Aggregate(
      Optional<WindowSpec> window,
      Optional<Expression> time,
      List<NamedExpression> keys,
      List<AggregateCall> calls,
      List<NamedExpression> results,
      Expiry expiry,
      Updates updates)
      implements LogicalOp {
    public Aggregate {
      keys = List.copyOf(keys);
      calls = List.copyOf(calls);
      results = List.copyOf(results);
    }
  }

  /**
   * What an aggregation in update mode hands out, as asked for.
   *
   * @param changesOnly a group only if one of its columns has another value than before
   * @param closingRow a row when a group is closed, marked in the column {@value #FINAL}
   * @param marksChanges whether the column {@value #OP} says what each row does: insert, update or
   *     delete
   */
  record Updates(boolean changesOnly, boolean closingRow, boolean marksChanges) {
    /** The boolean column that is true in a group's last row. */
    public static final String FINAL = "_final";

    /** The string column that says what a row does. */
    public static final String OP = "_op";

    /** A row a touched group, as in Spark. */
    public static final Updates NONE = new Updates(false, false, false);

    /** Whether this is {@link #NONE}. */
    public boolean isNone() {
      return !changesOnly && !closingRow && !marksChanges;
    }

    /** The columns behind the results, in order. */
    public List<Field> columns() {
      List<Field> columns = new ArrayList<>();
      if (closingRow) {
        columns.add(Field.notNull(FINAL, SimpleType.BOOLEAN));
      }
      if (marksChanges) {
        columns.add(Field.notNull(OP, SimpleType.STRING));
      }
      return List.copyOf(columns);
    }
  }

  /** What lets a group of an aggregation be closed by the watermark. */
  sealed interface Expiry {
    /** Nothing: groups stay for ever. */
    record Never() implements Expiry {}

    /** The end of the aggregation's own window. */
    record ByWindow() implements Expiry {}

    /** The value of an event-time key. */
    record ByKey(int key) implements Expiry {}
  }

  /**
   * Lets the first row of each key through, as it came.
   *
   * @param keys positions of the key's columns in the input, at least one
   * @param memory how long a key is remembered
   */
  record Deduplicate(List<Integer> keys, Memory memory) implements LogicalOp {
    public Deduplicate {
      keys = List.copyOf(keys);
    }
  }

  /** How long a deduplication remembers a key. */
  sealed interface Memory {
    /** For ever. */
    record Forever() implements Memory {}

    /** Until the watermark reaches the key's own event time: position among the keys. */
    record UntilKey(int key) implements Memory {}

    /** Until the watermark is so far beyond the event time of the row that was let through. */
    record After(long micros) implements Memory {}
  }

  /** The first rows of the pipeline's whole life (append), or of each result (complete). */
  record Limit(long rows) implements LogicalOp {}

  /** Rows in order; only above a complete result. */
  record Sort(List<SortKey> keys) implements LogicalOp {
    public Sort {
      keys = List.copyOf(keys);
    }
  }

  /**
   * Keeps variables for each key, changes them and gives out rows as rules say.
   *
   * @param keys grouping expressions over the input
   * @param domain which time orders rows and counts for time-outs
   * @param state what is kept for each key
   * @param work the rules, or the code, that change it
   */
  record Keyed(
      List<NamedExpression> keys, TimeDomain domain, List<StateVariable> state, KeyedWork work)
      implements LogicalOp {
    /** The column in which {@code onTimeout} finds the time at which the time-out was due. */
    public static final String TIMED_OUT_AT = "timed_out_at";

    public Keyed {
      keys = List.copyOf(keys);
      state = List.copyOf(state);
    }

    /** The rules for rows; none if it is code that does the work. */
    public List<KeyedRule> rules() {
      return work instanceof KeyedWork.Rules rules ? rules.forRows() : List.of();
    }

    /** What happens at a time-out; empty if no rule arms one, or code does the work. */
    public Optional<KeyedRule> onTimeout() {
      return work instanceof KeyedWork.Rules rules ? rules.onTimeout() : Optional.empty();
    }

    /** True if a key may be given a time-out. */
    public boolean armsTimeouts() {
      return work instanceof KeyedWork.Processor
          || rules().stream().anyMatch(r -> r.timeoutMicros().isPresent());
    }
  }

  /** Which time a keyed step goes by. */
  enum TimeDomain {
    /** Rows in the order of their event time; time-outs fire when the watermark passes them. */
    EVENT_TIME,
    /** Rows in the order of the input; time-outs fire by the micro-batches' logged time. */
    PROCESSING_TIME
  }

  /** Hands rows to a sink. */
  record Write(String sink) implements LogicalOp {}

  /**
   * True if the step has work to do when the watermark moves and no row comes: then a micro-batch
   * without input follows.
   */
  default boolean actsOnWatermark(OutputMode mode) {
    return this instanceof Aggregate && mode != OutputMode.COMPLETE
        || this instanceof Deduplicate
        || this instanceof Join join && join.forgets()
        || this instanceof Keyed keyed && keyed.domain() == TimeDomain.EVENT_TIME;
  }

  /** True if the step may leave out rows that came behind the watermark. */
  default boolean leavesLateRows() {
    return this instanceof Aggregate
        || this instanceof Deduplicate
        || this instanceof Join
        || this instanceof Keyed;
  }

  /**
   * True if the step has work to do when processing time passes and no row comes: then a
   * micro-batch without input follows once something of it is due.
   */
  default boolean actsOnProcessingTime() {
    return this instanceof Keyed keyed && keyed.domain() == TimeDomain.PROCESSING_TIME;
  }

  /** True if the step keeps state between micro-batches. */
  default boolean isStateful() {
    return this instanceof Aggregate
        || this instanceof Join
        || this instanceof Deduplicate
        || this instanceof Limit
        || this instanceof Keyed;
  }
}
