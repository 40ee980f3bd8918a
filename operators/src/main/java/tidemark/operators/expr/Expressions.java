package tidemark.operators.expr;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import tidemark.operators.diagnostics.Written;

/** Questions about expressions and rewritings of them. */
public final class Expressions {
  private Expressions() {}

  /** The expressions directly inside. */
  public static List<Expression> children(Expression expression) {
    if (expression instanceof Call call) {
      return call.arguments();
    }
    if (expression instanceof Cast cast) {
      return List.of(cast.operand());
    }
    if (expression instanceof FieldAccess access) {
      return List.of(access.struct());
    }
    if (expression instanceof Case choice) {
      List<Expression> all = new ArrayList<>();
      choice
          .branches()
          .forEach(
              b -> {
                all.add(b.when());
                all.add(b.then());
              });
      all.add(choice.otherwise());
      return List.copyOf(all);
    }
    return expression instanceof Lambda lambda ? List.of(lambda.body()) : List.of();
  }

  /** Where the user wrote the operation that the expression is, if that is known. */
  public static Optional<Written> written(Expression expression) {
    if (expression instanceof Call call) {
      return call.written();
    }
    return expression instanceof Cast cast ? cast.written() : Optional.empty();
  }

  /** The expression as written there, unless it says already where it is written. */
  public static Expression at(Written place, Expression expression) {
    if (written(expression).isPresent()) {
      return expression;
    }
    Optional<Written> written = Optional.of(place);
    if (expression instanceof Call call) {
      return new Call(call.function(), call.arguments(), call.type(), call.nullable(), written);
    }
    return expression instanceof Cast cast
        ? new Cast(cast.operand(), cast.type(), cast.mode(), cast.nullable(), written)
        : expression;
  }

  /** The names of the columns that the expression reads, in order of first use. */
  public static Set<String> columns(Expression expression) {
    Set<String> names = new LinkedHashSet<>();
    collect(expression, names);
    return names;
  }

  private static void collect(Expression expression, Set<String> names) {
    if (expression instanceof ColumnReference column) {
      names.add(column.name());
    }
    children(expression).forEach(c -> collect(c, names));
  }

  /** The expression with each named column replaced; names that are not in the map stay. */
  public static Expression substitute(Expression expression, Map<String, Expression> columns) {
    return rewrite(
        expression, e -> e instanceof ColumnReference c ? columns.getOrDefault(c.name(), c) : e);
  }

  /** The expression rewritten from the leaves up. */
  public static Expression rewrite(Expression expression, UnaryOperator<Expression> rule) {
    if (expression instanceof Call call) {
      List<Expression> arguments = call.arguments().stream().map(a -> rewrite(a, rule)).toList();
      return rule.apply(
          new Call(call.function(), arguments, call.type(), call.nullable(), call.written()));
    }
    if (expression instanceof Cast cast) {
      return rule.apply(
          new Cast(
              rewrite(cast.operand(), rule),
              cast.type(),
              cast.mode(),
              cast.nullable(),
              cast.written()));
    }
    if (expression instanceof FieldAccess access) {
      return rule.apply(
          new FieldAccess(
              rewrite(access.struct(), rule),
              access.field(),
              access.position(),
              access.type(),
              access.nullable()));
    }
    if (expression instanceof Case choice) {
      List<Case.Branch> branches =
          choice.branches().stream()
              .map(b -> new Case.Branch(rewrite(b.when(), rule), rewrite(b.then(), rule)))
              .toList();
      return rule.apply(
          new Case(branches, rewrite(choice.otherwise(), rule), choice.type(), choice.nullable()));
    }
    if (expression instanceof Lambda lambda) {
      return rule.apply(new Lambda(lambda.parameters(), rewrite(lambda.body(), rule)));
    }
    return rule.apply(expression);
  }

  /** True if the expression reads no column and does not depend on the batch's time. */
  public static boolean isConstant(Expression expression) {
    return !(expression instanceof ColumnReference)
        && !(expression instanceof Lambda.Variable)
        && isDeterministic(expression)
        && children(expression).stream().allMatch(Expressions::isConstant);
  }

  /**
   * True if the value depends on the row alone; false if it also depends on the batch's time, so
   * that moving the expression into another batch would change it.
   */
  public static boolean isDeterministic(Expression expression) {
    boolean here = !(expression instanceof Call call && call.function().startsWith("current_"));
    return here && children(expression).stream().allMatch(Expressions::isDeterministic);
  }

  /** The conditions that all must be true for the condition to be true. */
  public static List<Expression> conjuncts(Expression condition) {
    if (condition instanceof Call call && call.function().equals("and")) {
      List<Expression> all = new ArrayList<>(conjuncts(call.arguments().get(0)));
      all.addAll(conjuncts(call.arguments().get(1)));
      return List.copyOf(all);
    }
    return List.of(condition);
  }
}
