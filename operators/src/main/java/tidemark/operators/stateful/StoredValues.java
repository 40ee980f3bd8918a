package tidemark.operators.stateful;

import java.util.ArrayList;
import java.util.List;
import tidemark.operators.aggregate.AggregateFunction;
import tidemark.operators.aggregate.StateReader;
import tidemark.operators.batch.BatchBuilder;
import tidemark.operators.types.Field;

/** The columns behind the keys of a stored row, read from its value. */
public sealed interface StoredValues {
  List<Field> fields();

  /**
   * Appends one value to each column from {@code column} on.
   *
   * @param offset where the values begin in {@code value}
   */
  void read(byte[] value, int offset, BatchBuilder out, int column);

  /** What aggregate functions would answer now. */
  static StoredValues answers(List<String> names, List<AggregateFunction> functions) {
    return new Answers(names, functions);
  }

  /** The values as they are stored. */
  static StoredValues stored(List<Field> fields) {
    return new Stored(List.copyOf(fields));
  }

  /** The results of aggregate functions over their stored accumulators. */
  final class Answers implements StoredValues {
    private final List<Field> fields = new ArrayList<>();
    private final GroupStates scratch;

    private Answers(List<String> names, List<AggregateFunction> functions) {
      for (int i = 0; i < functions.size(); i++) {
        AggregateFunction function = functions.get(i);
        fields.add(new Field(names.get(i), function.type(), function.nullable()));
      }
      scratch = new GroupStates(functions);
    }

    @Override
    public List<Field> fields() {
      return List.copyOf(fields);
    }

    @Override
    public void read(byte[] value, int offset, BatchBuilder out, int column) {
      scratch.reset();
      scratch.ensure(1);
      scratch.mergeStored(0, value, offset, value.length - offset);
      for (int call = 0; call < fields.size(); call++) {
        scratch.accumulators(call).appendResult(0, out.column(column + call));
      }
    }
  }

  /** Values written one after the other. */
  record Stored(List<Field> fields) implements StoredValues {
    @Override
    public void read(byte[] value, int offset, BatchBuilder out, int column) {
      StateReader in = new StateReader();
      in.open(value, offset, value.length - offset);
      for (int i = 0; i < fields.size(); i++) {
        in.readField(fields.get(i), out.column(column + i));
      }
    }
  }
}
