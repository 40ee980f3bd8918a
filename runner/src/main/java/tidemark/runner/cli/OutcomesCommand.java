package tidemark.runner.cli;

import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import tidemark.runner.status.OutcomesJson;
import tidemark.runner.status.OutcomesText;
import tidemark.runner.status.SinkOutcomes;
import tidemark.statestore.checkpoint.CheckpointView;

/** {@code tidemark outcomes}: what became of each sink's part in the retained batches. */
final class OutcomesCommand implements Command {
  @Override
  public CommandSpec spec() {
    return Options.command(
            "outcomes",
            "Says what became of each sink's part in the open batch and in the retained ones.",
            "Only reads; works while a run holds the checkpoint. Ends with 4 if no run is at work",
            "and someone has to say what became of a batch, by `tidemark reconcile`.")
        .addOption(Options.text("--format", "FORMAT", "text (default) or json."))
        .addPositional(Options.parameter("CHECKPOINT", StateOptions.CHECKPOINT));
  }

  @Override
  public ExitCode run(ParseResult arguments, Console console) {
    String format = Options.word(arguments, "--format", "text", List.of("text", "json"));
    String folder = arguments.matchedPositionalValue(0, "");
    CheckpointView view = StateOptions.open(folder);
    boolean running = LeaseOwner.isAtWork(view.lease());
    SinkOutcomes outcomes = SinkOutcomes.read(view);
    console
        .out()
        .print(
            format.equals("json")
                ? OutcomesJson.of(outcomes)
                : OutcomesText.of(outcomes, folder, running));
    boolean decide = outcomes.open().filter(SinkOutcomes.Open::needsDecision).isPresent();
    return decide && !running ? ExitCode.OUTCOME_UNKNOWN : ExitCode.DONE;
  }
}
