package tidemark.operators.expr.typing;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import tidemark.operators.batch.ValueComparator;
import tidemark.operators.expr.Call;
import tidemark.operators.expr.Expression;
import tidemark.operators.expr.Literal;
import tidemark.operators.types.ArrayType;
import tidemark.operators.types.DataType;
import tidemark.operators.types.DecimalType;
import tidemark.operators.types.MapType;
import tidemark.operators.types.SimpleType;

/** Types operators whose operands are typed; empty where the operand types do not fit. */
public final class OperatorTyping {
  private static final Set<String> COMPARISONS = Set.of("=", "<>", "<", "<=", ">", ">=", "<=>");
  private static final Set<String> ARITHMETIC = Set.of("+", "-", "*", "/", "div", "%");
  private static final Set<String> BITS = Set.of("&", "|", "^");

  private OperatorTyping() {}

  /** True for operators that are typed here, even if functions have the same name. */
  public static boolean isOperator(String name) {
    return COMPARISONS.contains(name)
        || ARITHMETIC.contains(name)
        || BITS.contains(name)
        || Set.of(
                "and",
                "or",
                "not",
                "in",
                "negative",
                "positive",
                "isnull",
                "isnotnull",
                "~",
                "<<",
                ">>",
                ">>>",
                "[]")
            .contains(name);
  }

  public static Optional<Expression> of(String operator, List<Expression> operands) {
    Expression a = operands.get(0);
    if (operands.size() == 1) {
      return unary(operator, a);
    }
    Expression b = operands.get(1);
    if (operator.equals("in")) {
      return in(operands);
    }
    if (COMPARISONS.contains(operator)) {
      return comparison(operator, a, b);
    }
    if (operator.equals("and") || operator.equals("or")) {
      return booleans(operator, a, b);
    }
    if (ARITHMETIC.contains(operator)) {
      return TemporalTyping.of(operator, a, b).or(() -> arithmetic(operator, a, b));
    }
    if (BITS.contains(operator)) {
      return bits(operator, a, b);
    }
    return switch (operator) {
      case "<<", ">>", ">>>" -> shift(operator, a, b);
      case "[]" -> element(a, b);
      default -> Optional.empty();
    };
  }

  private static Expression call(String operator, DataType type, Expression... operands) {
    boolean nullable = List.of(operands).stream().anyMatch(Expression::nullable);
    return new Call(operator, List.of(operands), type, nullable);
  }

  private static Optional<Expression> unary(String operator, Expression a) {
    DataType type = a.type();
    return switch (operator) {
      case "not" -> toBoolean(a).map(x -> call("not", SimpleType.BOOLEAN, x));
      case "isnull", "isnotnull" ->
          Optional.of(new Call(operator, List.of(a), SimpleType.BOOLEAN, false));
      case "isboolean" -> toBoolean(a);
      case "positive" ->
          type.isNumeric() || Coercion.isInterval(type)
              ? Optional.of(a)
              : type == SimpleType.STRING
                  ? Optional.of(
                      call("positive", SimpleType.DOUBLE, Coercion.to(a, SimpleType.DOUBLE)))
                  : Optional.empty();
      case "negative" ->
          type.isNumeric() || Coercion.isInterval(type)
              ? Optional.of(call("negative", type, a))
              : type == SimpleType.STRING || type == SimpleType.VOID
                  ? Optional.of(
                      call("negative", SimpleType.DOUBLE, Coercion.to(a, SimpleType.DOUBLE)))
                  : Optional.empty();
      case "~" -> type.isIntegral() ? Optional.of(call("~", type, a)) : Optional.empty();
      default -> Optional.empty();
    };
  }

  public static Optional<Expression> toBoolean(Expression e) {
    return e.type() == SimpleType.BOOLEAN
            || e.type() == SimpleType.VOID
            || e.type() == SimpleType.STRING
        ? Optional.of(Coercion.to(e, SimpleType.BOOLEAN))
        : Optional.empty();
  }

