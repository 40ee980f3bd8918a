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
 * @param screen what they are printed on
 */
public record ChangeText(SourceTexts texts, UnaryOperator<String> mask, Screen screen) {
  /** Without colours. */
  public ChangeText(SourceTexts texts, UnaryOperator<String> mask) {
    this(texts, mask, Screen.PLAIN);
  }

  /** One change, each line ended. */
  public String of(Change change) {
    return new DiagnosticText(texts, mask, screen)
        .of(
            change.now(),
            Severity.ERROR,
            change.verdict().word() + " " + change.code(),
            change.id() + ": " + change.change(),
            LintReport.details(change));
  }
}
