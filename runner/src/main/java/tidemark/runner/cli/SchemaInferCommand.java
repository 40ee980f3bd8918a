package tidemark.runner.cli;

import java.nio.file.Path;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code tidemark schema infer}: columns that fit a file. */
final class SchemaInferCommand implements Command {
  @Override
  public CommandSpec spec() {
    return Options.command(
            "infer",
            "Prints the columns of a Parquet, Avro or csv file, or of one with JSON lines.",
            "What it prints can be pasted into a source, or kept as a file for `schema:`.")
        .addOption(Options.text("--rows", "N", "How many records of text to look at; 1000."))
        .addPositional(Options.parameter("FILE", "The sample."));
  }

  @Override
  public ExitCode run(ParseResult arguments, Console console) {
    Path file = Path.of(arguments.matchedPositionalValue(0, ""));
    console.out().print("columns:\n" + SampleFile.columns(file, arguments));
    return ExitCode.DONE;
  }
}
