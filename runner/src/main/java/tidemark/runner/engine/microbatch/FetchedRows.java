package tidemark.runner.engine.microbatch;

import java.util.Arrays;
import java.util.List;
import tidemark.operators.batch.Batch;
import tidemark.operators.connector.ReadRequest;
import tidemark.operators.expr.EvaluationContext;
import tidemark.operators.failing.FailedRows;
import tidemark.operators.stateless.LookupOperator;
import tidemark.operators.table.AskedKeys;
import tidemark.operators.table.KeyBytes;
import tidemark.operators.table.PackedRows;
import tidemark.operators.table.StaticTable;
import tidemark.operators.table.TableIndex;

/**
 * The rows that the batches of one worker need of a table that is asked key by key: from memory, or
 * asked for, all missing keys of a batch together.
 */
final class FetchedRows implements LookupOperator.Partners {
  private final AskedTable table;
  private final EvaluationContext evaluation;
  private final FailedRows failed;
  private final ReadRequest request;
  private final Runnable afterReading;
  private final LookupCounter counter;
  private final AskedKeys keys;
  private final TableIndex none;

  /**
   * @param failed tells the row on which a key or condition fails
   * @param request what is read of the source
   * @param afterReading done when its answer was read
   */
  FetchedRows(
      AskedTable table,
      EvaluationContext evaluation,
      FailedRows failed,
      ReadRequest request,
      Runnable afterReading,
      LookupCounter counter) {
    this.table = table;
    this.evaluation = evaluation;
    this.failed = failed;
    this.request = request;
    this.afterReading = afterReading;
    this.counter = counter;
    this.keys = table.plan().askedKeys(table.lookup(), evaluation, failed);
    this.none = index(PackedRows.table(table.plan().schema(), List.of()));
  }

  /** An index without rows. */
  TableIndex none() {
    return none;
  }

  @Override
  public TableIndex of(Batch batch) {
    keys.collect(batch);
    int count = keys.count();
    PackedRows[] rows = new PackedRows[count];
    KeyBytes[] unknown = new KeyBytes[count];
    int[] numbers = new int[count];
    int missing = 0;
    for (int number = 0; number < count; number++) {
      KeyBytes key = keys.bytes(number);
      PackedRows known = table.answers().of(key);
      if (known == null) {
        unknown[missing] = key;
        numbers[missing++] = number;
      } else {
        rows[number] = known;
      }
    }
    counter.remembered(count - missing);
    if (missing > 0) {
      ask(unknown, numbers, missing, rows);
    }
    return count == 0 ? none : index(PackedRows.table(table.plan().schema(), Arrays.asList(rows)));
  }

  private void ask(KeyBytes[] unknown, int[] numbers, int missing, PackedRows[] rows) {
    long began = System.nanoTime();
    AnsweredRows rowsOfKeys =
        new AnsweredRows(
            table.id(), table.maxBytes(), () -> table.plan().share(evaluation, failed));
    table.source().find(keys.columns(numbers, missing), request, rowsOfKeys);
    afterReading.run();
    StaticTable answered = rowsOfKeys.table();
    PackedRows[] sorted = keys.sorted(answered);
    for (int i = 0; i < missing; i++) {
      rows[numbers[i]] = sorted[numbers[i]];
      table.answers().remember(unknown[i], sorted[numbers[i]]);
    }
    counter.asked(missing, answered.rows(), System.nanoTime() - began);
  }

  private TableIndex index(StaticTable rows) {
    return table.plan().index(table.lookup(), rows).build();
  }
}
