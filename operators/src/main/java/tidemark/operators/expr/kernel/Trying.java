package tidemark.operators.expr.kernel;

import java.util.List;
import java.util.function.Function;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.Selection;
import tidemark.operators.diagnostics.Failure;
import tidemark.operators.expr.Evaluator;
import tidemark.operators.types.DataType;

/**
 * Runs an operation whose failing rows become null. The rows are halved until those that fail stand
 * alone; failures of the arguments themselves are not caught.
 */
public final class Trying {
  private Trying() {}

  /** {@code operation} builds the kernel over given arguments. */
  public static Evaluator of(
      List<Evaluator> arguments, Function<List<Evaluator>, Evaluator> operation, DataType result) {
    return (batch, rows) -> {
      List<Evaluator> computed =
          arguments.stream()
              .<Evaluator>map(
                  a -> {
                    if (a instanceof Constant) {
                      return a;
                    }
                    Column column = a.evaluate(batch, rows);
                    return (b, r) -> column;
                  })
              .toList();
      Evaluator kernel = Guarded.of("try", operation.apply(computed));
      try {
        return kernel.evaluate(batch, rows);
      } catch (Failure e) {
        ColumnSink sink = ColumnSink.of(result, batch.size());
        halve(kernel, batch, rows, sink);
        return sink.column(null);
      }
    };
  }

  private static void halve(Evaluator kernel, Batch batch, Selection rows, ColumnSink sink) {
    if (rows.count() == 1) {
      sink.setNull(rows.row(0));
      return;
    }
    int middle = rows.count() / 2;
    attempt(kernel, batch, part(rows, 0, middle), sink);
    attempt(kernel, batch, part(rows, middle, rows.count()), sink);
  }

  private static void attempt(Evaluator kernel, Batch batch, Selection rows, ColumnSink sink) {
    try {
      copy(kernel.evaluate(batch, rows), rows, sink);
    } catch (Failure e) {
      halve(kernel, batch, rows, sink);
    }
  }

  private static void copy(Column column, Selection rows, ColumnSink sink) {
    for (int i = 0; i < rows.count(); i++) {
      sink.copy(rows.row(i), column, rows.row(i));
    }
  }

  private static Selection part(Selection rows, int from, int to) {
    int[] list = new int[to - from];
    for (int i = from; i < to; i++) {
      list[i - from] = rows.row(i);
    }
    return Selection.of(list, list.length);
  }
}
