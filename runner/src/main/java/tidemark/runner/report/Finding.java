package tidemark.runner.report;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostic;
import tidemark.operators.diagnostics.Severity;
import tidemark.operators.diagnostics.Span;
import tidemark.runner.compat.Change;
import tidemark.runner.compat.Verdict;
import tidemark.runner.report.LintReport.ComparedPlan;
import tidemark.runner.report.LintReport.LintedFile;

/**
 * A diagnostic or a change, as the tools of others want it.
 *
 * @param name the change's id, or the code
 * @param message one line
 * @param details further lines
 */
record Finding(
    Code code, Level level, Span span, String name, String message, List<String> details) {
  Finding {
    details = List.copyOf(details);
  }

  /** How much it matters. */
  enum Level {
    ERROR,
    WARNING,
    NOTE,
    NONE
  }

  /** Message and details, a line each. */
  String text() {
    List<String> lines = new ArrayList<>();
    lines.add(message);
    lines.addAll(details);
    return String.join("\n", lines);
  }

  /** All findings of a report, changes last; masked. */
  static List<Finding> all(LintReport report) {
    List<Finding> all = new ArrayList<>();
    for (LintedFile file : report.files()) {
      file.found().forEach(d -> all.add(of(d, file.mask())));
    }
    report.comparison().ifPresent(c -> c.changes().forEach(change -> all.add(of(change, c))));
    return all;
  }

  private static Finding of(Diagnostic diagnostic, UnaryOperator<String> mask) {
    return new Finding(
        diagnostic.code(),
        diagnostic.severity() == Severity.ERROR ? Level.ERROR : Level.WARNING,
        diagnostic.span(),
        diagnostic.code().name(),
        mask.apply(diagnostic.message()),
        diagnostic.hint().map(mask).map(h -> h.lines().toList()).orElse(List.of()));
  }

  private static Finding of(Change change, ComparedPlan compared) {
    UnaryOperator<String> mask = compared.file().mask();
    Level level =
        compared.fails(change)
            ? Level.ERROR
            : switch (change.verdict()) {
              case REFUSED, SHIFTS_RESULTS -> Level.WARNING;
              case MIGRATES, SAFE -> Level.NOTE;
              case SAME -> Level.NONE;
            };
    return new Finding(
        change.code(),
        level,
        change.now(),
        change.id(),
        mask.apply(change.id() + " (" + word(change.verdict()) + "): " + change.change()),
        LintReport.details(change).stream().map(mask).toList());
  }

  private static String word(Verdict verdict) {
    return verdict.word();
  }
}
