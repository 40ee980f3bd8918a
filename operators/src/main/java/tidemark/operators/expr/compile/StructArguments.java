package tidemark.operators.expr.compile;

import java.util.ArrayList;
import java.util.List;
import tidemark.operators.expr.ColumnReference;
import tidemark.operators.expr.Expression;
import tidemark.operators.expr.FieldAccess;
import tidemark.operators.expr.Lambda;
import tidemark.operators.expr.Literal;
import tidemark.operators.expr.syntax.Syntax;

/** Gives the fields of {@code struct(…)} their names, so that it becomes {@code named_struct}. */
final class StructArguments {
  private StructArguments() {}

  /** For {@code struct}, a name before each argument; other functions keep what they have. */
  static List<Expression> named(Syntax.Function function, List<Expression> arguments) {
    if (!function.name().equals("struct")) {
      return arguments;
    }
    List<Expression> all = new ArrayList<>();
    for (int i = 0; i < arguments.size(); i++) {
      String name = function.argumentNames().get(i);
      all.add(Literal.of(name.isEmpty() ? nameOf(function, arguments.get(i), i) : name));
      all.add(arguments.get(i));
    }
    return all;
  }

  private static String nameOf(Syntax.Function function, Expression e, int position) {
    if (e instanceof Lambda.Variable
        && function.arguments().get(position) instanceof Syntax.Name n) {
      return n.name();
    }
    if (e instanceof ColumnReference column) {
      return column.name().substring(column.name().lastIndexOf('.') + 1);
    }
    return e instanceof FieldAccess access ? access.field() : "col" + (position + 1);
  }
}
