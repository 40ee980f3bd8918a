package tidemark.operators.expr;

import java.util.List;

/**
 * An expression over aggregates, such as {@code round(sum(a) / count(*), 2)}.
 *
 * @param calls the distinct aggregate calls in it, in order of first use
 * @param result over the columns {@code $agg0}, {@code $agg1}, … (the calls' results) and the
 *     grouping keys by their names
 */
public record AggregateExpression(List<AggregateCall> calls, Expression result) {
  /** The prefix of the columns that stand for the calls. */
  public static final String CALL_COLUMN = "$agg";

  public AggregateExpression {
    calls = List.copyOf(calls);
  }

  /** The name of the column that stands for call {@code i}. */
  public static String column(int i) {
    return CALL_COLUMN + i;
  }

  /** The Spark SQL text of the whole. */
  public String canonical() {
    String text = result.canonical();
    for (int i = calls.size() - 1; i >= 0; i--) {
      text = text.replace("`" + column(i) + "`", calls.get(i).canonical());
    }
    return text;
  }
}
