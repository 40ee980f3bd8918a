package tidemark.runner.scenario;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tidemark.operators.connector.Connector;
import tidemark.operators.diagnostics.Diagnostic;
import tidemark.operators.diagnostics.Severity;
import tidemark.runner.compile.Compilation;
import tidemark.runner.compile.PipelineCompiler;
import tidemark.runner.reader.PipelineReader;
import tidemark.runner.reader.Read;
import tidemark.runner.reader.ReadOptions;
import tidemark.runner.reader.SuiteRead;
import tidemark.runner.reader.SuiteReader;
import tidemark.runner.report.DiagnosticText;
import tidemark.runner.spec.ExpectedCodes;
import tidemark.runner.spec.PipelineRef;
import tidemark.runner.spec.Placed;
import tidemark.runner.spec.SuiteSpec;
import tidemark.runner.spec.TestSpec;
import tidemark.runner.yaml.Environment;
import tidemark.runner.yaml.Secrets;
import tidemark.runner.yaml.SourceTexts;

/** Runs test suites: finds the files, reads them, and runs each test in a folder of its own. */
public final class SuiteRunner {
  private static final String SUFFIX = ".test.yaml";

  private final Environment environment;
  private final List<Connector> connectors;
  private final Clock clock;
  private final Predicate<String> filter;
  private final Function<RuntimeException, String> unforeseen;

  /**
   * @param filter which tests run, by name
   * @param unforeseen the words for a failure that is not the pipeline's; the test has failed then,
   *     and the others run all the same
   */
  public SuiteRunner(
      Environment environment,
      List<Connector> connectors,
      Clock clock,
      Predicate<String> filter,
      Function<RuntimeException, String> unforeseen) {
    this.environment = environment;
    this.connectors = List.copyOf(connectors);
    this.clock = clock;
    this.filter = filter;
    this.unforeseen = unforeseen;
  }

  /** The suites in a folder and below, in order, or the file itself. */
  public static List<Path> suites(Path fileOrFolder) {
    if (!Files.isDirectory(fileOrFolder)) {
      return List.of(fileOrFolder);
    }
    try (Stream<Path> files = Files.walk(fileOrFolder)) {
      return files.filter(f -> f.getFileName().toString().endsWith(SUFFIX)).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Runs a file's tests; each result is also handed over as soon as it is there. */
  public List<TestResult> run(Path file, Consumer<TestResult> each) {
    SuiteRead read = new SuiteReader().read(file);
    List<Diagnostic> errors = errors(read.report());
    if (read.suite().isEmpty() || !errors.isEmpty()) {
      String text = text(errors, read.texts(), new Secrets());
      return List.of(handed(each, new TestResult(file.toString(), "suite", 0, Optional.of(text))));
    }
    SuiteSpec suite = read.suite().get();
    List<TestResult> results = new ArrayList<>();
    for (TestSpec test : suite.tests()) {
      if (filter.test(test.name().value())) {
        results.add(handed(each, run(suite, read, test)));
      }
    }
    return results;
  }

  private static TestResult handed(Consumer<TestResult> each, TestResult result) {
    each.accept(result);
    return result;
  }

  private TestResult run(SuiteSpec suite, SuiteRead read, TestSpec test) {
    long began = clock.millis();
    Optional<String> failure;
    try {
      failure = outcome(suite, read, test);
    } catch (BrokenTest e) {
      failure = Optional.ofNullable(e.getMessage());
    } catch (RuntimeException e) {
      failure = Optional.of(unforeseen.apply(e));
    }
    return new TestResult(suite.file(), test.name().value(), clock.millis() - began, failure);
  }

  private Optional<String> outcome(SuiteSpec suite, SuiteRead read, TestSpec test) {
    Compiled compiled = compile(suite, read, suite.pipeline());
    if (test.refused().isPresent()) {
      return refused(test.refused().get(), compiled);
    }
    if (!compiled.errors().isEmpty()) {
      return Optional.of("the pipeline has errors:\n" + compiled.text());
    }
    Compilation compilation = compiled.compilation().orElseThrow();
    try (TemporaryFolder folder = TemporaryFolder.of("test");
        TestPipeline pipeline = new TestPipeline(folder.path(), compilation, connectors, clock)) {
      return new TestRun(test, pipeline, ref -> changed(suite, read, ref)).run();
    }
  }

  private Compilation changed(SuiteSpec suite, SuiteRead read, PipelineRef ref) {
    Compiled compiled = compile(suite, read, ref);
    if (!compiled.errors().isEmpty()) {
      throw new BrokenTest("the changed pipeline has errors:\n" + compiled.text());
    }
    return compiled.compilation().orElseThrow();
  }

  private static Optional<String> refused(ExpectedCodes expected, Compiled compiled) {
    List<Diagnostic> errors = compiled.errors();
    if (errors.isEmpty()) {
      return Optional.of("the pipeline was to be refused, but has no errors");
    }
    String missing =
        expected.codes().stream()
            .map(Placed::value)
            .filter(code -> errors.stream().noneMatch(e -> e.code() == code))
            .map(Enum::name)
            .collect(Collectors.joining(", "));
    return missing.isEmpty()
        ? Optional.empty()
        : Optional.of("no error " + missing + " among:\n" + compiled.text());
  }

  /** A pipeline of a suite, compiled. */
  private record Compiled(Optional<Compilation> compilation, List<Diagnostic> errors, String text) {
    Compiled {
      errors = List.copyOf(errors);
    }
  }

  private Compiled compile(SuiteSpec suite, SuiteRead suiteRead, PipelineRef ref) {
    Read read =
        new PipelineReader(environment, connectors)
            .read(ref, suite, suiteRead.texts(), ReadOptions.NONE);
    Optional<Compilation> compilation =
        read.pipeline().map(spec -> PipelineCompiler.compile(spec, connectors, read.found()));
    List<Diagnostic> errors = errors(read.report());
    return new Compiled(compilation, errors, text(errors, read.texts(), read.secrets()));
  }

  private static String text(List<Diagnostic> found, SourceTexts texts, Secrets secrets) {
    DiagnosticText text = new DiagnosticText(texts, secrets::mask);
    return found.stream().map(text::of).collect(Collectors.joining());
  }

  private static List<Diagnostic> errors(List<Diagnostic> found) {
    return found.stream().filter(d -> d.severity() == Severity.ERROR).toList();
  }
}
