package tidemark.runner.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostic;
import tidemark.operators.diagnostics.Severity;
import tidemark.runner.reader.SuiteRead;
import tidemark.runner.reader.SuiteReader;
import tidemark.runner.report.DiagnosticJson;
import tidemark.runner.report.DiagnosticText;
import tidemark.runner.yaml.Secrets;
import tidemark.runner.yaml.SourceTexts;

/**
 * {@code tidemark lint}: everything that can be found in pipeline files and test suites without
 * touching sources, sinks or checkpoints.
 */
final class LintCommand implements Command {
  /** The findings of one file and what they are shown with. */
  private record Linted(
      String file, List<Diagnostic> found, SourceTexts texts, UnaryOperator<String> mask) {}

  @Override
  public CommandSpec spec() {
    CommandSpec spec =
        Options.command(
            "lint",
            "Finds every problem of pipeline files and test suites at once.",
            "Touches no source, sink or checkpoint.");
    return PipelineFiles.withOptions(spec)
        .addOption(Options.text("--format", "FORMAT", "text (default) or json."))
        .addPositional(Options.parameters("FILES", "Pipeline files or test suites."));
  }

  @Override
  public ExitCode run(ParseResult arguments, Console console) {
    String format = Options.word(arguments, "--format", "text", List.of("text", "json"));
    PipelineFiles files = PipelineFiles.of(arguments, console);
    List<Linted> all = new ArrayList<>();
    for (String file : arguments.matchedPositionalValue(0, List.<String>of())) {
      all.add(file.endsWith(".test.yaml") ? suite(file) : pipeline(file, files));
    }
    console.out().print(format.equals("json") ? json(all) : text(all));
    boolean errors = all.stream().flatMap(l -> l.found().stream()).anyMatch(LintCommand::isError);
    return errors ? ExitCode.BAD_INPUT : ExitCode.DONE;
  }

  private static boolean isError(Diagnostic diagnostic) {
    return diagnostic.severity() == Severity.ERROR;
  }

  private static Linted pipeline(String file, PipelineFiles files) {
    CheckedPipeline checked = files.check(file);
    List<Diagnostic> found = checked.findings().stream().map(LintCommand::withoutValues).toList();
    return new Linted(file, found, checked.read().texts(), checked.read().secrets()::mask);
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

  private static Linted suite(String file) {
    SuiteRead read = new SuiteReader().read(Path.of(file));
    return new Linted(file, read.report(), read.texts(), new Secrets()::mask);
  }

  private static String text(List<Linted> all) {
    StringBuilder text = new StringBuilder();
    for (Linted linted : all) {
      DiagnosticText render = new DiagnosticText(linted.texts(), linted.mask());
      linted.found().forEach(diagnostic -> text.append(render.of(diagnostic)));
      text.append(linted.file())
          .append(": ")
          .append(linted.found().isEmpty() ? "ok" : DiagnosticText.count(linted.found()))
          .append('\n');
    }
    return text.toString();
  }

  private static String json(List<Linted> all) {
    List<Diagnostic> found = new ArrayList<>();
    for (Linted linted : all) {
      for (Diagnostic diagnostic : linted.found()) {
        found.add(
            new Diagnostic(
                diagnostic.code(),
                diagnostic.severity(),
                diagnostic.span(),
                linted.mask().apply(diagnostic.message()),
                diagnostic.hint().map(linted.mask())));
      }
    }
    return new DiagnosticJson(UnaryOperator.identity()).of(found);
  }
}
