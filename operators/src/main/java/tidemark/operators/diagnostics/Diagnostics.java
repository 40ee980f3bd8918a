package tidemark.operators.diagnostics;

import java.util.ArrayList;
import java.util.List;

/**
 * A growing list of findings of one compilation: everything is reported at once, sorted by place.
 */
public final class Diagnostics {
  private final List<Diagnostic> found = new ArrayList<>();

  /** Adds a finding; an equal one is not added twice. */
  public void add(Diagnostic diagnostic) {
    if (!found.contains(diagnostic)) {
      found.add(diagnostic);
    }
  }

  /** Adds an error with a way out. */
  public void error(Code code, Span span, String message, String hint) {
    add(Diagnostic.error(code, span, message, hint));
  }

  /** Adds an error. */
  public void error(Code code, Span span, String message) {
    add(Diagnostic.error(code, span, message));
  }

  /** Adds a warning with a way out. */
  public void warning(Code code, Span span, String message, String hint) {
    add(Diagnostic.warning(code, span, message, hint));
  }

  public boolean hasErrors() {
    return found.stream().anyMatch(d -> d.severity() == Severity.ERROR);
  }

  /** All findings, by file, line and column. */
  public List<Diagnostic> sorted() {
    List<Diagnostic> sorted = new ArrayList<>(found);
    sorted.sort(Diagnostic::compareByPlace);
    return List.copyOf(sorted);
  }
}
