package tidemark.runner.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import tidemark.runner.compile.Compilation;
import tidemark.runner.replay.Letter;
import tidemark.runner.replay.Letters;
import tidemark.runner.replay.ReplayRequests;
import tidemark.runner.report.Amounts;
import tidemark.runner.status.ReplayProgress;

/** {@code tidemark dead-letter ls}: the dead letters of a pipeline. */
final class DeadLetterListCommand implements Command {
  @Override
  public CommandSpec spec() {
    return DeadLetterOptions.with(
            Options.command(
                "ls",
                "Lists dead letters: id, code, what could not read them, where from, why.",
                "Only reads; works while the pipeline runs."))
        .addOption(
            Options.text(
                "--format",
                "FORMAT",
                "text (default), or json: lines that can be corrected for `replay --from`."));
  }

  @Override
  public ExitCode run(ParseResult arguments, Console console) {
    String format = Options.word(arguments, "--format", "text", List.of("text", "json"));
    CheckedPipeline checked =
        PipelineFiles.of(arguments, console).check(arguments.matchedPositionalValue(0, ""));
    checked.printFindings(console);
    Optional<Compilation> pipeline = checked.runnable();
    if (pipeline.isEmpty()) {
      return ExitCode.BAD_INPUT;
    }
    List<Letter> letters =
        DeadLetterOptions.chosen(new Letters(pipeline.get()).all(), pipeline.get(), arguments);
    if (format.equals("json")) {
      letters.forEach(l -> console.out().println(l.shown(console.secrets()::mask).json()));
      return ExitCode.DONE;
    }
    Path checkpoint = ChosenCheckpoint.of(arguments, pipeline.get());
    ReplayRequests requests = new ReplayRequests(checkpoint);
    Set<String> asked = requests.ids();
    Set<String> replayed = asked.isEmpty() ? Set.of() : requests.ids(taken(checkpoint));
    for (Letter letter : letters) {
      String line =
          "%s  %s  %s  %s  %s%s"
              .formatted(
                  letter.id(),
                  letter.code(),
                  letter.reader(),
                  letter.place().isEmpty() ? "-" : letter.place(),
                  letter.reason(),
                  replayed.contains(letter.id())
                      ? "  (replayed)"
                      : asked.contains(letter.id()) ? "  (asked for)" : "");
      console.out().println(console.secrets().mask(line));
    }
    console.out().println(Amounts.count(letters.size(), "dead letter", "dead letters"));
    return ExitCode.DONE;
  }

  private static long taken(Path checkpoint) {
    return ReplayProgress.of(StateOptions.open(checkpoint.toString())).taken();
  }
}
