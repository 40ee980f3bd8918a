package tidemark.runner.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import tidemark.runner.status.OutcomesJson;
import tidemark.statestore.checkpoint.Checkpoint;
import tidemark.statestore.checkpoint.CheckpointView;
import tidemark.statestore.checkpoint.OutcomeEntry;
import tidemark.statestore.checkpoint.OutcomeEntry.Word;

/** {@code tidemark reconcile}: a person's word on what became of a sink's part in a batch. */
final class ReconcileCommand implements Command {
  @Override
  public CommandSpec spec() {
    return Options.command(
            "reconcile",
            "Records what became of a sink's part in a batch, which nobody else can tell.",
            "Look into the target for the operation key first; `tidemark outcomes` shows it. The",
            "word is kept in the checkpoint with its time. Refused while a run is at work, and for",
            "what is not open.")
        .addOption(Options.text("--sink", "ID", "The sink."))
        .addOption(Options.text("--batch", "N", "The batch."))
        .addOption(
            Options.text(
                "--as",
                "WORD",
                "committed: the target has it, it is not written again; rejected: the target has"
                    + " nothing of it, the next run writes it."))
        .addOption(Options.text("--format", "FORMAT", "text (default) or json."))
        .addPositional(Options.parameter("CHECKPOINT", StateOptions.CHECKPOINT));
  }

  @Override
  public ExitCode run(ParseResult arguments, Console console) {
    String format = Options.word(arguments, "--format", "text", List.of("text", "json"));
    String sink = required(arguments, "--sink", "ID");
    long batch = StateOptions.number(arguments, required(arguments, "--batch", "N"));
    required(arguments, "--as", "committed|rejected");
    Word as =
        Word.valueOf(
            Options.word(arguments, "--as", "", List.of("committed", "rejected"))
                .toUpperCase(Locale.ROOT));
    String folder = arguments.matchedPositionalValue(0, "");
    CheckpointView view = StateOptions.open(folder);
    OutcomeEntry decided =
        Checkpoint.reconcile(Path.of(folder), StateOptions.writing(view), sink, batch, as);
    console
        .out()
        .print(
            format.equals("json")
                ? OutcomesJson.of(sink, decided)
                : "sink %s, batch %d (operation %s) is %s: the next run %s\n"
                    .formatted(
                        sink,
                        batch,
                        decided.key(),
                        as.shown(),
                        as == Word.COMMITTED ? "does not write it again" : "writes it"));
    return ExitCode.DONE;
  }

  private static String required(ParseResult arguments, String option, String label) {
    String text = arguments.matchedOptionValue(option, "");
    if (text.isEmpty()) {
      throw Options.bad(arguments, "Missing option %s=%s".formatted(option, label));
    }
    return text;
  }
}
