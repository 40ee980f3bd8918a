package tidemark.operators.types;

/** A named, typed column or struct field. */
public record Field(String name, DataType type, boolean nullable) {
  /** A field that may be null. */
  public static Field of(String name, DataType type) {
    return new Field(name, type, true);
  }

  /** A field that is never null. */
  public static Field notNull(String name, DataType type) {
    return new Field(name, type, false);
  }

  /** {@code name: type}, with {@code not null} where it holds. */
  public String ddl() {
    return name + ": " + type.ddl() + (nullable ? "" : " not null");
  }
}
