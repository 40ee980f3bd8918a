package tidemark.runner.inspect;

import java.util.List;
import java.util.Optional;
import tidemark.operators.stateful.DeduplicateOperator;
import tidemark.operators.stateful.GroupRows;
import tidemark.operators.stateful.StoredRows;
import tidemark.operators.stateful.StoredValues;
import tidemark.operators.types.Field;
import tidemark.runner.compile.StoredStep;
import tidemark.runner.compile.StoredStep.StoredField;

/** A deduplication: the keys, and when each is forgotten where it is remembered for a time. */
final class DeduplicateDecoding implements RowDecoding {
  @Override
  public boolean fits(StoredStep step) {
    return step.operator().equals("deduplicate");
  }

  @Override
  public String mainStore(StoredStep step) {
    return DeduplicateOperator.STORE;
  }

  @Override
  public Optional<StoredRows> rows(StoredStep step, String store, Form form) {
    if (!store.equals(DeduplicateOperator.STORE)) {
      return Optional.empty();
    }
    List<Field> keys = step.key().stream().map(StoredField::field).toList();
    List<Field> values = step.values().stream().map(StoredField::field).toList();
    boolean startsWithTime = step.closedBy().startsWith("by its key ");
    return Optional.of(
        new GroupRows(Optional.empty(), startsWithTime, keys, StoredValues.stored(values)));
  }
}
