package tidemark.runner.lsp;

import org.eclipse.lsp4j.Diagnostic;
import org.eclipse.lsp4j.DiagnosticSeverity;
import tidemark.operators.diagnostics.Severity;
import tidemark.operators.diagnostics.Span;
import tidemark.runner.yaml.SourceText;

/** Findings as the protocol shows them. */
final class Findings {
  private Findings() {}

  /** A finding; one in a file that this one names stands at its top, with its place in front. */
  static Diagnostic shown(tidemark.operators.diagnostics.Diagnostic finding, SourceText text) {
    boolean own = finding.span().file().equals(text.file());
    Span place = own ? finding.span() : Span.ofFile(text.file());
    String message = (own ? "" : finding.span() + ": ") + finding.message();
    String hint = finding.hint().map(h -> "\n" + h).orElse("");
    Diagnostic shown = new Diagnostic(Positions.range(text, place), message + hint);
    shown.setCode(finding.code().name());
    shown.setSource("tidemark");
    shown.setSeverity(
        finding.severity() == Severity.ERROR
            ? DiagnosticSeverity.Error
            : DiagnosticSeverity.Warning);
    return shown;
  }
}
