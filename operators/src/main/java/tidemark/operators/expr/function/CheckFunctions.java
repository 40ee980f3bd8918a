package tidemark.operators.expr.function;

import static tidemark.operators.expr.function.Define.function;

import java.util.List;
import tidemark.operators.expr.kernel.ColumnSink;
import tidemark.operators.expr.kernel.Failures;
import tidemark.operators.expr.kernel.Row;
import tidemark.operators.types.SimpleType;

/** Functions that stop the run on purpose. */
final class CheckFunctions {
  private static final String WAY_OUT = "correct the data, or the condition that must hold";

  private CheckFunctions() {}

  static List<FunctionDefinition> all() {
    return List.of(
        function(
            "raise_error",
            "raise_error(message)",
            "Fails with the message.",
            "if(1 > 2, raise_error('no'), 'fine') -> fine",
            Rules.takes(Parameter.STRING).mayGive(SimpleType.VOID),
            Define.lenient(CheckFunctions::raise)),
        function(
            "assert_true",
            "assert_true(condition [, message])",
            "Null if the condition is true; else fails with the message.",
            "assert_true(1 < 2) -> NULL",
            Rules.takesAtLeast(1, Parameter.BOOLEAN, Parameter.STRING).mayGive(SimpleType.VOID),
            Define.lenient(CheckFunctions::check)));
  }

  private static void raise(Row in, ColumnSink out) {
    throw Failures.argument("raise_error", in.isNull(0) ? "null" : in.stringAt(0), WAY_OUT);
  }

  private static void check(Row in, ColumnSink out) {
    if (!in.isNull(0) && in.booleanAt(0)) {
      out.setNull(in.position());
      return;
    }
    boolean said = in.count() > 1 && !in.isNull(1);
    throw Failures.argument(
        "assert_true", said ? in.stringAt(1) : "the condition is not true", WAY_OUT);
  }
}
