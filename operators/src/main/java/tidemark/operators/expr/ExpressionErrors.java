package tidemark.operators.expr;

import java.util.Optional;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Written;

/**
 * Where a compiler reports the user's mistakes; it goes on after each as far as it can. Knows where
 * the text stands.
 */
public interface ExpressionErrors {
  /**
   * @param place the part of the text that is wrong
   * @param message one sentence, names quoted with backticks
   * @param hint the way out
   */
  void error(Code code, Place place, String message, Optional<String> hint);

  /** Where a part of the text is written in a pipeline; empty if the text stands in none. */
  default Optional<Written> written(Place place) {
    return Optional.empty();
  }
}
