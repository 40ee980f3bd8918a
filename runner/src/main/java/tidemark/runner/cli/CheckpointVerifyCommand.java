package tidemark.runner.cli;

import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import tidemark.runner.inspect.UpkeepJson;
import tidemark.runner.report.Amounts;
import tidemark.statestore.StateFailure;
import tidemark.statestore.checkpoint.Checkpoint;
import tidemark.statestore.checkpoint.Verification;
import tidemark.statestore.checkpoint.Verification.BatchCheck;

/** {@code tidemark checkpoint verify}: reads every file of a checkpoint. */
final class CheckpointVerifyCommand implements Command {
  @Override
  public CommandSpec spec() {
    return Options.command(
            "verify",
            "Reads every file and says which retained batches one can go back to.",
            "Only reads; works while a run holds the checkpoint. Ends with 5 if a file is damaged.")
        .addOption(Options.text("--format", "FORMAT", "text (default) or json."))
        .addPositional(Options.parameter("DIR", StateOptions.CHECKPOINT));
  }

  @Override
  public ExitCode run(ParseResult arguments, Console console) {
    String format = Options.word(arguments, "--format", "text", List.of("text", "json"));
    String folder = arguments.matchedPositionalValue(0, "");
    StateOptions.requireCheckpoint(folder);
    Verification found = Checkpoint.verify(Path.of(folder));
    console.out().print(format.equals("json") ? UpkeepJson.of(found) : text(found));
    if (found.isIntact()) {
      return ExitCode.DONE;
    }
    throw new StateFailure(
        StateFailure.Kind.DAMAGED,
        "the checkpoint is damaged: " + found.damages().get(0),
        found.wayOut(Path.of(folder)));
  }

  private static String text(Verification found) {
    StringBuilder page = new StringBuilder();
    found.damages().forEach(damage -> page.append("damaged  ").append(damage).append('\n'));
    List<Long> intact =
        found.batches().stream().filter(BatchCheck::isIntact).map(BatchCheck::batch).toList();
    page.append(Amounts.count(found.batches().size(), "retained batch", "retained batches"));
    page.append(", intact: ");
    page.append(
        intact.size() == found.batches().size()
            ? "all" + (intact.isEmpty() ? "" : " (" + span(intact) + ")")
            : intact.isEmpty() ? "none" : intact.toString());
    return page.append('\n').toString();
  }

  private static String span(List<Long> batches) {
    long first = batches.get(0);
    long last = batches.get(batches.size() - 1);
    return first == last ? Long.toString(first) : first + " to " + last;
  }
}
