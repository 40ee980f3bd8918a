package tidemark.runner.report;

import tidemark.operators.diagnostics.Span;

/** What lint found as workflow commands, which show it at the lines of a pull request. */
public final class LintGithub {
  private LintGithub() {}

  /** A line a finding; what means nothing is left out. */
  public static String of(LintReport report) {
    StringBuilder text = new StringBuilder();
    for (Finding finding : Finding.all(report)) {
      if (finding.level() != Finding.Level.NONE) {
        text.append(command(finding)).append('\n');
      }
    }
    return text.toString();
  }

  private static String command(Finding finding) {
    String word =
        switch (finding.level()) {
          case ERROR -> "error";
          case WARNING -> "warning";
          case NOTE, NONE -> "notice";
        };
    Span span = finding.span();
    StringBuilder text = new StringBuilder("::" + word + " file=" + property(span.file()));
    if (span.line() > 0) {
      text.append(",line=").append(span.line()).append(",col=").append(span.column());
      text.append(",endColumn=").append(span.column() + Math.max(1, span.length()));
    }
    return text.append(",title=")
        .append(property(finding.code().name()))
        .append("::")
        .append(data(finding.text()))
        .toString();
  }

  private static String data(String text) {
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A");
  }

  private static String property(String text) {
    return data(text).replace(":", "%3A").replace(",", "%2C");
  }
}
