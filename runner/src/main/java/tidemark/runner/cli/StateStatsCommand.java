package tidemark.runner.cli;

import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import tidemark.runner.inspect.Growth;
import tidemark.runner.inspect.StatisticsPage;
import tidemark.runner.inspect.StoreStatistics;
import tidemark.runner.inspect.StoredBatch;
import tidemark.runner.inspect.StoredStore;
import tidemark.statestore.checkpoint.CheckpointView;
import tidemark.statestore.checkpoint.StateVersion;

/** {@code tidemark state stats}: how large the state is, how it is spread and how it grows. */
final class StateStatsCommand implements Command {
  @Override
  public CommandSpec spec() {
    CommandSpec spec =
        Options.command(
                "stats",
                "Counts rows and bytes of every store, their spread over key groups, their growth.",
                "Reads every row; works while a run holds the checkpoint.")
            .addOption(Options.text("--format", "FORMAT", "text (default) or json."))
            .addPositional(StateOptions.parameter(0, "CHECKPOINT", StateOptions.CHECKPOINT));
    return StateOptions.withBatch(spec);
  }

  @Override
  public ExitCode run(ParseResult arguments, Console console) {
    String format = Options.word(arguments, "--format", "text", List.of("text", "json"));
    CheckpointView view = StateOptions.open(arguments.matchedPositionalValue(0, ""));
    StoredBatch batch = StoredBatch.of(view, StateOptions.batch(arguments));
    StatisticsPage page = new StatisticsPage(batch);
    try (StateVersion version = StateOptions.version(view, batch.batch(), console)) {
      for (StoredStore store : batch.stores()) {
        page.add(store, StoreStatistics.of(version, store), Growth.of(view, store.id()));
      }
    }
    console.out().print(format.equals("json") ? page.json() : page.text());
    return ExitCode.DONE;
  }
}
