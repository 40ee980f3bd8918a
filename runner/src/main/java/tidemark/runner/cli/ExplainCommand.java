package tidemark.runner.cli;

import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import tidemark.runner.compile.Compilation;
import tidemark.runner.compile.Explain;
import tidemark.runner.graph.Drawing;
import tidemark.runner.graph.GraphJson;
import tidemark.runner.graph.Graphviz;
import tidemark.runner.graph.Mermaid;
import tidemark.runner.graph.PlanGraph;

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
        .addOption(
            Options.text("--format", "FORMAT", "text (default), mermaid, dot, json, or svg."))
        .addPositional(Options.parameter("FILE", "The pipeline file."));
  }

  @Override
  public ExitCode run(ParseResult arguments, Console console) {
    String format =
        Options.word(
            arguments, "--format", "text", List.of("text", "mermaid", "dot", "json", "svg"));
    CheckedPipeline checked =
        PipelineFiles.of(arguments, console).check(arguments.matchedPositionalValue(0, ""));
    checked.printFindings(console);
    Optional<Compilation> pipeline = checked.runnable();
    if (pipeline.isEmpty()) {
      return ExitCode.BAD_INPUT;
    }
    console.out().print(checked.read().secrets().mask(text(pipeline.get(), format)));
    return ExitCode.DONE;
  }

  private static String text(Compilation pipeline, String format) {
    return switch (format) {
      case "mermaid" -> Mermaid.of(PlanGraph.of(pipeline));
      case "dot" -> Graphviz.of(PlanGraph.of(pipeline));
      case "json" -> GraphJson.of(PlanGraph.of(pipeline));
      case "svg" -> Drawing.of(PlanGraph.of(pipeline));
      default -> Explain.text(pipeline);
    };
  }
}
