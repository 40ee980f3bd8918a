package tidemark.operators.expr.bind;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Map;
import tidemark.operators.expr.Call;
import tidemark.operators.expr.Cast;
import tidemark.operators.expr.Expression;
import tidemark.operators.expr.Literal;
import tidemark.operators.expr.typing.Coercion;
import tidemark.operators.types.DataType;
import tidemark.operators.types.DecimalType;
import tidemark.operators.types.SimpleType;

/** Rewrites calls into ones that mean the same and run faster. */
final class Rewriting {
  private static final Map<String, String> SWAPPED =
      Map.of("<", ">", "<=", ">=", ">", "<", ">=", "<=");

  private Rewriting() {}

  /** The call itself, or a cheaper expression of the same value. */
  static Expression simpler(Call call) {
    if (!SWAPPED.containsKey(call.function())) {
      return call;
    }
    Expression left = call.arguments().get(0);
    Expression right = call.arguments().get(1);
    if (integral(left) && decimal(right)) {
      return compared(call, call.function(), ((Cast) left).operand(), right);
    }
    if (integral(right) && decimal(left)) {
      return compared(call, SWAPPED.get(call.function()), ((Cast) right).operand(), left);
    }
    return call;
  }

  private static boolean integral(Expression e) {
    return e instanceof Cast cast
        && cast.mode() == Cast.Mode.IMPLICIT
        && cast.operand().type().isIntegral()
        && cast.type() instanceof DecimalType
        && !(cast.operand() instanceof Literal);
  }

  private static boolean decimal(Expression e) {
    return e instanceof Cast cast
        && cast.operand() instanceof Literal literal
        && literal.value() instanceof BigDecimal;
  }

  /** An integral column against a decimal literal is a comparison of whole numbers. */
  private static Expression compared(
      Call call, String sign, Expression column, Expression literal) {
    BigDecimal bound = (BigDecimal) ((Literal) ((Cast) literal).operand()).value();
    boolean up = sign.equals("<") || sign.equals(">=");
    BigDecimal whole = bound.setScale(0, up ? RoundingMode.CEILING : RoundingMode.FLOOR);
    if (whole.precision() > DecimalType.MAX_LONG_DIGITS) {
      return call;
    }
    DataType type = SimpleType.BIGINT;
    return new Call(
        sign,
        List.of(Coercion.to(column, type), new Literal(type, whole.longValueExact())),
        call.type(),
        call.nullable(),
        call.written());
  }
}
