package tidemark.runner.cli;

import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import tidemark.operators.diagnostics.Nearest;
import tidemark.operators.diagnostics.Span;
import tidemark.runner.scenario.Preview;
import tidemark.runner.scenario.TemporaryFolder;
import tidemark.runner.spec.Excerpt;
import tidemark.runner.spec.PipelineSpec;

/** {@code tidemark preview}: the first rows of a step, nothing written. */
final class PreviewCommand implements Command {
  @Override
  public CommandSpec spec() {
    return PipelineFiles.withOptions(
            Options.command(
                "preview",
                "Runs the first records up to a step and shows its rows.",
                "Touches no sink and no checkpoint. Groups are shown as they stand after the",
                "records that were read; steps that only give out final rows may show none."))
        .addOption(Options.text("--rows", "N", "How many rows to show; 20."))
        .addOption(
            Options.text("--input-rows", "N", "How many rows a batch reads of a source; 1000."))
        .addPositional(StateOptions.parameter(0, "FILE", "The pipeline file."))
        .addPositional(StateOptions.parameter(1, "STEP", "The id of a step or source."));
  }

  @Override
  public ExitCode run(ParseResult arguments, Console console) {
    PipelineFiles files = PipelineFiles.of(arguments, console);
    CheckedPipeline checked = files.check(arguments.matchedPositionalValue(0, ""));
    boolean clean = checked.runnable().isPresent();
    Optional<PipelineSpec> pipeline = checked.read().pipeline();
    String id = arguments.matchedPositionalValue(1, "");
    if (pipeline.isEmpty() || !clean && concernErrors(id, pipeline.get(), checked)) {
      checked.printFindings(console);
      return ExitCode.BAD_INPUT;
    }
    Preview preview = new Preview(pipeline.get(), files.connectors());
    requireKnown(id, arguments, preview);
    int rows = Options.number(arguments, "--rows", 20);
    int inputRows = Options.number(arguments, "--input-rows", 1000);
    Optional<Preview.Rows> seen;
    try (TemporaryFolder folder = TemporaryFolder.of("preview")) {
      Path checkpoint = folder.path().resolve("checkpoint");
      seen = preview.of(id, rows, inputRows, checkpoint, Clock.systemUTC());
    }
    if (seen.isEmpty() && !clean) {
      checked.printFindings(console);
      return ExitCode.BAD_INPUT;
    }
    if (seen.isEmpty()) {
      throw Options.bad(arguments, "'%s' cannot be looked at by itself".formatted(id));
    }
    List<String> lines = seen.get().texts();
    lines.forEach(line -> console.out().println(files.mask("- " + line)));
    if (lines.isEmpty()) {
      console.err().println("no row of '%s' comes out of the first records".formatted(id));
    }
    if (!clean) {
      console.err().println("the file has errors elsewhere: tidemark lint " + checked.file());
    }
    return ExitCode.DONE;
  }

  /** Whether a step, or what it reads, has errors, or could not be read at all. */
  private static boolean concernErrors(String id, PipelineSpec pipeline, CheckedPipeline checked) {
    List<Span> places = Excerpt.places(pipeline, id);
    return places.isEmpty() || checked.hasErrorsIn(places);
  }

  private static void requireKnown(String id, ParseResult arguments, Preview preview) {
    List<String> known = preview.ids();
    if (known.contains(id)) {
      return;
    }
    String near = Nearest.of(id, known).map(n -> "; did you mean '" + n + "'?").orElse("");
    throw Options.bad(arguments, "There is no step '%s'%s".formatted(id, near));
  }
}
