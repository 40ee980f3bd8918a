package tidemark.operators.expr.typing;

import java.util.Optional;
import tidemark.operators.types.ArrayType;
import tidemark.operators.types.DataType;
import tidemark.operators.types.DecimalType;
import tidemark.operators.types.MapType;
import tidemark.operators.types.SimpleType;
import tidemark.operators.types.StructType;

/** Which casts there are (Spark's table for ANSI mode). */
public final class CastRules {
  private CastRules() {}

  public static boolean allowed(DataType from, DataType to) {
    if (Coercion.same(from, to) || from == SimpleType.VOID || to == SimpleType.STRING) {
      return to != SimpleType.VOID || from == SimpleType.VOID;
    }
    if (from instanceof ArrayType x && to instanceof ArrayType y) {
      return allowed(x.element(), y.element());
    }
    if (from instanceof MapType x && to instanceof MapType y) {
      return allowed(x.key(), y.key()) && allowed(x.value(), y.value());
    }
    if (from instanceof StructType x && to instanceof StructType y) {
      return structs(x, y);
    }
    if (!Coercion.isAtomic(from) || !Coercion.isAtomic(to) || to == SimpleType.VOID) {
      return false;
    }
    return atomic(from, to);
  }

  /** True for casts that give null for a value: NaN and the infinities are no decimals. */
  public static boolean mayGiveNull(DataType from, DataType to) {
    return from.isFractional() && to instanceof DecimalType;
  }

  private static boolean structs(StructType from, StructType to) {
    if (from.fields().size() != to.fields().size()) {
      return false;
    }
    for (int i = 0; i < from.fields().size(); i++) {
      if (!allowed(from.fields().get(i).type(), to.fields().get(i).type())) {
        return false;
      }
    }
    return true;
  }

  private static boolean atomic(DataType from, DataType to) {
    if (from == SimpleType.STRING) {
      return !Coercion.isInterval(to);
    }
    if (from.isNumeric()) {
      return to.isNumeric() || to == SimpleType.BOOLEAN || to == SimpleType.TIMESTAMP;
    }
    if (from == SimpleType.BOOLEAN) {
      return to.isNumeric();
    }
    if (Coercion.isDatetime(from)) {
      return Coercion.isDatetime(to) || (from == SimpleType.TIMESTAMP && to.isNumeric());
    }
    return false;
  }

  /** Another way to what a refused cast was meant to do. */
  public static Optional<String> wayOut(DataType from, DataType to) {
    if (from.isNumeric() && to == SimpleType.DATE) {
      return Optional.of("date_add(DATE '1970-01-01', days) makes a date of a number of days");
    }
    if (from == SimpleType.DATE && to.isNumeric()) {
      return Optional.of("unix_date gives the days since 1970-01-01");
    }
    if (Coercion.isInterval(from) && to.isNumeric()) {
      return Optional.of("subtract the results of `unix_micros`, or read a field with EXTRACT");
    }
    if (Coercion.isInterval(to) && from.isNumeric()) {
      return Optional.of("multiply an interval, for example n * INTERVAL 1 SECOND");
    }
    if (from == SimpleType.BOOLEAN && to == SimpleType.TIMESTAMP) {
      return Optional.empty();
    }
    return to == SimpleType.BOOLEAN || to.isNumeric()
        ? Optional.empty()
        : Optional.of("cast to string first");
  }
}
