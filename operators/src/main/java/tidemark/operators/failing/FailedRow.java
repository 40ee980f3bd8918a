package tidemark.operators.failing;

import java.util.Set;
import tidemark.operators.batch.Batch;
import tidemark.operators.diagnostics.Failure;

/**
 * A row on which an expression fails.
 *
 * @param batch in which it stands, valid only while it is handed over
 * @param row its number in the batch
 * @param read the columns of the batch that the expression reads
 * @param failure why; names the place of the operation that failed where that is known
 */
public record FailedRow(Batch batch, int row, Set<String> read, Failure failure) {
  public FailedRow {
    read = Set.copyOf(read);
  }
}
