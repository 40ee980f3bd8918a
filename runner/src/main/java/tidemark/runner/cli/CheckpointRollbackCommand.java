package tidemark.runner.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import tidemark.runner.inspect.RollbackText;
import tidemark.runner.inspect.StoredBatch;
import tidemark.runner.inspect.UpkeepJson;
import tidemark.runner.layout.Layout;
import tidemark.runner.layout.SinkLayout;
import tidemark.statestore.checkpoint.Checkpoint;
import tidemark.statestore.checkpoint.CheckpointView;
import tidemark.statestore.checkpoint.Rollback;

/** {@code tidemark checkpoint rollback}: sets a checkpoint back to an earlier batch. */
final class CheckpointRollbackCommand implements Command {
  @Override
  public CommandSpec spec() {
    return Options.command(
            "rollback",
            "Sets a checkpoint back to a retained batch; takes back an upgrade made after it.",
            "The next run takes what sinks were given since out of them, where it can.")
        .addOption(Options.text("--to-batch", "N", "The batch to be the last one."))
        .addOption(Options.flag("--dry-run", "Only say what would happen."))
        .addOption(Options.text("--format", "FORMAT", "text (default) or json."))
        .addPositional(Options.parameter("DIR", StateOptions.CHECKPOINT));
  }

  @Override
  public ExitCode run(ParseResult arguments, Console console) {
    String format = Options.word(arguments, "--format", "text", List.of("text", "json"));
    String number = arguments.matchedOptionValue("--to-batch", "");
    if (number.isEmpty()) {
      throw Options.bad(arguments, "Missing option --to-batch=N");
    }
    long batch = StateOptions.number(arguments, number);
    CheckpointView view = StateOptions.open(arguments.matchedPositionalValue(0, ""));
    StoredBatch.requireRetained(view, batch);
    Path folder = Path.of(arguments.matchedPositionalValue(0, ""));
    Map<String, SinkLayout> sinks = RollbackText.sinks(view);
    boolean dry = arguments.hasMatchedOption("--dry-run");
    Rollback rollback =
        StateOptions.orCannotGoBack(
            () ->
                dry
                    ? Checkpoint.plannedRollback(folder, batch)
                    : Checkpoint.rollback(
                        folder,
                        StateOptions.writing(view),
                        batch,
                        plan -> Layout.find(plan).map(Layout::sinkPlaces).orElse(Map.of())));
    console
        .out()
        .print(
            format.equals("json")
                ? UpkeepJson.of(rollback, !dry)
                : RollbackText.of(rollback, sinks, !dry));
    return ExitCode.DONE;
  }
}
