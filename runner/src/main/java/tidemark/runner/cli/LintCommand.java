package tidemark.runner.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostic;
import tidemark.operators.diagnostics.Severity;
import tidemark.runner.compat.StoredFacts;
import tidemark.runner.compile.Compilation;
import tidemark.runner.reader.SuiteRead;
import tidemark.runner.reader.SuiteReader;
import tidemark.runner.report.LintGithub;
import tidemark.runner.report.LintJson;
import tidemark.runner.report.LintJunit;
import tidemark.runner.report.LintReport;
import tidemark.runner.report.LintReport.LintedFile;
import tidemark.runner.report.LintSarif;
import tidemark.runner.report.LintText;
import tidemark.runner.spec.LintPolicy;
import tidemark.runner.yaml.Secrets;

/**
 * {@code tidemark lint}: everything that can be found in pipeline files and test suites without
 * touching sources or sinks; and what a change does to the state of a checkpoint.
 */
final class LintCommand implements Command {
  /** Fewer files are done before threads have started. */
  private static final int MANY = 20;

  private static final List<String> FORMATS = List.of("text", "json", "sarif", "github", "junit");

  @Override
  public CommandSpec spec() {
    CommandSpec spec =
        Options.command(
            "lint",
            "Finds each independent problem of pipelines and test suites.",
            "Touches no source or sink without --online. With --checkpoint or --against also says what each change",
            "does to stored state; exit code 3 if a run could not go on.");
    return LintLimits.withOptions(PipelineFiles.withOptions(spec))
        .addOption(
            Options.text("--format", "FORMAT", "text (default), json, sarif, github, or junit."))
        .addOption(
            Options.text(
                "--checkpoint", "DIR", "Hold the pipeline against what this checkpoint has."))
        .addOption(
            Options.text(
                "--against", "FILE", "Hold it against another file, or itself at git:COMMIT."))
        .addOption(
            Options.text(
                "--policy",
                "POLICY",
                "What may pass: strict (nothing stored is touched), standard (default; stored state"
                    + " is brought over), or lenient (results may shift)."))
        .addOption(
            Options.texts(
                "--accept", "ID", "Accept a change that shifts results; may be repeated."))
        .addOption(
            Options.flag(
                "--online",
                "Ask the databases and brokers, too: are tables and topics there, do they fit?"))
        .addOption(
            Options.flag(
                "--scan-state", "Read the stored rows where a verdict hangs on their values."))
        .addPositional(
            Options.parameters(
                "FILES", "Pipeline files, test suites, or folders with such files."));
  }

  @Override
  public ExitCode run(ParseResult arguments, Console console) {
    String format = Options.word(arguments, "--format", "text", FORMATS);
    LintLimits limits = LintLimits.of(arguments);
    PipelineFiles files = PipelineFiles.of(arguments, console);
    Optional<String> checkpoint = option(arguments, "--checkpoint");
    Optional<String> against = option(arguments, "--against");
    if (checkpoint.isPresent() && against.isPresent()) {
      throw Options.bad(arguments, "--checkpoint and --against exclude each other");
    }
    List<String> names = LintFolders.named(arguments);
    if (checkpoint.isEmpty() && against.isEmpty()) {
      boolean online = arguments.hasMatchedOption("--online");
      List<LintedFile> found = limits.judged(lint(names, files, online));
      LintReport report = new LintReport(found, Optional.empty());
      console.out().print(text(report, format, console));
      boolean good = report.errors() == 0;
      return passes(limits, report, console) && good ? ExitCode.DONE : ExitCode.BAD_INPUT;
    }
    if (names.size() != 1 || LintFolders.isSuite(names.get(0))) {
      throw Options.bad(arguments, "--checkpoint and --against need one pipeline file");
    }
    return compare(names.get(0), files, limits, arguments, console);
  }

  private static boolean passes(LintLimits limits, LintReport report, Console console) {
    Optional<String> exceeded = limits.exceeded(report.files());
    exceeded.ifPresent(console.err()::println);
    return exceeded.isEmpty();
  }

