package tidemark.runner.inspect;

import java.util.List;
import java.util.Optional;
import tidemark.operators.keyed.KeyedOperator;
import tidemark.operators.stateful.GroupRows;
import tidemark.operators.stateful.StoredRows;
import tidemark.operators.stateful.StoredValues;
import tidemark.operators.types.Field;
import tidemark.runner.compile.StoredStep;
import tidemark.runner.compile.StoredStep.StoredField;

/** Keyed state: the key, its time-out, its variables; what is stored is what it stands for. */
final class KeyedDecoding implements RowDecoding {
  @Override
  public boolean fits(StoredStep step) {
    return step.operator().equals("stateful");
  }

  @Override
  public String mainStore(StoredStep step) {
    return KeyedOperator.STORE;
  }

  @Override
  public Optional<StoredRows> rows(StoredStep step, String store, Form form) {
    if (!store.equals(KeyedOperator.STORE)) {
      return Optional.empty();
    }
    return Optional.of(
        new GroupRows(
            Optional.empty(),
            false,
            fields(step.key()),
            StoredValues.stored(fields(step.values()))));
  }

  private static List<Field> fields(List<StoredField> stored) {
    return stored.stream().map(StoredField::field).toList();
  }
}
