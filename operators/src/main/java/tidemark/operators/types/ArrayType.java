package tidemark.operators.types;

/** A list of values of one type; elements may be null. */
public record ArrayType(DataType element) implements DataType {
  @Override
  public String ddl() {
    return "array<" + element.ddl() + ">";
  }

  @Override
  public boolean holds(DataType type) {
    return equals(type) || element.holds(type);
  }

  @Override
  public Physical physical() {
    return Physical.ARRAY;
  }

  @Override
  public String toString() {
    return ddl();
  }
}
