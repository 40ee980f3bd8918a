package tidemark.runner.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;
import tidemark.runner.scenario.SuiteReport;
import tidemark.runner.scenario.SuiteRunner;
import tidemark.runner.scenario.TestResult;

/** {@code tidemark test}: runs test suites, several files at a time. */
final class TestCommand implements Command {
  @Override
  public CommandSpec spec() {
    return Options.command(
            "test",
            "Runs the tests of suites (*.test.yaml).",
            "Each runs in a temporary folder; sources and sinks of the pipelines are not touched.")
        .addOption(
            OptionSpec.builder("--format")
                .type(List.class)
                .auxiliaryTypes(String.class)
                .arity("2")
                .paramLabel("junit FILE")
                .hideParamSyntax(true)
                .description("Also write the results to FILE as JUnit XML.")
                .build())
        .addOption(Options.text("--filter", "REGEX", "Run only tests whose name matches."))
        .addPositional(Options.parameters("FILES", "Suites, or folders with suites."));
  }

  @Override
  public ExitCode run(ParseResult arguments, Console console) {
    Predicate<String> filter = filter(arguments);
    Optional<Path> junit = junit(arguments);
    SuiteRunner runner =
        new SuiteRunner(
            name -> Optional.ofNullable(console.env().get(name)),
            PipelineFiles.installed(),
            Clock.systemUTC(),
            filter,
            failure -> words(failure, arguments, console));
    List<TestResult> results = runAll(suites(arguments), runner, console);
    if (results.isEmpty()) {
      throw Options.bad(arguments, "No test was found");
    }
    junit.ifPresent(file -> write(file, SuiteReport.junit(results)));
    console.out().println(SuiteReport.summary(results));
    boolean passed = results.stream().allMatch(TestResult::passed);
    return passed ? ExitCode.DONE : ExitCode.FAILED;
  }

  private static String words(RuntimeException failure, ParseResult arguments, Console console) {
    ByteArrayOutputStream words = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(words, false, StandardCharsets.UTF_8);
    boolean debug = arguments.hasMatchedOption("--debug");
    ExitCode unused = new FailureReport(stream, console.secrets()::mask, debug).print(failure);
    stream.flush();
    return words.toString(StandardCharsets.UTF_8);
  }

  private static List<Path> suites(ParseResult arguments) {
    List<Path> suites = new ArrayList<>();
    for (String name : arguments.matchedPositionalValue(0, List.<String>of())) {
      Path path = Path.of(name);
      if (!Files.exists(path)) {
        throw Options.bad(arguments, "There is no file or folder '%s'".formatted(name));
      }
      suites.addAll(SuiteRunner.suites(path));
    }
    return suites;
  }

  private static List<TestResult> runAll(List<Path> suites, SuiteRunner runner, Console console) {
    ExecutorService threads =
        Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors());
    try {
      List<Future<List<TestResult>>> running = new ArrayList<>();
      for (Path suite : suites) {
        running.add(threads.submit(() -> runner.run(suite, result -> print(result, console))));
      }
      List<TestResult> results = new ArrayList<>();
      for (Future<List<TestResult>> suite : running) {
        results.addAll(suite.get());
      }
      return results;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException known) {
        throw known;
      }
      throw new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    } finally {
      threads.shutdownNow();
    }
  }

  /** A result's lines stay together: a stream prints one text at a time. */
  private static void print(TestResult result, Console console) {
    console.out().print(SuiteReport.text(result) + "\n");
  }

  private static Predicate<String> filter(ParseResult arguments) {
    String regex = arguments.matchedOptionValue("--filter", "");
    try {
      return Pattern.compile(regex).asPredicate();
    } catch (PatternSyntaxException e) {
      throw Options.bad(
          arguments, "--filter is no regular expression: %s".formatted(e.getDescription()));
    }
  }

  private static Optional<Path> junit(ParseResult arguments) {
    List<String> format = arguments.matchedOptionValue("--format", List.<String>of());
    if (format.isEmpty()) {
      return Optional.empty();
    }
    if (!format.get(0).equals("junit")) {
      throw Options.bad(
          arguments,
          "Invalid value '%s' for --format: expected junit FILE".formatted(format.get(0)));
    }
    return Optional.of(Path.of(format.get(1)));
  }

  private static void write(Path file, String text) {
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new Failure(
          Code.TM605, "%s cannot be written: %s".formatted(file, e), "name another file", e);
    }
  }
}
