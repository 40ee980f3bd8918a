package tidemark.operators.expr.function;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import tidemark.operators.expr.kernel.Arithmetic;
import tidemark.operators.expr.kernel.Comparison;
import tidemark.operators.expr.kernel.Comparisons;
import tidemark.operators.expr.kernel.Logic;

/** The kernels of the operators; their typing is the compiler's business. */
final class Operators {
  private static final Set<String> SIGNS = Set.of("and", "or", "not", "in", "div");

  private Operators() {}

  static boolean isSign(String name) {
    return SIGNS.contains(name);
  }

  static List<FunctionDefinition> all() {
    List<FunctionDefinition> all = new ArrayList<>();
    for (String sign : List.of("+", "-", "*", "/", "div", "%")) {
      all.add(operator(sign, Operators::arithmetic));
    }
    for (Comparison comparison : Comparison.values()) {
      all.add(
          operator(
              comparison.sign(),
              c -> Comparisons.of(comparison, c.argument(0), c.argument(1), c.argumentType(0))));
    }
    all.add(operator("<=>", c -> Comparisons.nullSafeEqual(c.argument(0), c.argument(1))));
    all.add(operator("and", c -> Logic.and(c.argument(0), c.argument(1))));
    all.add(operator("or", c -> Logic.or(c.argument(0), c.argument(1))));
    all.add(operator("not", c -> Logic.not(c.argument(0))));
    all.add(operator("isnull", c -> Logic.isNull(c.argument(0), true)));
    all.add(operator("isnotnull", c -> Logic.isNull(c.argument(0), false)));
    return all;
  }

  private static FunctionDefinition operator(String sign, BoundCall.Kernel kernel) {
    return new FunctionDefinition(
        List.of(sign), "a " + sign + " b", "operator", "", a -> Typing.unfit(), kernel);
  }

  private static tidemark.operators.expr.Evaluator arithmetic(BoundCall c) {
    return Arithmetic.of(
        c.name(), c.argument(0), c.argument(1), c.argumentType(0), c.argumentType(1), c.type());
  }
}
