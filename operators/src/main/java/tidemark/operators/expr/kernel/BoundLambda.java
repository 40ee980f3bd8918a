package tidemark.operators.expr.kernel;

import java.util.List;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.ColumnBuilder;
import tidemark.operators.batch.Selection;
import tidemark.operators.expr.Evaluator;
import tidemark.operators.types.DataType;
import tidemark.operators.types.Schema;

/** A function written in place, bound: computes its body for many elements at once. */
public final class BoundLambda {
  private final Schema schema;
  private final int[] captured;
  private final Evaluator body;
  private final DataType type;

  /**
   * @param schema the columns that the body reads, then its parameters
   * @param captured positions of these columns in the batch around it
   * @param type of the body
   */
  public BoundLambda(Schema schema, List<Integer> captured, Evaluator body, DataType type) {
    this.schema = schema;
    this.captured = captured.stream().mapToInt(Integer::intValue).toArray();
    this.body = body;
    this.type = type;
  }

  /** How many parameters the body was written with. */
  public int parameters() {
    return schema.size() - captured.length;
  }

  public DataType type() {
    return type;
  }

  /**
   * What a parameter is given: value i is that at position {@code at[i]} of the column, null where
   * that is negative.
   */
  public static final class Given {
    private final Column column;
    private final int[] at;

    Given(Column column, int[] at) {
      this.column = column;
      this.at = at;
    }
  }

  /**
   * The body's values.
   *
   * @param outer the batch around it
   * @param rows value i is computed for this row of it
   * @param count how many values
   * @param given one for each parameter, more are ignored
   * @return a column of {@code count} values
   */
  public Column apply(Batch outer, int[] rows, int count, Given... given) {
    if (count <= Batch.MAX_ROWS) {
      return part(outer, rows, 0, count, given);
    }
    ColumnBuilder all = ColumnBuilder.of(type);
    for (int from = 0; from < count; from += Batch.MAX_ROWS) {
      int size = Math.min(Batch.MAX_ROWS, count - from);
      Column part = part(outer, rows, from, size, given);
      for (int i = 0; i < size; i++) {
        all.append(part, i);
      }
    }
    return all.build();
  }

  private Column part(Batch outer, int[] rows, int from, int count, Given[] given) {
    Column[] columns = new Column[schema.size()];
    for (int i = 0; i < columns.length; i++) {
      DataType columnType = schema.field(i).type();
      columns[i] =
          i < captured.length
              ? taken(outer.column(captured[i]), columnType, rows, from, count)
              : taken(given[i - captured.length], columnType, from, count);
    }
    Batch inner = new Batch(schema, columns, count);
    return body.evaluate(inner, Selection.all(count));
  }

  private static Column taken(Given given, DataType type, int from, int count) {
    return taken(given.column, type, given.at, from, count);
  }

  private static Column taken(Column column, DataType type, int[] at, int from, int count) {
    ColumnBuilder values = ColumnBuilder.of(type);
    for (int i = from; i < from + count; i++) {
      if (at[i] < 0) {
        values.appendNull();
      } else {
        values.append(column, at[i]);
      }
    }
    return values.build();
  }
}
