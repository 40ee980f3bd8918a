package tidemark.operators.lowering;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import tidemark.operators.connector.Condition;
import tidemark.operators.connector.Condition.Test;
import tidemark.operators.expr.Call;
import tidemark.operators.expr.Cast;
import tidemark.operators.expr.ColumnReference;
import tidemark.operators.expr.EvaluationContext;
import tidemark.operators.expr.Expression;
import tidemark.operators.expr.Expressions;
import tidemark.operators.expr.Literal;
import tidemark.operators.expr.bind.Folding;
import tidemark.operators.types.DataType;
import tidemark.operators.types.Schema;
import tidemark.operators.types.SimpleType;

/** The parts of a scan's filter that a reader can hold against what a file says of its rows. */
public final class ReadConditions {
  private static final Map<String, Test> TESTS =
      Map.of(
          "=", Test.EQUAL,
          "<", Test.LESS,
          "<=", Test.AT_MOST,
          ">", Test.GREATER,
          ">=", Test.AT_LEAST);
  private static final Map<Test, Test> MIRRORED =
      Map.of(
          Test.EQUAL, Test.EQUAL,
          Test.LESS, Test.GREATER,
          Test.AT_MOST, Test.AT_LEAST,
          Test.GREATER, Test.LESS,
          Test.AT_LEAST, Test.AT_MOST);

  private ReadConditions() {}

  /** Conditions that are true of every row for which the filter is true. */
  public static List<Condition> of(Expression filter, Schema schema, EvaluationContext context) {
    List<Condition> found = new ArrayList<>();
    for (Expression part : Expressions.conjuncts(filter)) {
      if (part instanceof Call call) {
        condition(call, schema, context).ifPresent(found::add);
      }
    }
    return found;
  }

  private static Optional<Condition> condition(
      Call call, Schema schema, EvaluationContext context) {
    if (call.function().equals("isnull") || call.function().equals("isnotnull")) {
      Test test = call.function().equals("isnull") ? Test.IS_NULL : Test.IS_NOT_NULL;
      OptionalInt column = column(call.arguments().get(0), schema);
      return column.isPresent()
          ? Optional.of(Condition.ofNull(column.getAsInt(), test))
          : Optional.empty();
    }
    Test test = TESTS.get(call.function());
    if (test == null) {
      return Optional.empty();
    }
    Expression left = call.arguments().get(0);
    Expression right = call.arguments().get(1);
    return Expressions.isConstant(right)
        ? comparison(left, test, right, schema, context)
        : Expressions.isConstant(left)
            ? comparison(right, MIRRORED.get(test), left, schema, context)
            : Optional.empty();
  }

  private static Optional<Condition> comparison(
      Expression tested, Test test, Expression constant, Schema schema, EvaluationContext context) {
    OptionalInt column = column(tested, schema);
    Optional<Literal> value = Folding.value(constant, context);
    if (column.isEmpty() || value.isEmpty() || value.get().value() == null) {
      return Optional.empty();
    }
    Object plain = value.get().value();
    boolean isComparable =
        plain instanceof Long || plain instanceof Double || plain instanceof String;
    return isComparable
        ? Optional.of(new Condition(column.getAsInt(), test, plain))
        : Optional.empty();
  }

  /** The column, also where it was widened to the constant's whole numbers. */
  private static OptionalInt column(Expression tested, Schema schema) {
    if (tested instanceof Cast cast
        && cast.mode() == Cast.Mode.IMPLICIT
        && isWhole(cast.type())
        && isWhole(cast.operand().type())) {
      return column(cast.operand(), schema);
    }
    return tested instanceof ColumnReference column
        ? schema.find(column.name())
        : OptionalInt.empty();
  }

  private static boolean isWhole(DataType type) {
    return type == SimpleType.TINYINT
        || type == SimpleType.SMALLINT
        || type == SimpleType.INT
        || type == SimpleType.BIGINT;
  }
}
