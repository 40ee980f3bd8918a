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

  /** {@code name: type}, with {@code not null} where it holds; an odd name stands in backticks. */
  public String ddl() {
    return (isPlain(name) ? name : "`" + name + "`")
        + ": "
        + type.ddl()
        + (nullable ? "" : " not null");
  }

  private static boolean isPlain(String name) {
    return !name.isEmpty()
        && !Character.isDigit(name.charAt(0))
        && name.chars().allMatch(c -> c == '_' || Character.isLetterOrDigit(c));
  }
}
