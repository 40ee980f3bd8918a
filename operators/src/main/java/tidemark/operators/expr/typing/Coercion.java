package tidemark.operators.expr.typing;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tidemark.operators.expr.Cast;
import tidemark.operators.expr.Expression;
import tidemark.operators.types.ArrayType;
import tidemark.operators.types.DataType;
import tidemark.operators.types.DecimalType;
import tidemark.operators.types.Field;
import tidemark.operators.types.MapType;
import tidemark.operators.types.SimpleType;
import tidemark.operators.types.StructType;

/** Which type several values take together, and which values may stand for which type. */
public final class Coercion {
  private Coercion() {}

  /** The least type that both values can be brought to without being asked (Spark, ANSI). */
  public static Optional<DataType> common(DataType a, DataType b) {
    if (same(a, b)) {
      return Optional.of(merged(a, b));
    }
    if (a == SimpleType.VOID) {
      return Optional.of(b);
    }
    if (b == SimpleType.VOID) {
      return Optional.of(a);
    }
    if (a.isNumeric() && b.isNumeric()) {
      return Optional.of(numeric(a, b));
    }
    if (a == SimpleType.STRING) {
      return fromString(b);
    }
    if (b == SimpleType.STRING) {
      return fromString(a);
    }
    if (isDatetime(a) && isDatetime(b)) {
      return Optional.of(
          a == SimpleType.TIMESTAMP || b == SimpleType.TIMESTAMP
              ? SimpleType.TIMESTAMP
              : SimpleType.TIMESTAMP_NTZ);
    }
    return nested(a, b);
  }

  /** The common type of all; void if there is none given. */
  public static Optional<DataType> common(List<DataType> types) {
    Optional<DataType> all = Optional.of(SimpleType.VOID);
    for (DataType type : types) {
      all = all.flatMap(t -> common(t, type));
    }
    return all;
  }

  private static Optional<DataType> nested(DataType a, DataType b) {
    if (a instanceof ArrayType x && b instanceof ArrayType y) {
      return common(x.element(), y.element()).map(ArrayType::new);
    }
    if (a instanceof MapType x && b instanceof MapType y) {
      return common(x.key(), y.key())
          .flatMap(k -> common(x.value(), y.value()).map(v -> new MapType(k, v)));
    }
    if (a instanceof StructType x
        && b instanceof StructType y
        && x.fields().size() == y.fields().size()) {
      List<Field> fields = new ArrayList<>();
      for (int i = 0; i < x.fields().size(); i++) {
        Field f = x.fields().get(i);
        Field g = y.fields().get(i);
        Optional<DataType> type =
            f.name().equalsIgnoreCase(g.name()) ? common(f.type(), g.type()) : Optional.empty();
        if (type.isEmpty()) {
          return Optional.empty();
        }
        fields.add(new Field(f.name(), type.get(), f.nullable() || g.nullable()));
      }
      return Optional.of(new StructType(fields));
    }
    return Optional.empty();
  }

  private static Optional<DataType> fromString(DataType other) {
    if (other.isIntegral()) {
      return Optional.of(SimpleType.BIGINT);
    }
    if (other.isNumeric()) {
      return Optional.of(SimpleType.DOUBLE);
    }
    return other instanceof SimpleType && !isInterval(other)
        ? Optional.of(other)
        : Optional.empty();
  }

  private static DataType numeric(DataType a, DataType b) {
    if (a instanceof DecimalType || b instanceof DecimalType) {
      return a.isFractional() || b.isFractional()
          ? SimpleType.DOUBLE
          : Decimals.wider(Decimals.of(a), Decimals.of(b));
    }
    if (a == SimpleType.DOUBLE || b == SimpleType.DOUBLE || a.isFractional() || b.isFractional()) {
      return SimpleType.DOUBLE;
    }
    return ((SimpleType) a).ordinal() >= ((SimpleType) b).ordinal() ? a : b;
  }

  /** Equal types, whatever may be null inside. */
  public static boolean same(DataType a, DataType b) {
    if (a instanceof ArrayType x && b instanceof ArrayType y) {
      return same(x.element(), y.element());
    }
    if (a instanceof MapType x && b instanceof MapType y) {
      return same(x.key(), y.key()) && same(x.value(), y.value());
    }
    if (a instanceof StructType x && b instanceof StructType y) {
      if (x.fields().size() != y.fields().size()) {
        return false;
      }
      for (int i = 0; i < x.fields().size(); i++) {
        Field f = x.fields().get(i);
        Field g = y.fields().get(i);
        if (!f.name().equals(g.name()) || !same(f.type(), g.type())) {
          return false;
        }
      }
      return true;
    }
    return a.equals(b);
  }

  private static DataType merged(DataType a, DataType b) {
    return a.equals(b) ? a : nested(a, b).orElse(a);
  }

  /** True for date and the two timestamps. */
  public static boolean isDatetime(DataType type) {
    return type == SimpleType.DATE
        || type == SimpleType.TIMESTAMP
        || type == SimpleType.TIMESTAMP_NTZ;
  }

  /** True for the two intervals. */
  public static boolean isInterval(DataType type) {
    return type == SimpleType.DAY_TIME_INTERVAL || type == SimpleType.YEAR_MONTH_INTERVAL;
  }

  /** True for types without parts. */
  public static boolean isAtomic(DataType type) {
    return type instanceof SimpleType || type instanceof DecimalType;
  }

  /**
   * True if a value may stand where a function wants the type: Spark's store assignment, and
   * strings for every atomic type.
   */
  public static boolean assignable(DataType from, DataType to) {
    if (same(from, to) || from == SimpleType.VOID) {
      return true;
    }
    if (from.isNumeric() && to.isNumeric()) {
      return true;
    }
    if (to == SimpleType.STRING) {
      return isAtomic(from);
    }
    if (from == SimpleType.STRING) {
      return isAtomic(to) && !isInterval(to);
    }
    if (isDatetime(from) && isDatetime(to)) {
      return true;
    }
    if (from instanceof ArrayType x && to instanceof ArrayType y) {
      return assignable(x.element(), y.element());
    }
    if (from instanceof MapType x && to instanceof MapType y) {
      return assignable(x.key(), y.key()) && assignable(x.value(), y.value());
    }
    return false;
  }

  /** The expression as a value of the type, cast if it must be. */
  public static Expression to(Expression expression, DataType type) {
    return same(expression.type(), type)
        ? expression
        : new Cast(
            expression,
            type,
            Cast.Mode.IMPLICIT,
            expression.nullable() || CastRules.mayGiveNull(expression.type(), type));
  }
}
