package tidemark.runner.inspect;

import java.util.Optional;
import tidemark.operators.stateful.LimitOperator;
import tidemark.operators.stateful.LimitRows;
import tidemark.operators.stateful.StoredRows;
import tidemark.runner.compile.StoredStep;

/** A limit: how many rows it has let through. */
final class LimitDecoding implements RowDecoding {
  @Override
  public boolean fits(StoredStep step) {
    return step.operator().equals("limit");
  }

  @Override
  public String mainStore(StoredStep step) {
    return LimitOperator.STORE;
  }

  @Override
  public Optional<StoredRows> rows(StoredStep step, String store, Form form) {
    return store.equals(LimitOperator.STORE) ? Optional.of(new LimitRows()) : Optional.empty();
  }
}
