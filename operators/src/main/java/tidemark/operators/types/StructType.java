package tidemark.operators.types;

import java.util.List;
import java.util.stream.Collectors;

/** A fixed sequence of named fields. */
public record StructType(List<Field> fields) implements DataType {
  public StructType {
    fields = List.copyOf(fields);
  }

  /** The position of the field with exactly this name, or -1. */
  public int indexOf(String name) {
    for (int i = 0; i < fields.size(); i++) {
      if (fields.get(i).name().equals(name)) {
        return i;
      }
    }
    return -1;
  }

  @Override
  public String ddl() {
    return fields.stream().map(Field::ddl).collect(Collectors.joining(", ", "struct<", ">"));
  }

  @Override
  public boolean holds(DataType type) {
    return equals(type) || fields.stream().anyMatch(field -> field.type().holds(type));
  }

  @Override
  public Physical physical() {
    return Physical.STRUCT;
  }

  @Override
  public String toString() {
    return ddl();
  }
}
