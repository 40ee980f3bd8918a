package tidemark.operators.expr.kernel;

import java.util.List;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.Selection;
import tidemark.operators.expr.Evaluator;
import tidemark.operators.types.DataType;

/** Computes a function row by row: for functions without a loop of their own. */
public final class Rows {
  private Rows() {}

  /** Computes one row and puts the result, or null, at its position. */
  @FunctionalInterface
  public interface Function {
    void apply(Row in, ColumnSink out);
  }

  /** The result is null where an argument is; the function sees only rows without nulls. */
  public static Evaluator strict(
      List<Evaluator> arguments, List<DataType> types, DataType result, Function function) {
    return (batch, rows) -> {
      Column[] columns = evaluated(arguments, batch, rows);
      boolean[] nulls = null;
      for (Column column : columns) {
        nulls = Columns.nulls(nulls, column.nulls(), batch.size());
      }
      Row in = new Row(columns, types);
      ColumnSink out = ColumnSink.of(result, batch.size());
      int count = rows.count();
      for (int i = 0; i < count; i++) {
        int r = rows.row(i);
        if (nulls == null || !nulls[r]) {
          in.row = r;
          function.apply(in, out);
        }
      }
      return out.column(nulls);
    };
  }

  /** The function sees all rows and decides about nulls itself. */
  public static Evaluator lenient(
      List<Evaluator> arguments, List<DataType> types, DataType result, Function function) {
    return (batch, rows) -> {
      Row in = new Row(evaluated(arguments, batch, rows), types);
      ColumnSink out = ColumnSink.of(result, batch.size());
      int count = rows.count();
      for (int i = 0; i < count; i++) {
        in.row = rows.row(i);
        function.apply(in, out);
      }
      return out.column(null);
    };
  }

  private static Column[] evaluated(List<Evaluator> arguments, Batch batch, Selection rows) {
    Column[] columns = new Column[arguments.size()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = arguments.get(i).evaluate(batch, rows);
    }
    return columns;
  }
}
