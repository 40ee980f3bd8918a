package tidemark.operators.types;

/** The type of a column or expression: Spark's types, with Spark's DDL words. */
public sealed interface DataType permits SimpleType, DecimalType, ArrayType, MapType, StructType {
  /** The Spark DDL text, for example {@code array<struct<a: int>>}. */
  String ddl();

  /** How values of this type lie in a column. */
  Physical physical();

  /** True for the integral types, float, double and decimal. */
  default boolean isNumeric() {
    return this instanceof DecimalType
        || (this instanceof SimpleType simple
            && simple.ordinal() <= SimpleType.DOUBLE.ordinal()
            && simple != SimpleType.BOOLEAN);
  }

  /** True for tinyint, smallint, int and bigint. */
  default boolean isIntegral() {
    return this == SimpleType.TINYINT
        || this == SimpleType.SMALLINT
        || this == SimpleType.INT
        || this == SimpleType.BIGINT;
  }

  /** True for the type itself, and where a part of its values is of the type. */
  default boolean holds(DataType type) {
    return equals(type);
  }

  /** True for float and double. */
  default boolean isFractional() {
    return this == SimpleType.FLOAT || this == SimpleType.DOUBLE;
  }
}
