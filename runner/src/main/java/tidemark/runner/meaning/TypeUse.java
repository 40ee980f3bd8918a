package tidemark.runner.meaning;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import tidemark.operators.expr.Call;
import tidemark.operators.expr.ColumnReference;
import tidemark.operators.expr.Expression;
import tidemark.operators.expr.Expressions;
import tidemark.operators.types.DataType;
import tidemark.operators.types.SimpleType;

/**
 * The types that the value of an expression depends on beside the values themselves: a wider type
 * that holds them all gives another value then.
 */
final class TypeUse {
  /** Of one number as {@code int} and as {@code bigint} they are different. */
  private static final Set<String> TYPED = Set.of("hash", "xxhash64", "typeof");

  private TypeUse() {}

  /** What a text says behind the expression; empty if it depends on values alone. */
  static String text(Expression expression) {
    List<DataType> types = new ArrayList<>();
    collect(expression, types);
    return types.isEmpty()
        ? ""
        : " by type of " + types.stream().map(DataType::ddl).collect(Collectors.joining(", "));
  }

  private static void collect(Expression expression, List<DataType> types) {
    boolean typed = expression instanceof Call call && TYPED.contains(call.function());
    for (Expression child : Expressions.children(expression)) {
      // A float written in decimals, or beside a double, is not the double of these decimals.
      if (typed || child instanceof ColumnReference && child.type() == SimpleType.FLOAT) {
        types.add(child.type());
      }
      collect(child, types);
    }
  }
}
