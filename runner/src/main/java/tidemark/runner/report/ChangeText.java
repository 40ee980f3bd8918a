package tidemark.runner.report;

import java.util.function.UnaryOperator;
import tidemark.operators.diagnostics.Severity;
import tidemark.runner.compat.Change;
import tidemark.runner.yaml.SourceTexts;

/**
 * Changes as people read them: place, code and verdict, what changed, and below the marked line why
 * and what can be done.
 *
 * @param texts what the places point into
 * @param mask hides what must not be shown
 */
public record ChangeText(SourceTexts texts, UnaryOperator<String> mask) {
  /** One change, each line ended. */
  public String of(Change change) {
    return new DiagnosticText(texts, mask)
        .of(
            change.now(),
            Severity.ERROR,
            change.verdict().word() + " " + change.code(),
            change.id() + ": " + change.change(),
            LintReport.details(change));
  }
}
