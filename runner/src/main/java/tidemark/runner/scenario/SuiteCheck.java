package tidemark.runner.scenario;

import java.util.List;
import java.util.Optional;
import tidemark.operators.connector.Connector;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostic;
import tidemark.operators.diagnostics.Span;
import tidemark.runner.compile.PipelineCompiler;
import tidemark.runner.reader.PipelineReader;
import tidemark.runner.reader.Read;
import tidemark.runner.reader.ReadOptions;
import tidemark.runner.reader.SuiteRead;
import tidemark.runner.spec.ExpectSpec;
import tidemark.runner.spec.PipelineRef;
import tidemark.runner.spec.SuiteSpec;
import tidemark.runner.spec.TestSpec;
import tidemark.runner.spec.TestStepSpec;
import tidemark.runner.spec.TestStepSpec.Give;
import tidemark.runner.spec.TestStepSpec.Restart;

/**
 * Holds what the tests of a suite name against the pipelines and files there are, without running
 * them. What is wrong in a pipeline is not said here, only that its file cannot be read.
 */
public final class SuiteCheck {
  private final PipelineReader reader;
  private final List<Connector> connectors;

  /**
   * @param connectors those that the pipelines may use
   */
  public SuiteCheck(PipelineReader reader, List<Connector> connectors) {
    this.reader = reader;
    this.connectors = List.copyOf(connectors);
  }

  /** Adds the findings to those of the suite. */
  public void check(SuiteRead read) {
    read.suite()
        .ifPresent(
            suite -> {
              Optional<KnownNames> names = names(suite.pipeline(), suite, read);
              suite.tests().forEach(test -> check(test, names, suite, read));
            });
  }

  private void check(TestSpec test, Optional<KnownNames> first, SuiteSpec suite, SuiteRead read) {
    Optional<KnownNames> names = first;
    for (TestStepSpec step : test.steps()) {
      if (step instanceof Give give) {
        give.inputs().forEach(given -> GivenFiles.check(given.input(), read.found()));
        names.ifPresent(known -> known.unknown(give).forEach(read.found()::add));
        check(give.expect(), names, read);
      } else if (step instanceof Restart restart) {
        if (restart.pipeline().isPresent()) {
          names = names(restart.pipeline().get(), suite, read);
        }
        check(restart.expect(), names, read);
      }
    }
    check(test.atLast(), names, read);
  }

  private static void check(
      Optional<ExpectSpec> expected, Optional<KnownNames> names, SuiteRead read) {
    names.ifPresent(known -> expected.ifPresent(e -> known.unknown(e).forEach(read.found()::add)));
  }

  /** Empty if the pipeline cannot be read. */
  private Optional<KnownNames> names(PipelineRef pipeline, SuiteSpec suite, SuiteRead suiteRead) {
    Read read = reader.read(pipeline, suite, suiteRead.texts(), ReadOptions.NONE);
    read.found().sorted().stream()
        .filter(d -> d.code() == Code.TM115 && d.span().equals(Span.ofFile(d.span().file())))
        .forEach(d -> suiteRead.found().add(at(pipeline.span(), d)));
    return read.pipeline()
        .map(spec -> PipelineCompiler.compile(spec, connectors, read.found()))
        .map(KnownNames::new);
  }

  private static Diagnostic at(Span place, Diagnostic found) {
    return new Diagnostic(found.code(), found.severity(), place, found.message(), found.hint());
  }
}
