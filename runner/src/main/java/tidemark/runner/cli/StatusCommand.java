package tidemark.runner.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;
import tidemark.runner.inspect.StoredBatch;
import tidemark.runner.replay.ReplayRequests;
import tidemark.runner.status.CheckpointStatus;
import tidemark.runner.status.CheckpointStatus.WaitingWindow;
import tidemark.runner.status.StatusJson;
import tidemark.runner.status.StatusReader;
import tidemark.runner.status.StatusText;
import tidemark.runner.status.WaitingWindows;
import tidemark.statestore.checkpoint.Checkpoint;
import tidemark.statestore.checkpoint.CheckpointView;
import tidemark.statestore.checkpoint.Recovery;
import tidemark.statestore.checkpoint.StateVersion;

/** {@code tidemark status}: how far a pipeline is, read from its checkpoint. */
final class StatusCommand implements Command {
  /** How many windows of a step are shown. */
  private static final int WINDOWS = 10;

  @Override
  public CommandSpec spec() {
    return Options.command(
            "status",
            "Says how far a pipeline is and which source its open windows wait for.",
            "Only reads; works while a run holds the checkpoint.")
        .addOption(
            Options.flag(
                "--windows", "Also read the state: the earliest windows that have groups there."))
        .addOption(Options.text("--format", "FORMAT", "text (default) or json."))
        .addPositional(Options.parameter("CHECKPOINT", "The checkpoint folder of the pipeline."));
  }

  @Override
  public ExitCode run(ParseResult arguments, Console console) {
    String format = Options.word(arguments, "--format", "text", List.of("text", "json"));
    String folder = arguments.matchedPositionalValue(0, "");
    CheckpointView view = StateOptions.open(folder);
    CheckpointStatus status = StatusReader.read(view, new ReplayRequests(Path.of(folder)));
    Optional<List<WaitingWindow>> windows =
        arguments.hasMatchedOption("--windows")
            ? Optional.of(windows(view, status, console))
            : Optional.empty();
    console
        .out()
        .print(
            format.equals("json")
                ? StatusJson.of(status, windows)
                : StatusText.of(status, windows, LeaseOwner::isAlive));
    if (status.recovery() instanceof Recovery.Broken broken) {
      throw new Failure(
          Code.TM504,
          "the checkpoint is damaged: " + broken.reason(),
          Checkpoint.verify(Path.of(folder)).wayOut(Path.of(folder)));
    }
    return ExitCode.DONE;
  }

  private static List<WaitingWindow> windows(
      CheckpointView view, CheckpointStatus status, Console console) {
    if (status.last().isEmpty()) {
      return List.of();
    }
    StoredBatch batch = StoredBatch.of(view, OptionalLong.of(status.last().get().batch()));
    try (StateVersion version = StateOptions.version(view, batch.batch(), console)) {
      return new WaitingWindows(WINDOWS).read(batch, version, status);
    }
  }
}
