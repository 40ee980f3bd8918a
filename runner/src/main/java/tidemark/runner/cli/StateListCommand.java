package tidemark.runner.cli;

import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import tidemark.runner.inspect.StateListing;
import tidemark.runner.inspect.StoredBatch;

/** {@code tidemark state ls}: the stores of a batch. */
final class StateListCommand implements Command {
  @Override
  public CommandSpec spec() {
    CommandSpec spec =
        Options.command(
                "ls",
                "Lists what a checkpoint keeps: stores, rows, bytes, columns.",
                "Reads no row; works while a run holds the checkpoint.")
            .addOption(Options.text("--format", "FORMAT", "text (default) or json."))
            .addPositional(StateOptions.parameter(0, "CHECKPOINT", StateOptions.CHECKPOINT));
    return StateOptions.withBatch(spec);
  }

  @Override
  public ExitCode run(ParseResult arguments, Console console) {
    String format = Options.word(arguments, "--format", "text", List.of("text", "json"));
    StoredBatch batch =
        StoredBatch.of(
            StateOptions.open(arguments.matchedPositionalValue(0, "")),
            StateOptions.batch(arguments));
    console
        .out()
        .print(format.equals("json") ? StateListing.json(batch) : StateListing.text(batch));
    return ExitCode.DONE;
  }
}
