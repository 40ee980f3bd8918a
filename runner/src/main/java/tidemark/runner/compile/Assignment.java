package tidemark.runner.compile;

import java.util.Optional;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.operators.diagnostics.Span;
import tidemark.operators.expr.Expression;
import tidemark.operators.expr.typing.Coercion;
import tidemark.operators.types.DataType;
import tidemark.operators.types.SimpleType;
import tidemark.runner.spec.Placed;

/**
 * Values for variables of a declared type, as Spark stores values in a table's column: numbers and
 * times are cast (a number that does not fit fails), a text is not read as anything else.
 */
final class Assignment {
  private Assignment() {}

  /** The value as the variable's type; reported if it cannot be (TM305). */
  static Optional<Expression> to(
      DataType type, Expression value, Span place, Placed<String> variable, Diagnostics found) {
    boolean readsText = value.type() == SimpleType.STRING && type != SimpleType.STRING;
    if (!readsText && Coercion.assignable(value.type(), type)) {
      return Optional.of(Coercion.to(value, type));
    }
    found.error(
        Code.TM305,
        place,
        "`" + variable.value() + "` is " + type.ddl() + ", but the value is " + value.type().ddl(),
        "write `CAST(… AS " + type.ddl() + ")`, or declare the variable with the other type");
    return Optional.empty();
  }
}
