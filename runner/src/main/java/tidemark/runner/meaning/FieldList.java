package tidemark.runner.meaning;

import java.util.List;
import java.util.Optional;
import tidemark.operators.types.Field;
import tidemark.runner.layout.StateField;

/** Gives the fields of one step their ids: 1, 2, 3, … in the order in which they are asked for. */
final class FieldList {
  private int next = 1;

  /** A field of the step's first layout. */
  StateField add(Field field, String expression, List<String> meaning) {
    return new StateField(
        next++,
        field.name(),
        field.type(),
        field.nullable(),
        expression,
        meaning,
        Optional.empty());
  }

  /** Greater than every id given so far. */
  int nextId() {
    return next;
  }
}
