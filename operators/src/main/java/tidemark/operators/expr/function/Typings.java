package tidemark.operators.expr.function;

import java.util.List;
import tidemark.operators.expr.EvaluationContext;
import tidemark.operators.expr.Evaluator;
import tidemark.operators.expr.kernel.Casts;
import tidemark.operators.types.DataType;
import tidemark.operators.types.SimpleType;

/** Typing rules that several families share. */
final class Typings {
  private Typings() {}

  /** One argument of any type, a truth value that is never null. */
  static Typing.Rule tested() {
    return notNull(Rules.takes(Parameter.ANY), SimpleType.BOOLEAN);
  }

  /** The result is never null. */
  static Typing.Rule notNull(Rules rules, DataType type) {
    Typing.Rule rule = rules.gives(type);
    return arguments ->
        rule.apply(arguments) instanceof Typing.Fits fits
            ? new Typing.Fits(fits.argumentTypes(), fits.type(), false)
            : Typing.unfit();
  }

  /** No argument, never null. */
  static Typing.Rule none(DataType type) {
    return arguments ->
        arguments.isEmpty() ? new Typing.Fits(List.of(), type, false) : Typing.unfit();
  }

  /** An operand cast inside a kernel; one that does not fit fails. */
  static Evaluator cast(Evaluator operand, DataType from, DataType to, EvaluationContext context) {
    return Casts.of(operand, from, to, false, context.zone());
  }
}
