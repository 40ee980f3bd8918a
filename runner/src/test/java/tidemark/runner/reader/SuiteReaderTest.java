package tidemark.runner.reader;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostic;
import tidemark.runner.spec.ExpectSpec.ExpectedBatch;
import tidemark.runner.spec.InputSpec;
import tidemark.runner.spec.PipelineRef;
import tidemark.runner.spec.SuiteSpec;
import tidemark.runner.spec.TestSpec;
import tidemark.runner.spec.TestStepSpec;
import tidemark.runner.yaml.YamlNode.Mapping;
import tidemark.runner.yaml.YamlNode.Scalar;

final class SuiteReaderTest {
  private static SuiteRead read(String text) {
    return new SuiteReader().read(text, Path.of("x/s.test.yaml"), Path.of("/x"));
  }

  private static SuiteSpec good(String text) {
    SuiteRead read = read(text);
    assertThat(read.report()).isEmpty();
    return read.suite().orElseThrow();
  }

  private static List<Code> codes(String text) {
    return read(text).report().stream().map(Diagnostic::code).toList();
  }

  @Test
  void everythingOfATestIsRead() {
    SuiteSpec suite = good(Texts.SUITE);
    assertThat(((PipelineRef.File) suite.pipeline()).path()).isEqualTo(Path.of("x/p.yaml"));
    TestSpec test = suite.tests().get(0);
    assertThat(test.order()).isEqualTo(TestSpec.Order.AS_WRITTEN);
    assertThat(test.match()).isEqualTo(TestSpec.Match.SUBSET);
    assertThat(test.steps()).hasSize(6);
    TestStepSpec.Give first = (TestStepSpec.Give) test.steps().get(0);
    assertThat(first.run()).isFalse();
    assertThat(((InputSpec.Lines) first.inputs().get(1).input()).text()).isEqualTo("a\nb\n");
    assertThat(((InputSpec.File) first.inputs().get(2).input()).path())
        .isEqualTo(Path.of("/x/data.ndjson"));
    assertThat(((InputSpec.Files) first.inputs().get(3).input()).files()).hasSize(3);
    TestStepSpec.Crash crash = (TestStepSpec.Crash) test.steps().get(2);
    assertThat(crash.batch().value()).isEqualTo(2L);
    assertThat(crash.at().value()).isEqualTo(TestStepSpec.CrashBoundary.SINK_PREPARED);
    TestStepSpec.Give failing = (TestStepSpec.Give) test.steps().get(3);
    assertThat(failing.expect().orElseThrow().error().orElseThrow().codes().get(0).value())
        .isEqualTo(Code.TM601);
    assertThat(((TestStepSpec.Restart) test.steps().get(4)).pipeline()).isEmpty();
    TestStepSpec.Restart changed = (TestStepSpec.Restart) test.steps().get(5);
    assertThat(changed.pipeline().orElseThrow()).isInstanceOf(PipelineRef.File.class);
    assertThat(changed.expect().orElseThrow().refused().orElseThrow().codes()).hasSize(2);
    assertThat(test.atLast().orElseThrow().batches().orElseThrow()).hasSize(1);
    assertThat(suite.tests().get(1).refused().orElseThrow().isAny()).isTrue();
  }

  @Test
  void anExpectedBatchHoldsWhatIsWritten() {
    TestStepSpec.Give second = (TestStepSpec.Give) good(Texts.SUITE).tests().get(0).steps().get(1);
    ExpectedBatch batch = second.expect().orElseThrow().batches().orElseThrow().get(0);
    assertThat(batch.noData().orElseThrow().value()).isTrue();
    assertThat(batch.inputRows().orElseThrow().value()).isEqualTo(3L);
    assertThat(batch.watermark().orElseThrow().value()).isEqualTo("2026-01-01T00:00:00Z");
    assertThat(batch.state().get(0).droppedLate().orElseThrow().value()).isEqualTo(2L);
    assertThat(batch.batch().orElseThrow().value()).isEqualTo(2L);
    assertThat(second.expect().orElseThrow().sinks().get(0).rows()).isEmpty();
    assertThat(second.expect().orElseThrow().badRecords().get(0).count().value()).isEqualTo(1L);
  }

  @Test
  void valuesOfRowsStayAsTheyAreWritten() {
    TestStepSpec.Give first = (TestStepSpec.Give) good(Texts.SUITE).tests().get(0).steps().get(0);
    Mapping row = ((InputSpec.Rows) first.inputs().get(0).input()).rows().get(0);
    assertThat(text(row, "site")).isEqualTo("no");
    assertThat(text(row, "bytes")).isEqualTo("1.50");
    assertThat(text(row, "big")).isEqualTo("12345678901234567890");
    assertThat(((Scalar) row.find("x").orElseThrow()).isNull()).isTrue();
  }

  private static String text(Mapping row, String column) {
    return ((Scalar) row.find(column).orElseThrow()).text();
  }

  @Test
  void thePipelineMayStandInTheSuiteAndKeepsItsPlaces() {
    String text =
        """
        format: 1
        pipeline:
          format: 1
          pipeline: p
          sources: {in: {file: {path: a}}}
          sinks: {out: {from: in, file: {path: b, fromat: csv}}}
        tests: [{name: a, steps: [{give: {in: [{x: "${not substituted}"}]}}]}]
        """;
    SuiteSpec suite = good(text);
    Read read =
        new PipelineReader(n -> Optional.empty(), Connectors.ALL)
            .read(suite.pipeline(), suite, read(text).texts(), ReadOptions.NONE);
    assertThat(read.report()).hasSize(1);
    assertThat(read.report().get(0).span().toString()).isEqualTo("x/s.test.yaml:6:43");
    assertThat(read.pipeline().orElseThrow().sources().get(0).connector().options().path("path"))
        .contains(Path.of("/x/a"));
  }

  @Test
  void whatIsMissingOrMisspeltIsReported() {
    assertThat(codes("format: 1\n")).containsExactly(Code.TM104, Code.TM104);
    String head = "format: 1\npipeline: p.yaml\ntests:\n  - name: a\n";
    assertThat(codes(head)).containsExactly(Code.TM104);
    assertThat(codes(head + "    steps: [{giv: {}}]\n")).containsExactly(Code.TM103);
    assertThat(codes(head + "    steps: [{give: {in: x}}]\n")).containsExactly(Code.TM105);
    assertThat(codes(head + "    steps: [{give: {in: [x]}}]\n")).containsExactly(Code.TM105);
    assertThat(codes(head + "    steps: [{give: {in: {line: x}}}]\n")).containsExactly(Code.TM103);
    assertThat(codes(head + "    steps: [{crash: {batch: x, at: now}}]\n"))
        .containsExactly(Code.TM107, Code.TM106);
    assertThat(codes(head + "    refused: TM999\n")).containsExactly(Code.TM106);
    assertThat(codes(head + "    steps: [{give: {}, expect: {batches: [{row: {}}]}}]\n"))
        .containsExactly(Code.TM103);
    assertThat(codes(head + "    ordered: yes\n    steps: [{give: {}}]\n"))
        .containsExactly(Code.TM106);
  }
}