  private static Optional<Expression> booleans(String operator, Expression a, Expression b) {
    return toBoolean(a)
        .flatMap(x -> toBoolean(b).map(y -> call(operator, SimpleType.BOOLEAN, x, y)));
  }

  private static Optional<Expression> comparison(String operator, Expression a, Expression b) {
    return Coercion.common(a.type(), b.type())
        .filter(t -> ValueComparator.isOrderable(t))
        .map(
            t ->
                new Call(
                    operator,
                    List.of(Coercion.to(a, t), Coercion.to(b, t)),
                    SimpleType.BOOLEAN,
                    !operator.equals("<=>") && (a.nullable() || b.nullable())));
  }

  private static Optional<Expression> in(List<Expression> operands) {
    return Coercion.common(operands.stream().map(Expression::type).toList())
        .filter(t -> ValueComparator.isOrderable(t))
        .map(
            t ->
                new Call(
                    "in",
                    operands.stream().map(o -> Coercion.to(o, t)).toList(),
                    SimpleType.BOOLEAN,
                    operands.stream().anyMatch(Expression::nullable)));
  }

  private static Optional<Expression> arithmetic(String operator, Expression a, Expression b) {
    DataType x = a.type();
    DataType y = b.type();
    if (x instanceof DecimalType && y.isIntegral()
        || y instanceof DecimalType && x.isIntegral()
        || x instanceof DecimalType && y instanceof DecimalType) {
      return Optional.of(decimals(operator, a, b));
    }
    Optional<DataType> common =
        Coercion.common(x, y).filter(t -> t.isNumeric() || t == SimpleType.VOID);
    if (common.isEmpty()) {
      return Optional.empty();
    }
    DataType type = common.get() == SimpleType.VOID ? SimpleType.DOUBLE : common.get();
    if (type instanceof DecimalType) {
      return Optional.of(decimals(operator, a, b));
    }
    DataType working = type;
    if (operator.equals("/")) {
      working = SimpleType.DOUBLE;
    } else if (operator.equals("div")) {
      if (!type.isIntegral()) {
        return Optional.empty();
      }
      working = SimpleType.BIGINT;
    }
    return Optional.of(call(operator, working, Coercion.to(a, working), Coercion.to(b, working)));
  }

  private static Expression decimals(String operator, Expression a, Expression b) {
    DecimalType x = a.type() == SimpleType.VOID ? Decimals.of(b.type()) : Decimals.ofOperand(a);
    DecimalType y = b.type() == SimpleType.VOID ? Decimals.of(a.type()) : Decimals.ofOperand(b);
    DataType result = operator.equals("div") ? SimpleType.BIGINT : Decimals.result(operator, x, y);
    return call(operator, result, Coercion.to(a, x), Coercion.to(b, y));
  }

  private static Optional<Expression> bits(String operator, Expression a, Expression b) {
    return Coercion.common(a.type(), b.type())
        .filter(DataType::isIntegral)
        .map(t -> call(operator, t, Coercion.to(a, t), Coercion.to(b, t)));
  }

  private static Optional<Expression> shift(String operator, Expression a, Expression b) {
    if (!a.type().isIntegral() || !b.type().isIntegral()) {
      return Optional.empty();
    }
    DataType type = a.type() == SimpleType.BIGINT ? SimpleType.BIGINT : SimpleType.INT;
    return Optional.of(call(operator, type, Coercion.to(a, type), Coercion.to(b, SimpleType.INT)));
  }

  private static Optional<Expression> element(Expression a, Expression b) {
    if (a.type() instanceof ArrayType array && b.type().isIntegral()) {
      return Optional.of(
          new Call("[]", List.of(a, Coercion.to(b, SimpleType.INT)), array.element(), true));
    }
    if (a.type() instanceof MapType map && Coercion.common(b.type(), map.key()).isPresent()) {
      return Optional.of(new Call("[]", List.of(a, Coercion.to(b, map.key())), map.value(), true));
    }
    return Optional.empty();
  }

  /** A literal of a decimal, fitted to its digits. */
  public static Literal decimal(java.math.BigDecimal value) {
    return Literal.of(value, Decimals.ofValue(value));
  }
}
