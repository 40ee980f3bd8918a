package tidemark.operators.expr.typing;

import java.util.List;
import java.util.Optional;
import tidemark.operators.expr.Call;
import tidemark.operators.expr.Expression;
import tidemark.operators.types.DataType;
import tidemark.operators.types.SimpleType;

/**
 * Types arithmetic on dates, timestamps and intervals. The temporal operand comes first in the
 * calls it makes.
 */
final class TemporalTyping {
  private TemporalTyping() {}

  static Optional<Expression> of(String operator, Expression a, Expression b) {
    DataType x = a.type();
    DataType y = b.type();
    boolean temporal =
        Coercion.isDatetime(x)
            || Coercion.isDatetime(y)
            || Coercion.isInterval(x)
            || Coercion.isInterval(y);
    if (!temporal) {
      return Optional.empty();
    }
    return switch (operator) {
      case "+" -> plus(a, b).or(() -> plus(b, a));
      case "-" -> minus(a, b);
      case "*" -> times(a, b).or(() -> times(b, a));
      case "/" ->
          Coercion.isInterval(x) && y.isNumeric()
              ? Optional.of(call("/", x, a, b))
              : Optional.empty();
      default -> Optional.empty();
    };
  }

  private static Expression call(String operator, DataType type, Expression a, Expression b) {
    return new Call(operator, List.of(a, b), type, a.nullable() || b.nullable());
  }

  private static Optional<Expression> plus(Expression a, Expression b) {
    DataType x = a.type();
    DataType y = b.type();
    if (x == SimpleType.DATE && isDays(y)) {
      return Optional.of(call("date_add", x, a, Coercion.to(b, SimpleType.INT)));
    }
    if (Coercion.isInterval(x) && (y == x || y == SimpleType.VOID)) {
      return Optional.of(call("+", x, a, Coercion.to(b, x)));
    }
    return Coercion.isDatetime(x) && Coercion.isInterval(y)
        ? Optional.of(shifted("+", a, b))
        : Optional.empty();
  }

  private static boolean isDays(DataType type) {
    return type == SimpleType.TINYINT || type == SimpleType.SMALLINT || type == SimpleType.INT;
  }

  /** A date and hours give a timestamp, a date and months or whole days a date. */
  private static Expression shifted(String operator, Expression a, Expression b) {
    boolean toTimestamp =
        a.type() == SimpleType.DATE
            && b.type() == SimpleType.DAY_TIME_INTERVAL
            && !WholeDays.holds(b);
    DataType type = toTimestamp ? SimpleType.TIMESTAMP : a.type();
    return call(operator, type, Coercion.to(a, type), b);
  }

  private static Optional<Expression> minus(Expression a, Expression b) {
    DataType x = a.type();
    DataType y = b.type();
    if (x == SimpleType.DATE && isDays(y)) {
      return Optional.of(call("date_sub", x, a, Coercion.to(b, SimpleType.INT)));
    }
    if (Coercion.isInterval(x) && (y == x || y == SimpleType.VOID)) {
      return Optional.of(call("-", x, a, Coercion.to(b, x)));
    }
    if (Coercion.isDatetime(x) && Coercion.isInterval(y)) {
      return Optional.of(shifted("-", a, b));
    }
    boolean instants =
        Coercion.isDatetime(x)
                && (Coercion.isDatetime(y) || y == SimpleType.STRING || y == SimpleType.VOID)
            || x == SimpleType.STRING && Coercion.isDatetime(y);
    if (!instants) {
      return Optional.empty();
    }
    if (isTimestamp(x) && isTimestamp(y)) {
      return Optional.of(call("-", SimpleType.DAY_TIME_INTERVAL, a, b)); // the clock's times
    }
    DataType common = Coercion.common(x, y).orElseThrow();
    return Optional.of(
        call("-", SimpleType.DAY_TIME_INTERVAL, Coercion.to(a, common), Coercion.to(b, common)));
  }

  private static boolean isTimestamp(DataType type) {
    return type == SimpleType.TIMESTAMP || type == SimpleType.TIMESTAMP_NTZ;
  }

  private static Optional<Expression> times(Expression interval, Expression number) {
    return Coercion.isInterval(interval.type()) && number.type().isNumeric()
        ? Optional.of(call("*", interval.type(), interval, number))
        : Optional.empty();
  }
}
