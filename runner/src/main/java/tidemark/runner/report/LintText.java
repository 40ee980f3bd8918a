package tidemark.runner.report;

import java.util.List;
import tidemark.runner.compat.Change;
import tidemark.runner.report.LintReport.ComparedPlan;
import tidemark.runner.report.LintReport.LintedFile;

/** What lint found, for people. */
public final class LintText {
  private LintText() {}

  /** The whole report. */
  public static String of(LintReport report, Screen screen) {
    StringBuilder text = new StringBuilder();
    report.files().forEach(file -> text.append(findings(file, screen)));
    report.comparison().ifPresent(compared -> text.append(changes(compared, screen)));
    return text.toString();
  }

  private static String findings(LintedFile file, Screen screen) {
    StringBuilder text = new StringBuilder();
    DiagnosticText render = new DiagnosticText(file.texts(), file.mask(), screen);
    file.found().forEach(diagnostic -> text.append(render.of(diagnostic)));
    return text.append(file.file())
        .append(": ")
        .append(file.found().isEmpty() ? "ok" : DiagnosticText.count(file.found()))
        .append('\n')
        .toString();
  }

  private static String changes(ComparedPlan compared, Screen screen) {
    StringBuilder text = new StringBuilder();
    ChangeText render = new ChangeText(compared.file().texts(), compared.file().mask(), screen);
    for (Change change : compared.changes()) {
      text.append(render.of(change));
      if (compared.accepted().contains(change.id())) {
        text.append("      | accepted\n");
      }
    }
    List<Change> changes = compared.changes();
    text.append(compared.file().file()).append(" against ").append(compared.against()).append(": ");
    if (changes.isEmpty()) {
      return text.append("nothing changed in meaning\n").toString();
    }
    text.append(LintReport.count(changes));
    long failing = changes.stream().filter(compared::fails).count();
    text.append(
        failing == 0
            ? "; a run goes on"
            : "; policy " + compared.policy().word() + " lets " + failing + " not through");
    return text.append('\n').toString();
  }
}
