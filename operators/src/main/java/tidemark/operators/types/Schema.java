package tidemark.operators.types;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/** The columns of a batch, in order; names are unique and case-sensitive. */
public final class Schema {
  private final List<Field> fields;
  private final Map<String, Integer> positions = new HashMap<>();

  public Schema(List<Field> fields) {
    this.fields = List.copyOf(fields);
    for (int i = 0; i < this.fields.size(); i++) {
      if (positions.put(this.fields.get(i).name(), i) != null) {
        throw new IllegalArgumentException("two columns named " + this.fields.get(i).name());
      }
    }
  }

  public static Schema of(Field... fields) {
    return new Schema(List.of(fields));
  }

  public List<Field> fields() {
    return fields;
  }

  public int size() {
    return fields.size();
  }

  public Field field(int column) {
    return fields.get(column);
  }

  /** The position of the column with exactly this name. */
  public OptionalInt find(String name) {
    Integer position = positions.get(name);
    return position == null ? OptionalInt.empty() : OptionalInt.of(position);
  }

  public List<String> names() {
    return fields.stream().map(Field::name).toList();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Schema that && fields.equals(that.fields);
  }

  @Override
  public int hashCode() {
    return fields.hashCode();
  }

  @Override
  public String toString() {
    return fields.toString();
  }
}
