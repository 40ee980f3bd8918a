package tidemark.operators.expr.kernel;

import java.time.DateTimeException;
import tidemark.operators.diagnostics.Failure;
import tidemark.operators.expr.Evaluator;

/**
 * Lets a row fail where its values bring an operation to an end that is not foreseen: a number or a
 * time that overflows, a text that is too long for a pattern that backtracks.
 */
public final class Guarded {
  private Guarded() {}

  /** The operation of that name, whose unforeseen ends are failures of a row. */
  public static Evaluator of(String name, Evaluator operation) {
    if (operation instanceof Constant) {
      return operation;
    }
    return (batch, rows) -> {
      try {
        return operation.evaluate(batch, rows);
      } catch (ArithmeticException e) {
        throw failure(name, "the result overflows its type");
      } catch (DateTimeException e) {
        throw failure(name, "the result is no date or time that there is");
      } catch (StackOverflowError e) {
        throw failure(name, "its values take too deep a recursion, such as a text that is long");
      }
    };
  }

  private static Failure failure(String name, String reason) {
    return Failures.argument(name, reason, "correct the data, or leave such rows out");
  }
}
