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
  /** In the order of files, lines and columns; findings of one place by their codes. */
  public static int compareByPlace(Diagnostic one, Diagnostic other) {
    int files = one.span.file().compareTo(other.span.file());
    int lines = files != 0 ? files : Integer.compare(one.span.line(), other.span.line());
    int columns = lines != 0 ? lines : Integer.compare(one.span.column(), other.span.column());
    return columns != 0 ? columns : one.code.name().compareTo(other.code.name());
  }

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
