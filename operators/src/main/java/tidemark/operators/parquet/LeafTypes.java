package tidemark.operators.parquet;

import java.util.Optional;
import tidemark.operators.parquet.Annotation.Kind;
import tidemark.operators.types.DataType;
import tidemark.operators.types.DecimalType;
import tidemark.operators.types.SimpleType;

/** What the values of a leaf are, and which declared types they can be read as without loss. */
final class LeafTypes {
  private static final long MICROS_A_DAY = 86_400_000_000L;

  private LeafTypes() {}

  /** The type that a leaf has of itself, as Spark reads it; empty if there is none here. */
  static Optional<DataType> natural(SchemaNode leaf) {
    Annotation annotation = leaf.annotation();
    Physical physical = leaf.physical().orElseThrow();
    if (annotation.kind() == Kind.TIME || annotation.kind() == Kind.INTERVAL) {
      return Optional.empty();
    }
    if (annotation.kind() == Kind.DECIMAL) {
      boolean fits =
          annotation.precision() >= 1
              && annotation.precision() <= DecimalType.MAX_PRECISION
              && annotation.detail() >= 0
              && annotation.detail() <= annotation.precision()
              && (physical.isBytes() || physical == Physical.INT32 || physical == Physical.INT64);
      return fits
          ? Optional.of(new DecimalType(annotation.precision(), annotation.detail()))
          : Optional.empty();
    }
    return Optional.of(
        switch (physical) {
          case BOOLEAN -> SimpleType.BOOLEAN;
          case INT32 -> int32(annotation);
          case INT64 -> int64(annotation);
          case INT96 -> SimpleType.TIMESTAMP;
          case FLOAT -> SimpleType.FLOAT;
          case DOUBLE -> SimpleType.DOUBLE;
          case BYTE_ARRAY -> annotation.kind() == Kind.TEXT ? SimpleType.STRING : SimpleType.BINARY;
          case FIXED_LEN_BYTE_ARRAY ->
              annotation.kind() == Kind.FLOAT16 && leaf.length() == 2
                  ? SimpleType.FLOAT
                  : SimpleType.BINARY;
        });
  }

  private static DataType int32(Annotation annotation) {
    if (annotation.kind() == Kind.DATE) {
      return SimpleType.DATE;
    }
    if (annotation.kind() != Kind.INTEGER) {
      return SimpleType.INT;
    }
    int signedBits = annotation.flag() ? annotation.detail() : 2 * annotation.detail();
    return signedBits <= 8
        ? SimpleType.TINYINT
        : signedBits <= 16
            ? SimpleType.SMALLINT
            : signedBits <= 32 ? SimpleType.INT : SimpleType.BIGINT;
  }

  private static DataType int64(Annotation annotation) {
    if (annotation.kind() == Kind.TIMESTAMP) {
      return annotation.flag() ? SimpleType.TIMESTAMP : SimpleType.TIMESTAMP_NTZ;
    }
    return annotation.kind() == Kind.INTEGER && !annotation.flag()
        ? new DecimalType(20, 0)
        : SimpleType.BIGINT;
  }

  /** How the leaf is read as a declared type; empty if it cannot be. */
  static Optional<Conversion> conversion(SchemaNode leaf, DataType type) {
    Optional<DataType> natural = natural(leaf);
    if (natural.isEmpty()) {
      return Optional.empty();
    }
    if (type instanceof DecimalType decimal) {
      return decimal(leaf, natural.get(), decimal);
    }
    if (!(type instanceof SimpleType simple)) {
      return Optional.empty();
    }
    return switch (simple) {
      case BOOLEAN ->
          natural.get() == SimpleType.BOOLEAN
              ? Optional.of(Conversion.of(Conversion.Kind.BOOLEAN, type))
              : Optional.empty();
      case TINYINT, SMALLINT, INT, BIGINT -> integer(leaf, natural.get(), simple);
      case FLOAT -> floating(leaf, natural.get() == SimpleType.FLOAT, type);
      case DOUBLE ->
          isInteger(natural.get()) && natural.get() != SimpleType.BIGINT
              ? Optional.of(Conversion.of(Conversion.Kind.LONG_TO_DOUBLE, type))
              : floating(
                  leaf,
                  natural.get() == SimpleType.FLOAT || natural.get() == SimpleType.DOUBLE,
                  type);
      case STRING ->
          leaf.physical().orElseThrow() == Physical.BYTE_ARRAY && isBytes(natural.get())
              ? Optional.of(Conversion.of(Conversion.Kind.TEXT, type))
              : Optional.empty();
      case BINARY ->
          leaf.physical().orElseThrow().isBytes() && isBytes(natural.get())
              ? Optional.of(Conversion.of(Conversion.Kind.BINARY, type))
              : Optional.empty();
      case DATE ->
          natural.get() == SimpleType.DATE
              ? Optional.of(Conversion.of(Conversion.Kind.LONG, type))
              : Optional.empty();
      case TIMESTAMP, TIMESTAMP_NTZ -> timestamp(leaf, natural.get(), simple);
      case DAY_TIME_INTERVAL, YEAR_MONTH_INTERVAL, VOID -> Optional.empty();
    };
  }

