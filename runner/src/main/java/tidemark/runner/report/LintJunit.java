package tidemark.runner.report;

import java.util.List;
import java.util.stream.Stream;
import tidemark.runner.report.LintReport.LintedFile;

/** What lint found as JUnit XML: a suite a file, a case a finding; errors are failures. */
public final class LintJunit {
  private LintJunit() {}

  /** The whole report as one document. */
  public static String of(LintReport report) {
    StringBuilder xml = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    List<Finding> all = Finding.all(report);
    xml.append("<testsuites name=\"tidemark lint\"").append(counts(all)).append(">\n");
    for (LintedFile file : report.files()) {
      suite(file.file(), all.stream().filter(f -> f.span().file().equals(file.file())), xml);
    }
    Stream<Finding> elsewhere =
        all.stream()
            .filter(f -> report.files().stream().noneMatch(x -> x.file().equals(f.span().file())));
    List<Finding> others = elsewhere.toList();
    if (!others.isEmpty()) {
      suite("other files", others.stream(), xml);
    }
    return xml.append("</testsuites>\n").toString();
  }

  private static void suite(String name, Stream<Finding> findings, StringBuilder xml) {
    List<Finding> all = findings.toList();
    xml.append("  <testsuite name=\"").append(escaped(name)).append('"').append(counts(all));
    xml.append(">\n");
    if (all.isEmpty()) {
      xml.append("    <testcase classname=\"")
          .append(escaped(name))
          .append("\" name=\"no findings\"/>\n");
    }
    all.forEach(finding -> testcase(name, finding, xml));
    xml.append("  </testsuite>\n");
  }

  private static void testcase(String suite, Finding finding, StringBuilder xml) {
    xml.append("    <testcase classname=\"")
        .append(escaped(suite))
        .append("\" name=\"")
        .append(escaped(finding.name() + " at " + finding.span()))
        .append("\">\n      ");
    if (finding.level() == Finding.Level.ERROR) {
      xml.append("<failure type=\"")
          .append(finding.code())
          .append("\" message=\"")
          .append(escaped(finding.message()))
          .append("\">")
          .append(escaped(finding.text()))
          .append("</failure>");
    } else {
      xml.append("<system-out>").append(escaped(finding.text())).append("</system-out>");
    }
    xml.append("\n    </testcase>\n");
  }

  private static String counts(List<Finding> findings) {
    long failures = findings.stream().filter(f -> f.level() == Finding.Level.ERROR).count();
    return " tests=\"" + Math.max(1, findings.size()) + "\" failures=\"" + failures + "\"";
  }

  private static String escaped(String text) {
    StringBuilder out = new StringBuilder();
    text.codePoints()
        .forEach(
            c -> {
              switch (c) {
                case '&' -> out.append("&amp;");
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '"' -> out.append("&quot;");
                case '\n' -> out.append("&#10;");
                default -> out.appendCodePoint(isXml(c) ? c : 0xFFFD);
              }
            });
    return out.toString();
  }

  private static boolean isXml(int c) {
    return c == '\t' || c >= 0x20 && c <= 0xD7FF || c >= 0xE000 && c <= 0xFFFD || c >= 0x10000;
  }
}
