package tidemark.operators.expr;

import java.util.Optional;
import tidemark.operators.diagnostics.Code;

/** Where a compiler reports the user's mistakes; it goes on after each as far as it can. */
public interface ExpressionErrors {
  /**
   * @param place the part of the text that is wrong
   * @param message one sentence, names quoted with backticks
   * @param hint the way out
   */
  void error(Code code, Place place, String message, Optional<String> hint);
}
