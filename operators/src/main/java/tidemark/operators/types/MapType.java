package tidemark.operators.types;

/** Values by key; keys are never null, values may be. */
public record MapType(DataType key, DataType value) implements DataType {
  @Override
  public String ddl() {
    return "map<" + key.ddl() + "," + value.ddl() + ">";
  }

  @Override
  public boolean holds(DataType type) {
    return equals(type) || key.holds(type) || value.holds(type);
  }

  @Override
  public Physical physical() {
    return Physical.MAP;
  }

  @Override
  public String toString() {
    return ddl();
  }
}
