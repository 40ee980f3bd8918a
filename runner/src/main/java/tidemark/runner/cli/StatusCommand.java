package tidemark.runner.cli;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;
import tidemark.runner.status.CheckpointStatus;
import tidemark.runner.status.StatusJson;
import tidemark.runner.status.StatusReader;
import tidemark.runner.status.StatusText;
import tidemark.statestore.checkpoint.Recovery;

/** {@code tidemark status}: how far a pipeline is, read from its checkpoint. */
final class StatusCommand implements Command {
  private static final Pattern PROCESS = Pattern.compile("pid (\\d{1,18})");

  @Override
  public CommandSpec spec() {
    return Options.command(
            "status",
            "Says how far a pipeline is and which source its open windows wait for.",
            "Only reads; works while a run holds the checkpoint.")
        .addOption(Options.text("--format", "FORMAT", "text (default) or json."))
        .addPositional(Options.parameter("CHECKPOINT", "The checkpoint folder of the pipeline."));
  }

  @Override
  public ExitCode run(ParseResult arguments, Console console) {
    String format = Options.word(arguments, "--format", "text", List.of("text", "json"));
    CheckpointStatus status =
        StatusReader.read(StateOptions.open(arguments.matchedPositionalValue(0, "")));
    console
        .out()
        .print(
            format.equals("json")
                ? StatusJson.of(status)
                : StatusText.of(status, StatusCommand::isAlive));
    if (status.recovery() instanceof Recovery.Broken broken) {
      throw new Failure(
          Code.TM504,
          "the checkpoint is damaged: " + broken.reason(),
          broken.newestIntactBatch().isPresent()
              ? "put the file back from a copy; the newest intact batch is "
                  + broken.newestIntactBatch().getAsLong()
              : "put the file back from a copy; no batch is intact");
    }
    return ExitCode.DONE;
  }

  /** An owner of another form is taken for alive: nothing can be said of it. */
  private static boolean isAlive(String owner) {
    Matcher process = PROCESS.matcher(owner);
    return !process.matches()
        || ProcessHandle.of(Long.parseLong(process.group(1)))
            .filter(ProcessHandle::isAlive)
            .isPresent();
  }
}
