package tidemark.operators.expr.compile;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;
import tidemark.operators.expr.Call;
import tidemark.operators.expr.Cast;
import tidemark.operators.expr.EvaluationContext;
import tidemark.operators.expr.Expression;
import tidemark.operators.expr.ExpressionErrors;
import tidemark.operators.expr.Expressions;
import tidemark.operators.expr.Place;
import tidemark.operators.expr.bind.ConstantArguments;
import tidemark.operators.expr.bind.Folding;
import tidemark.operators.types.SimpleType;

/** Tries what is constant in an expression, so that it cannot fail on the first row. */
final class ConstantParts {
  /** These may never come to what follows their first argument. */
  private static final Set<String> LAZY = Set.of("coalesce", "nvl", "ifnull", "nvl2", "if");

  /**
   * These come to constants there, which are computed before the first row, but not for each row.
   */
  private static final Set<String> SHORT = Set.of("and", "or");

  private final EvaluationContext context;
  private final ExpressionErrors errors;

  /** What has been tried, and where it stands; the rest has been put in by typing rules. */
  private final Map<Expression, Place> tried = new IdentityHashMap<>();

  ConstantParts(EvaluationContext context, ExpressionErrors errors) {
    this.context = context;
    this.errors = errors;
  }

  /** Whether the argument that follows these may never be computed. */
  static boolean mayStopBefore(String function, List<Expression> arguments) {
    return !arguments.isEmpty()
        && (LAZY.contains(function)
            || SHORT.contains(function) && Expressions.isConstant(arguments.get(0)));
  }

  /** Whether rows may not reach the argument that follows these. */
  static boolean maySkip(String function, List<Expression> arguments) {
    return !arguments.isEmpty() && SHORT.contains(function);
  }

  /** False if each row fails, since all reach the expression: that is reported. */
  boolean work(Expression expression, Place place) {
    return work(expression, place, true);
  }

  /** False if a constant in an expression fails that only some rows reach: that is reported. */
  boolean constantsWork(Expression expression, Place place) {
    return work(expression, place, false);
  }

  private boolean work(Expression expression, Place place, boolean reached) {
    boolean works =
        Expressions.isConstant(expression)
            ? computes(expression, place)
            : partsWork(expression, place, reached);
    tried.put(expression, place);
    return works;
  }

  private boolean computes(Expression constant, Place place) {
    Optional<Failure> failure = Folding.failure(constant, context);
    failure.ifPresent(f -> report(f, place));
    return failure.isEmpty();
  }

  private boolean partsWork(Expression expression, Place place, boolean reached) {
    if (expression instanceof Cast cast) {
      return cast.mode() == Cast.Mode.TRYING
          || tried.containsKey(cast.operand())
          || partsWork(cast.operand(), place, reached);
    }
    if (!(expression instanceof Call call) || call.function().startsWith("try_")) {
      return true; // of CASE no part need be reached
    }
    List<Expression> arguments = call.arguments();
    for (int i = 0; i < arguments.size(); i++) {
      Expression argument = arguments.get(i);
      boolean works =
          tried.containsKey(argument)
              || mayStopBefore(call.function(), arguments.subList(0, i))
              || (Expressions.isConstant(argument)
                  ? !isReadText(argument) || computes(argument, place(argument, place))
                  : partsWork(argument, place, reached));
      if (!works) {
        return false;
      }
    }
    Optional<ConstantArguments.Problem> problem =
        reached ? ConstantArguments.problem(call, context) : Optional.empty();
    problem.ifPresent(p -> report(p.failure(), place(arguments.get(p.argument()), place)));
    return problem.isEmpty();
  }

  /** Of the casts that typing rules put in, only those of texts can fail. */
  private static boolean isReadText(Expression constant) {
    return constant instanceof Cast cast && cast.operand().type() == SimpleType.STRING;
  }

  private Place place(Expression part, Place otherwise) {
    Expression written =
        part instanceof Cast cast && !tried.containsKey(cast) ? cast.operand() : part;
    return tried.getOrDefault(written, otherwise);
  }

  private void report(Failure failure, Place place) {
    errors.error(Code.TM309, place, failure.getMessage(), Optional.of(failure.wayOut()));
  }
}
