package tidemark.operators.aggregate;

import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tidemark.operators.expr.Call;
import tidemark.operators.expr.EvaluationContext;
import tidemark.operators.expr.Expression;
import tidemark.operators.expr.Expressions;
import tidemark.operators.expr.Literal;
import tidemark.operators.expr.bind.Folding;

/** Finds the values of constant arguments, such as a percentile's fractions. */
final class ConstantArguments {
  private static final EvaluationContext NOWHERE = new EvaluationContext(ZoneOffset.UTC, 0);

  private ConstantArguments() {}

  static AggregateArgument of(Expression argument) {
    return new AggregateArgument(argument.type(), constant(argument));
  }

  private static Optional<Object> constant(Expression argument) {
    if (!Expressions.isConstant(argument)) {
      return Optional.empty();
    }
    if (argument instanceof Call call && call.function().equals("array")) {
      List<Object> elements = new ArrayList<>();
      call.arguments().forEach(element -> constant(element).ifPresent(elements::add));
      return elements.size() == call.arguments().size()
          ? Optional.of(List.copyOf(elements))
          : Optional.empty();
    }
    return Folding.value(argument, NOWHERE).map(Literal::value);
  }
}
