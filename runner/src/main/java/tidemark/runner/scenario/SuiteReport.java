package tidemark.runner.scenario;

import java.util.List;
import java.util.Locale;

/** Shows how tests ended: a line each, what differs, and a last line that counts. */
public final class SuiteReport {
  private SuiteReport() {}

  /** A test's line, and what differs below it. */
  public static String text(TestResult result) {
    String line =
        String.format(
            Locale.ROOT,
            "%s %s: %s (%.2f s)",
            result.passed() ? "ok  " : "FAIL",
            result.suite(),
            result.test(),
            result.millis() / 1000.0);
    return result.failure().map(f -> line + "\n" + indented(f)).orElse(line);
  }

  /** The last line. */
  public static String summary(List<TestResult> results) {
    long passed = results.stream().filter(TestResult::passed).count();
    return passed + " passed, " + (results.size() - passed) + " failed";
  }

  /** The results as a JUnit XML document, one suite a file. */
  public static String junit(List<TestResult> results) {
    StringBuilder xml = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    xml.append(
        String.format(
            Locale.ROOT,
            "<testsuites tests=\"%d\" failures=\"%d\" time=\"%s\">%n",
            results.size(),
            failures(results),
            seconds(results)));
    results.stream()
        .map(TestResult::suite)
        .distinct()
        .forEach(
            suite ->
                suite(xml, suite, results.stream().filter(r -> r.suite().equals(suite)).toList()));
    return xml.append("</testsuites>\n").toString();
  }

  private static void suite(StringBuilder xml, String suite, List<TestResult> results) {
    xml.append(
        String.format(
            Locale.ROOT,
            "  <testsuite name=\"%s\" tests=\"%d\" failures=\"%d\" time=\"%s\">%n",
            escaped(suite),
            results.size(),
            failures(results),
            seconds(results)));
    for (TestResult result : results) {
      String open =
          String.format(
              Locale.ROOT,
              "    <testcase classname=\"%s\" name=\"%s\" time=\"%s\"",
              escaped(suite),
              escaped(result.test()),
              seconds(List.of(result)));
      String body =
          result
              .failure()
              .map(
                  f ->
                      ">\n      <failure message=\""
                          + escaped(f.lines().findFirst().orElse(""))
                          + "\">"
                          + escaped(f)
                          + "</failure>\n    </testcase>\n")
              .orElse("/>\n");
      xml.append(open).append(body);
    }
    xml.append("  </testsuite>\n");
  }

  private static long failures(List<TestResult> results) {
    return results.stream().filter(r -> !r.passed()).count();
  }

  private static String seconds(List<TestResult> results) {
    long millis = results.stream().mapToLong(TestResult::millis).sum();
    return String.format(Locale.ROOT, "%.3f", millis / 1000.0);
  }

  private static String escaped(String text) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '&' -> out.append("&amp;");
        case '<' -> out.append("&lt;");
        case '>' -> out.append("&gt;");
        case '"' -> out.append("&quot;");
        default -> out.append(c < 0x20 && c != '\n' && c != '\t' ? '\uFFFD' : c);
      }
    }
    return out.toString();
  }

  private static String indented(String text) {
    return text.lines().map(l -> "       " + l).reduce((a, b) -> a + "\n" + b).orElse("");
  }
}
