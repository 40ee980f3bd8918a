package tidemark.runner.compile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import tidemark.operators.diagnostics.Severity;
import tidemark.runner.layout.Layout;
import tidemark.runner.reader.PipelineReader;
import tidemark.runner.reader.Read;
import tidemark.runner.reader.ReadOptions;
import tidemark.runner.reader.SuiteRead;
import tidemark.runner.reader.SuiteReader;
import tidemark.runner.spec.StepSpec;

/**
 * The pipelines of the recorded cases, where they are at hand: accepted, or refused with reason.
 */
class GoldenPipelinesTest {
  private static final List<String> AREAS =
      List.of(
          "aggregate",
          "chained",
          "crash-recovery",
          "generated",
          "groupby",
          "parse-csv",
          "parse-json",
          "parse-text",
          "restart",
          "sink",
          "sort-limit",
          "stateless",
          "trigger",
          "union",
          "watermark",
          "window-session",
          "window-sliding",
          "window-tumbling");

  /** Why each case of the area {@code refused} is refused. */
  private static final Map<String, String> REASONS =
      Map.ofEntries(
          Map.entry("agg-non-grouped-column-refused", "TM308"),
          Map.entry("agg-sum-of-boolean-refused", "TM306"),
          Map.entry("agg-two-aggregations-complete-refused", "TM410"),
          Map.entry("agg-unknown-column-refused", "TM304"),
          Map.entry("agg-unknown-function-refused", "TM303"),
          Map.entry("dedup-complete-refused", "TM402"),
          Map.entry("dedup-within-watermark-no-watermark-refused", "TM412"),
          Map.entry("groupby-append-refused", "TM401"),
          Map.entry("join-left-no-time-range-refused", "TM414"),
          Map.entry("join-left-update-refused", "TM413"),
          Map.entry("join-left-watermark-left-only-refused", "TM412"),
          Map.entry("session-append-no-watermark-refused", "TM401"),
          Map.entry("session-update-refused", "TM403"),
          Map.entry("sliding-append-no-watermark-refused", "TM401"),
          Map.entry("sliding-slide-larger-than-size-refused", "TM404"),
          Map.entry("sort-append-refused", "TM408"),
          Map.entry("sort-update-refused", "TM408"),
          Map.entry("stateless-complete-refused", "TM402"),
          Map.entry("stateless-syntax-error-refused", "TM301"),
          Map.entry("stateless-unknown-column-refused", "TM304"),
          Map.entry("stateless-window-function-refused", "TM312"),
          Map.entry("static-join-full", "TM210"),
          Map.entry("static-join-right", "TM210"),
          Map.entry("static-left-join-stream-refused", "TM210"),
          Map.entry("tumbling-append-no-watermark-refused", "TM401"),
          Map.entry("tumbling-negative-size-refused", "TM404"),
          Map.entry("tumbling-one-month-refused", "TM404"),
          Map.entry("tumbling-start-offset-too-large-refused", "TM404"),
          Map.entry("tumbling-zero-size-refused", "TM404"),
          Map.entry("union-different-columns-refused", "TM207"),
          Map.entry("union-one-watermark-second-refused", "TM416"),
          Map.entry("union-with-static-refused", "TM210"),
          Map.entry("watermark-after-aggregate-append-refused", "TM401"),
          Map.entry("watermark-defined-twice-refused", "TM407"),
          Map.entry("watermark-negative-delay-refused", "TM405"),
          Map.entry("watermark-on-missing-column-refused", "TM304"),
          Map.entry("watermark-on-string-refused", "TM406"),
          Map.entry("watermark-on-timestamp-ntz-refused", "TM406"),
          Map.entry("watermark-window-on-other-column-append-refused", "TM401"));

  @TestFactory
  Stream<DynamicTest> pipelinesThatSparkRunsAreAccepted() throws IOException {
    List<DynamicTest> tests = new ArrayList<>();
    for (String area : AREAS) {
      for (Path suite : suites(area)) {
        tests.add(
            dynamicTest(
                area + "/" + suite.getFileName(),
                () -> {
                  Read read = pipeline(suite);
                  assertThat(read.pipeline()).as("%s", read.report()).isPresent();
                  boolean later =
                      read.pipeline().get().steps().stream()
                          .anyMatch(
                              s -> s instanceof StepSpec.Deduplicate || s instanceof StepSpec.Join);
                  Compiled compiled = Compiled.of(read);
                  List<String> errors =
                      compiled.findings().stream()
                          .filter(d -> d.severity() == Severity.ERROR)
                          .map(d -> d.code() + " " + d.message())
                          .toList();
                  if (later) {
                    assertThat(errors).allMatch(e -> e.startsWith("TM312"));
                  } else {
                    assertThat(errors).isEmpty();
                    Layout layout = Layouts.of(compiled.compilation().get());
                    assertThat(Layout.parse(layout.json())).isEqualTo(layout);
                    assertThat(Explain.text(compiled.compilation().get())).isNotEmpty();
                  }
                }));
      }
    }
    return tests.stream();
  }

  @TestFactory
  Stream<DynamicTest> pipelinesThatMustBeRefusedAreRefusedForTheRightReason() throws IOException {
    return suites("refused").stream()
        .map(
            suite ->
                dynamicTest(
                    suite.getFileName().toString(),
                    () -> {
                      String name = suite.getFileName().toString().replace(".test.yaml", "");
                      Compiled compiled = Compiled.of(pipeline(suite));
                      assertThat(compiled.compilation().flatMap(Compilation::plan)).isEmpty();
                      assertThat(compiled.codes())
                          .as("%s", compiled.findings())
                          .contains(REASONS.get(name));
                    }));
  }

  private static Read pipeline(Path suite) {
    SuiteRead read = new SuiteReader().read(suite);
    PipelineReader reader = Compiled.reader();
    return reader.read(
        read.suite().orElseThrow().pipeline(),
        read.suite().orElseThrow(),
        read.texts(),
        ReadOptions.NONE);
  }

  private static List<Path> suites(String area) throws IOException {
    Path folder = shared().resolve("golden").resolve(area);
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(f -> f.toString().endsWith(".test.yaml")).sorted().toList();
    }
  }

  private static Path shared() {
    String root = System.getProperty("tidemark.root", ".");
    return Path.of(System.getProperty("tidemark.shared", root + "/../shared"));
  }
}
