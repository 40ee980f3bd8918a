package tidemark.operators.expr.compile;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.expr.Cast;
import tidemark.operators.expr.Expression;
import tidemark.operators.expr.ExpressionErrors;
import tidemark.operators.expr.syntax.Syntax;
import tidemark.operators.expr.typing.CastRules;
import tidemark.operators.types.DataType;
import tidemark.operators.types.DecimalType;
import tidemark.operators.types.SimpleType;

/** Functions named like a type, such as {@code int(x)}: casts. */
final class CastFunctions {
  private static final Map<String, DataType> TYPES =
      Map.ofEntries(
          Map.entry("boolean", SimpleType.BOOLEAN),
          Map.entry("tinyint", SimpleType.TINYINT),
          Map.entry("smallint", SimpleType.SMALLINT),
          Map.entry("int", SimpleType.INT),
          Map.entry("bigint", SimpleType.BIGINT),
          Map.entry("float", SimpleType.FLOAT),
          Map.entry("double", SimpleType.DOUBLE),
          Map.entry("decimal", new DecimalType(10, 0)),
          Map.entry("string", SimpleType.STRING),
          Map.entry("binary", SimpleType.BINARY),
          Map.entry("date", SimpleType.DATE),
          Map.entry("timestamp", SimpleType.TIMESTAMP));

  private CastFunctions() {}

  static boolean isCast(String name) {
    return TYPES.containsKey(name);
  }

  static Optional<Expression> of(
      Syntax.Function function, List<Expression> arguments, ExpressionErrors errors) {
    DataType type = TYPES.get(function.name());
    if (arguments.size() != 1 || !CastRules.allowed(arguments.get(0).type(), type)) {
      errors.error(
          Code.TM306,
          function.place(),
          "`" + function.name() + "` casts one value that can be cast to " + type.ddl(),
          Optional.of("the function is " + function.name() + "(value)"));
      return Optional.empty();
    }
    Expression operand = arguments.get(0);
    return Optional.of(
        new Cast(
            operand,
            type,
            Cast.Mode.EXPLICIT,
            operand.nullable() || CastRules.mayGiveNull(operand.type(), type)));
  }
}
