package tidemark.runner.inspect;

import java.util.List;
import java.util.Optional;
import tidemark.operators.join.JoinOperator;
import tidemark.operators.join.KeptRows;
import tidemark.operators.plan.Side;
import tidemark.operators.stateful.StoredRows;
import tidemark.operators.types.Field;
import tidemark.runner.compile.StoredStep;
import tidemark.runner.layout.StateField;

/** A join of two streams: the rows that it keeps of each side, a store each. */
final class JoinDecoding implements RowDecoding {
  @Override
  public boolean fits(StoredStep step) {
    return step.operator().equals("join");
  }

  @Override
  public String mainStore(StoredStep step) {
    return JoinOperator.rowsOf(Side.LEFT);
  }

  @Override
  public Optional<StoredRows> rows(StoredStep step, String store, Form form) {
    return step.stores().stream()
        .filter(s -> s.name().equals(store) && !s.key().isEmpty())
        .findFirst()
        .map(s -> new KeptRows(fields(s.key()), fields(s.value())));
  }

  private static List<Field> fields(List<StateField> fields) {
    return fields.stream().map(f -> new Field(f.name(), f.type(), f.nullable())).toList();
  }
}
