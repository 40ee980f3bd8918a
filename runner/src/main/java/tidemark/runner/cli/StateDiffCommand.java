package tidemark.runner.cli;

import java.io.PrintStream;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import tidemark.operators.diagnostics.Failure;
import tidemark.runner.inspect.StateDifference;
import tidemark.runner.inspect.StoredBatch;
import tidemark.runner.inspect.StoredStore;
import tidemark.runner.report.Amounts;
import tidemark.statestore.checkpoint.CheckpointView;
import tidemark.statestore.checkpoint.StateVersion;

/** {@code tidemark state diff}: what changed in a step's state between two retained batches. */
final class StateDiffCommand implements Command {
  @Override
  public CommandSpec spec() {
    CommandSpec spec =
        Options.command(
                "diff",
                "Compares a step's state after two retained batches, row by row.",
                "+ added, - removed, ~ changed (before and after). Ends with 0 either way.")
            .addOption(Options.text("--format", "FORMAT", "text (default) or json, a row a line."));
    return StateOptions.withRows(spec)
        .addPositional(StateOptions.parameter(2, "A", "The earlier batch."))
        .addPositional(StateOptions.parameter(3, "B", "The later batch."));
  }

  @Override
  public ExitCode run(ParseResult arguments, Console console) {
    String format = Options.word(arguments, "--format", "text", List.of("text", "json"));
    CheckpointView view = StateOptions.open(arguments.matchedPositionalValue(0, ""));
    StoredBatch a = batch(view, arguments, 2);
    StoredBatch b = batch(view, arguments, 3);
    StoredStore before = store(a, b, arguments);
    StoredStore after = store(b, a, arguments);
    StateDifference difference =
        new StateDifference(
            before,
            StateOptions.rows(before, arguments),
            after,
            StateOptions.rows(after, arguments));
    try (StateVersion old = StateOptions.version(view, a.batch(), console);
        StateVersion now = StateOptions.version(view, b.batch(), console)) {
      difference.run(old, now, format.equals("json") ? json(console.out()) : text(console.out()));
    }
    if (format.equals("text")) {
      console
          .out()
          .println(
              "%s, batch %d to %d: %s added, %s removed, %s changed, %s the same"
                  .formatted(
                      after.step(),
                      a.batch(),
                      b.batch(),
                      Amounts.count(difference.added()),
                      Amounts.count(difference.removed()),
                      Amounts.count(difference.changed()),
                      Amounts.count(difference.same())));
    }
    return ExitCode.DONE;
  }

  private static StoredBatch batch(CheckpointView view, ParseResult arguments, int index) {
    String text = arguments.matchedPositionalValue(index, "");
    return StoredBatch.of(view, OptionalLong.of(StateOptions.number(arguments, text)));
  }

  /** A step without rows in one of the two batches has a store in the other one. */
  private static StoredStore store(StoredBatch batch, StoredBatch other, ParseResult arguments) {
    String step = arguments.matchedPositionalValue(1, "");
    Optional<String> name = Optional.ofNullable(arguments.matchedOptionValue("--store", null));
    try {
      return batch.store(step, name);
    } catch (Failure none) {
      return other.store(step, name);
    }
  }

  private static StateDifference.Found text(PrintStream out) {
    return new StateDifference.Found() {
      @Override
      public void added(String row) {
        out.println("+ " + row);
      }

      @Override
      public void removed(String row) {
        out.println("- " + row);
      }

      @Override
      public void changed(String before, String after) {
        out.println("~ " + before);
        out.println("  " + after);
      }
    };
  }

  private static StateDifference.Found json(PrintStream out) {
    return new StateDifference.Found() {
      @Override
      public void added(String row) {
        out.println("{\"change\":\"added\",\"after\":" + row + "}");
      }

      @Override
      public void removed(String row) {
        out.println("{\"change\":\"removed\",\"before\":" + row + "}");
      }

      @Override
      public void changed(String before, String after) {
        out.println("{\"change\":\"changed\",\"before\":" + before + ",\"after\":" + after + "}");
      }
    };
  }
}
