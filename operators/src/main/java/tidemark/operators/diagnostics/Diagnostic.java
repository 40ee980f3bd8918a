package tidemark.operators.diagnostics;

import java.util.Optional;

/**
 * One finding: what is wrong, where, and the way out.
 *
 * @param message one sentence, names quoted with backticks
 * @param hint the way out (a suggestion, the line to paste), shown under the marked code
 */
public record Diagnostic(
    Code code, Severity severity, Span span, String message, Optional<String> hint) {
  /** An error with a way out. */
  public static Diagnostic error(Code code, Span span, String message, String hint) {
    return new Diagnostic(code, Severity.ERROR, span, message, Optional.of(hint));
  }

  /** An error whose message says all. */
  public static Diagnostic error(Code code, Span span, String message) {
    return new Diagnostic(code, Severity.ERROR, span, message, Optional.empty());
  }

  /** A warning with a way out. */
  public static Diagnostic warning(Code code, Span span, String message, String hint) {
    return new Diagnostic(code, Severity.WARNING, span, message, Optional.of(hint));
  }
}