  private static Optional<String> option(ParseResult arguments, String name) {
    return Optional.ofNullable(arguments.<String>matchedOptionValue(name, null));
  }

  private static ExitCode compare(
      String name, PipelineFiles files, LintLimits limits, ParseResult arguments, Console console) {
    CheckedPipeline checked = files.check(name);
    LintedFile file = linted(checked, files, arguments.hasMatchedOption("--online"));
    String policy = limits.policy(name).flatMap(LintPolicy::changes).orElse("standard");
    Optional<LintComparison.Result> result =
        checked.runnable().flatMap(pipeline -> compare(pipeline, file, files, arguments, policy));
    List<Diagnostic> found = new ArrayList<>(file.found());
    result.ifPresent(r -> found.addAll(r.warnings()));
    LintReport report =
        new LintReport(
            limits.judged(List.of(new LintedFile(file.file(), found, file.texts(), file.mask()))),
            result.map(LintComparison.Result::compared));
    console
        .out()
        .print(text(report, Options.word(arguments, "--format", "text", FORMATS), console));
    if (!passes(limits, report, console) || report.errors() > 0) {
      return ExitCode.BAD_INPUT;
    }
    if (result.isEmpty()) {
      console.err().println("no batch is committed there: every pipeline may start");
      return ExitCode.DONE;
    }
    return result.get().compared().failing().isEmpty() ? ExitCode.DONE : ExitCode.INCOMPATIBLE;
  }

  private static Optional<LintComparison.Result> compare(
      Compilation pipeline,
      LintedFile file,
      PipelineFiles files,
      ParseResult arguments,
      String policy) {
    LintComparison comparison = new LintComparison(files, pipeline, arguments, policy);
    boolean scan = arguments.hasMatchedOption("--scan-state");
    Optional<String> checkpoint = option(arguments, "--checkpoint");
    return checkpoint.isPresent()
        ? comparison.checkpoint(
            checkpoint.get(), file, scan ? ScannedState::of : (view, stored) -> StoredFacts.NONE)
        : Optional.of(comparison.file(option(arguments, "--against").orElseThrow(), file));
  }

  private static String text(LintReport report, String format, Console console) {
    return switch (format) {
      case "json" -> LintJson.of(report);
      case "sarif" -> LintSarif.of(report);
      case "github" -> LintGithub.of(report);
      case "junit" -> LintJunit.of(report);
      default -> LintText.of(report, console.outScreen());
    };
  }

  /** In the order of the names; many are looked at on every core. */
  private static List<LintedFile> lint(List<String> names, PipelineFiles files, boolean online) {
    Stream<String> each = names.size() < MANY ? names.stream() : names.parallelStream();
    return each.map(name -> lint(name, files, online)).toList();
  }

  private static LintedFile lint(String name, PipelineFiles files, boolean online) {
    return LintFolders.isSuite(name)
        ? suite(name, files)
        : linted(files.check(name), files, online);
  }

  /** The findings; those of a look at sources and sinks only if there are no errors before it. */
  private static LintedFile linted(CheckedPipeline checked, PipelineFiles files, boolean online) {
    List<Diagnostic> found =
        new ArrayList<>(checked.findings().stream().map(LintCommand::withoutValues).toList());
    if (online) {
      checked
          .runnable()
          .ifPresent(pipeline -> found.addAll(OnlineFindings.of(pipeline, files.connectors())));
    }
    return new LintedFile(
        checked.file(), found, checked.read().texts(), checked.read().secrets()::mask);
  }

  /** A machine that only checks files need not know the secrets. */
  private static Diagnostic withoutValues(Diagnostic diagnostic) {
    if (diagnostic.code() != Code.TM902) {
      return diagnostic;
    }
    return new Diagnostic(
        diagnostic.code(),
        Severity.WARNING,
        diagnostic.span(),
        diagnostic.message(),
        diagnostic.hint());
  }

  private static LintedFile suite(String file, PipelineFiles files) {
    SuiteRead read = new SuiteReader().read(Path.of(file));
    files.suiteCheck().check(read);
    return new LintedFile(file, read.report(), read.texts(), new Secrets()::mask);
  }
}
