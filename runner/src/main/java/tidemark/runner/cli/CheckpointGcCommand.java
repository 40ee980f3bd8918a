package tidemark.runner.cli;

import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import tidemark.runner.inspect.UpkeepJson;
import tidemark.runner.report.Amounts;
import tidemark.statestore.checkpoint.Checkpoint;
import tidemark.statestore.checkpoint.CheckpointView;
import tidemark.statestore.checkpoint.Garbage;

/** {@code tidemark checkpoint gc}: files of the state that nothing names. */
final class CheckpointGcCommand implements Command {
  @Override
  public CommandSpec spec() {
    return Options.command(
            "gc",
            "Lists files of the state that no retained batch needs; --delete deletes them.",
            "Every run does the same after its first batch. A run at work is not disturbed: then",
            "its newest files are listed too, and --delete is refused.")
        .addOption(Options.flag("--dry-run", "Only list; this is the default."))
        .addOption(Options.flag("--delete", "Delete what is listed."))
        .addOption(Options.text("--format", "FORMAT", "text (default) or json."))
        .addPositional(Options.parameter("DIR", StateOptions.CHECKPOINT));
  }

  @Override
  public ExitCode run(ParseResult arguments, Console console) {
    String format = Options.word(arguments, "--format", "text", List.of("text", "json"));
    boolean delete = arguments.hasMatchedOption("--delete");
    if (delete && arguments.hasMatchedOption("--dry-run")) {
      throw Options.bad(arguments, "Give --dry-run or --delete, not both");
    }
    String folder = arguments.matchedPositionalValue(0, "");
    CheckpointView view = StateOptions.open(folder);
    Garbage garbage =
        delete
            ? Checkpoint.deleteGarbage(Path.of(folder), StateOptions.writing(view))
            : Checkpoint.garbage(Path.of(folder));
    console
        .out()
        .print(format.equals("json") ? UpkeepJson.of(garbage, delete) : text(garbage, delete));
    return ExitCode.DONE;
  }

  private static String text(Garbage garbage, boolean deleted) {
    StringBuilder page = new StringBuilder();
    garbage
        .files()
        .forEach(
            file -> page.append("%s  %s%n".formatted(file.path(), Amounts.bytes(file.bytes()))));
    page.append(Amounts.count(garbage.files().size(), "file", "files"));
    page.append(", ").append(Amounts.bytes(garbage.bytes()));
    page.append(deleted ? " deleted\n" : garbage.files().isEmpty() ? "\n" : "; --delete deletes\n");
    return page.toString();
  }
}
