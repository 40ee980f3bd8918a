package tidemark.runner.compile;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tidemark.operators.expr.Expression;
import tidemark.operators.expr.Expressions;
import tidemark.operators.plan.JoinKey;
import tidemark.operators.plan.Side;

/**
 * The condition of a join taken apart: all parts must be true for two rows to be partners.
 *
 * @param keys equalities of a value of the left row and one of the right row
 * @param left what reads the left row only, over its columns
 * @param right what reads the right row only, over its columns
 * @param rest everything else, over {@code left.a} and {@code right.b}; also what depends on the
 *     batch's time
 */
record MatchParts(
    List<JoinKey> keys, List<Expression> left, List<Expression> right, List<Expression> rest) {
  MatchParts {
    keys = List.copyOf(keys);
    left = List.copyOf(left);
    right = List.copyOf(right);
    rest = List.copyOf(rest);
  }

  /** The parts of a condition whose columns are {@code left.a} and {@code right.b}. */
  static MatchParts of(Expression match) {
    List<JoinKey> keys = new ArrayList<>();
    List<Expression> left = new ArrayList<>();
    List<Expression> right = new ArrayList<>();
    List<Expression> rest = new ArrayList<>();
    for (Expression condition : Expressions.conjuncts(match)) {
      Set<Side> sides = sides(condition);
      Optional<JoinKey> key = MatchConditions.key(condition);
      if (key.isPresent()) {
        keys.add(key.get());
      } else if (sides.size() != 1 || !Expressions.isDeterministic(condition)) {
        rest.add(condition);
      } else if (sides.contains(Side.LEFT)) {
        left.add(Side.LEFT.local(condition));
      } else {
        right.add(Side.RIGHT.local(condition));
      }
    }
    return new MatchParts(keys, left, right, rest);
  }

  /** What reads only rows of this side. */
  List<Expression> only(Side side) {
    return side == Side.LEFT ? left : right;
  }

  /** The sides whose columns an expression over a pair reads. */
  static Set<Side> sides(Expression expression) {
    Set<Side> sides = EnumSet.noneOf(Side.class);
    for (String name : Expressions.columns(expression)) {
      sides.add(name.startsWith(Side.LEFT.qualified("")) ? Side.LEFT : Side.RIGHT);
    }
    return sides;
  }
}
