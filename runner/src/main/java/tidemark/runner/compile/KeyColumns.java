package tidemark.runner.compile;

import java.util.Locale;
import java.util.Optional;
import tidemark.operators.expr.function.LeftOut;

/** What to say of a list of an aggregation's keys that holds an expression instead of a column. */
final class KeyColumns {
  private KeyColumns() {}

  /** The way out; empty for what may be a misspelt name. */
  static Optional<String> wayOut(String written) {
    int bracket = written.indexOf('(');
    if (bracket <= 0) {
      return Optional.empty();
    }
    String function = written.substring(0, bracket).strip().toLowerCase(Locale.ROOT);
    return LeftOut.find(function)
        .map(LeftOut::wayOut)
        .or(
            () ->
                Optional.of(
                    "a list holds columns; name an expression: `by: {NAME: \"" + written + "\"}`"));
  }
}
