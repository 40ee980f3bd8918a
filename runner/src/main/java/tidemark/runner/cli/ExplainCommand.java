package tidemark.runner.cli;

import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import tidemark.runner.compile.Compilation;
import tidemark.runner.compile.Explain;

/** {@code tidemark explain}: what a pipeline does, keeps and promises. */
final class ExplainCommand implements Command {
  @Override
  public CommandSpec spec() {
    CommandSpec spec =
        Options.command(
            "explain",
            "Shows the steps of a pipeline, their state, and what each sink is guaranteed.",
            "For each sink it says what happens in each failure.");
    return PipelineFiles.withOptions(spec)
        .addPositional(Options.parameter("FILE", "The pipeline file."));
  }

  @Override
  public ExitCode run(ParseResult arguments, Console console) {
    CheckedPipeline checked =
        PipelineFiles.of(arguments, console).check(arguments.matchedPositionalValue(0, ""));
    checked.printFindings(console);
    Optional<Compilation> pipeline = checked.runnable();
    if (pipeline.isEmpty()) {
      return ExitCode.BAD_INPUT;
    }
    console.out().print(checked.read().secrets().mask(Explain.text(pipeline.get())));
    return ExitCode.DONE;
  }
}
