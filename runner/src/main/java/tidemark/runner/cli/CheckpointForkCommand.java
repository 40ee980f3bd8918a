package tidemark.runner.cli;

import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import tidemark.runner.inspect.StoredBatch;
import tidemark.runner.inspect.UpkeepJson;
import tidemark.statestore.checkpoint.Checkpoint;
import tidemark.statestore.checkpoint.CheckpointView;
import tidemark.statestore.checkpoint.Fork;

/** {@code tidemark checkpoint fork}: a second checkpoint that starts where a first one stands. */
final class CheckpointForkCommand implements Command {
  @Override
  public CommandSpec spec() {
    CommandSpec spec =
        Options.command(
                "fork",
                "Makes a second checkpoint at a retained batch, as a query of its own.",
                "The first one is only read, and may be in use. Sinks of the first stay its own:"
                    + " give",
                "the second pipeline other targets.")
            .addOption(
                Options.flag("--copy", "Copy the state's files; default: links where possible."))
            .addOption(Options.text("--format", "FORMAT", "text (default) or json."))
            .addPositional(StateOptions.parameter(0, "DIR", StateOptions.CHECKPOINT))
            .addPositional(
                StateOptions.parameter(
                    1, "NEWDIR", "An empty folder, or one that does not exist."));
    return StateOptions.withBatch(spec);
  }

  @Override
  public ExitCode run(ParseResult arguments, Console console) {
    String format = Options.word(arguments, "--format", "text", List.of("text", "json"));
    CheckpointView view = StateOptions.open(arguments.matchedPositionalValue(0, ""));
    String target = arguments.matchedPositionalValue(1, "");
    long batch = StoredBatch.of(view, StateOptions.batch(arguments)).batch();
    Fork fork =
        StateOptions.orCannotGoBack(
            () ->
                Checkpoint.fork(
                    Path.of(arguments.matchedPositionalValue(0, "")),
                    batch,
                    Path.of(target),
                    arguments.hasMatchedOption("--copy") ? Fork.Sharing.COPIES : Fork.Sharing.LINKS,
                    StateOptions.writing(view)));
    console
        .out()
        .print(
            format.equals("json")
                ? UpkeepJson.of(fork)
                : "%s stands at batch %d as query %s; files of the state: %d linked, %d copied\n"
                    .formatted(target, fork.batch(), fork.queryId(), fork.linked(), fork.copied()));
    return ExitCode.DONE;
  }
}
