package tidemark.operators.expr.function;

import java.util.List;
import java.util.Optional;
import tidemark.operators.expr.kernel.Rows;

/** Short forms in which families write their definitions. */
final class Define {
  private Define() {}

  /** {@code names} separated by bars, the first one counts. */
  static FunctionDefinition function(
      String names,
      String signature,
      String meaning,
      String example,
      Typing.Rule rule,
      BoundCall.Kernel kernel) {
    return new FunctionDefinition(
        List.of(names.split("\\|")), signature, meaning, example, rule, kernel);
  }

  /** A function that is given functions. */
  static FunctionDefinition higherOrder(
      String names,
      String signature,
      String meaning,
      String example,
      Typing.Rule rule,
      FunctionDefinition.LambdaRule lambdas,
      BoundCall.Kernel kernel) {
    return new FunctionDefinition(
        List.of(names.split("\\|")),
        signature,
        meaning,
        example,
        rule,
        Optional.of(lambdas),
        kernel);
  }

  /** A function of rows without nulls. */
  static FunctionDefinition rows(
      String names,
      String signature,
      String meaning,
      String example,
      Typing.Rule rule,
      Rows.Function function) {
    return function(names, signature, meaning, example, rule, strict(function));
  }

  /** A kernel that computes row by row and is null where an argument is. */
  static BoundCall.Kernel strict(Rows.Function function) {
    return c -> Rows.strict(c.arguments(), c.argumentTypes(), c.type(), function);
  }

  /** A kernel that computes row by row and decides about nulls itself. */
  static BoundCall.Kernel lenient(Rows.Function function) {
    return c -> Rows.lenient(c.arguments(), c.argumentTypes(), c.type(), function);
  }
}