  private static boolean isBytes(DataType type) {
    return type == SimpleType.STRING || type == SimpleType.BINARY;
  }

  private static boolean isInteger(DataType type) {
    return type instanceof SimpleType simple && rank(simple) > 0;
  }

  private static int rank(SimpleType type) {
    return switch (type) {
      case TINYINT -> 1;
      case SMALLINT -> 2;
      case INT -> 3;
      case BIGINT -> 4;
      default -> 0;
    };
  }

  private static Optional<Conversion> integer(SchemaNode leaf, DataType natural, SimpleType type) {
    if (!(natural instanceof SimpleType stored) || rank(stored) == 0 || rank(stored) > rank(type)) {
      return Optional.empty();
    }
    Annotation annotation = leaf.annotation();
    boolean isUnsigned = annotation.kind() == Kind.INTEGER && !annotation.flag();
    return Optional.of(
        isUnsigned
            ? new Conversion(Conversion.Kind.MASKED, type, (1L << annotation.detail()) - 1, 0)
            : Conversion.of(Conversion.Kind.LONG, type));
  }

  private static Optional<Conversion> floating(SchemaNode leaf, boolean fits, DataType type) {
    boolean isHalf = leaf.physical().orElseThrow() == Physical.FIXED_LEN_BYTE_ARRAY;
    return fits
        ? Optional.of(Conversion.of(isHalf ? Conversion.Kind.HALF : Conversion.Kind.DOUBLE, type))
        : Optional.empty();
  }

  /** As in Spark a time of a clock without zone can be read as one in UTC, not the reverse. */
  private static Optional<Conversion> timestamp(
      SchemaNode leaf, DataType natural, SimpleType type) {
    if (natural == SimpleType.DATE && type == SimpleType.TIMESTAMP_NTZ) {
      return Optional.of(new Conversion(Conversion.Kind.MULTIPLIED, type, MICROS_A_DAY, 0));
    }
    boolean fits =
        natural == type || natural == SimpleType.TIMESTAMP_NTZ && type == SimpleType.TIMESTAMP;
    if (!fits) {
      return Optional.empty();
    }
    if (leaf.physical().orElseThrow() == Physical.INT96) {
      return Optional.of(Conversion.of(Conversion.Kind.LONG, type));
    }
    return Optional.of(
        switch (leaf.annotation().detail()) {
          case 3 -> new Conversion(Conversion.Kind.MULTIPLIED, type, 1000, 0);
          case 9 -> new Conversion(Conversion.Kind.DIVIDED, type, 1000, 0);
          default -> Conversion.of(Conversion.Kind.LONG, type);
        });
  }

  /** Every digit must have room: a scale not smaller, and not fewer digits before the point. */
  private static Optional<Conversion> decimal(SchemaNode leaf, DataType natural, DecimalType type) {
    boolean isUnsigned = leaf.annotation().kind() == Kind.INTEGER && !leaf.annotation().flag();
    DecimalType stored =
        natural instanceof DecimalType decimal
            ? decimal
            : natural instanceof SimpleType simple && rank(simple) > 0
                ? new DecimalType(rank(simple) == 4 ? 20 : 10, 0)
                : null;
    if (stored == null
        || type.scale() < stored.scale()
        || type.precision() - type.scale() < stored.precision() - stored.scale()) {
      return Optional.empty();
    }
    int scale = stored.scale();
    boolean isSmall = type.precision() <= DecimalType.MAX_LONG_DIGITS;
    if (leaf.physical().orElseThrow().isBytes()) {
      Conversion.Kind kind =
          isSmall ? Conversion.Kind.BYTES_TO_LONG : Conversion.Kind.BYTES_TO_DECIMAL;
      return Optional.of(new Conversion(kind, type, 1, scale));
    }
    if (!isSmall) {
      boolean isWide = isUnsigned && leaf.physical().orElseThrow() == Physical.INT64;
      Conversion.Kind kind =
          isWide ? Conversion.Kind.UNSIGNED_TO_DECIMAL : Conversion.Kind.LONG_TO_DECIMAL;
      return isUnsigned && !isWide
          ? Optional.empty()
          : Optional.of(new Conversion(kind, type, 1, scale));
    }
    long factor = (long) Math.pow(10, type.scale() - scale);
    return isUnsigned
        ? Optional.empty()
        : Optional.of(
            factor == 1
                ? Conversion.of(Conversion.Kind.LONG, type)
                : new Conversion(Conversion.Kind.MULTIPLIED, type, factor, scale));
  }
}
