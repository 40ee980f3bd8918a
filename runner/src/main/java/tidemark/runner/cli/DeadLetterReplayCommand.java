package tidemark.runner.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import tidemark.runner.compile.Compilation;
import tidemark.runner.replay.CorrectedLetters;
import tidemark.runner.replay.Eligibility;
import tidemark.runner.replay.Letter;
import tidemark.runner.replay.Letters;
import tidemark.runner.replay.ReplayRequests;
import tidemark.runner.report.Amounts;
import tidemark.runner.status.ReplayProgress;
import tidemark.statestore.checkpoint.CheckpointView;

/** {@code tidemark dead-letter replay}: lets the next micro-batch read dead letters again. */
final class DeadLetterReplayCommand implements Command {
  @Override
  public CommandSpec spec() {
    return DeadLetterOptions.with(
            Options.command(
                "replay",
                "Lets the next micro-batch read dead letters again, each exactly once.",
                "Records go through their source, rows to the step that failed on them. Correct",
                "the pipeline first; what fails again is a dead letter again."))
        .addOption(
            Options.text(
                "--from",
                "LETTERS",
                "Take them from this file: lines of `ls --format json`, corrected by hand."))
        .addOption(Options.flag("--dry-run", "Only say what would be read again."));
  }

  @Override
  public ExitCode run(ParseResult arguments, Console console) {
    CheckedPipeline checked =
        PipelineFiles.of(arguments, console).check(arguments.matchedPositionalValue(0, ""));
    checked.printFindings(console);
    Optional<Compilation> pipeline = checked.runnable();
    if (pipeline.isEmpty()) {
      return ExitCode.BAD_INPUT;
    }
    Path checkpoint = ChosenCheckpoint.of(arguments, pipeline.get());
    CheckpointView view = StateOptions.open(checkpoint.toString());
    ReplayProgress progress = ReplayProgress.of(view);
    ReplayRequests requests = new ReplayRequests(checkpoint);
    Letters letters = new Letters(pipeline.get());
    Eligibility eligibility = new Eligibility(letters, requests, progress.newest());
    List<Letter> chosen =
        chosen(offered(letters, pipeline.get(), arguments), eligibility, arguments, console);
    Map<String, Integer> readers = new TreeMap<>();
    chosen.forEach(letter -> readers.merge(letter.reader(), 1, Integer::sum));
    readers.forEach(
        (reader, count) ->
            console.out().println(reader + ": " + Amounts.count(count, "letter", "letters")));
    if (chosen.isEmpty()) {
      console.out().println("nothing to read again");
    } else if (arguments.hasMatchedOption("--dry-run")) {
      console.out().println("nothing was done (--dry-run)");
    } else {
      long request = requests.add(chosen, progress.taken());
      console
          .out()
          .println("replay " + request + ": the next micro-batch reads them; run the pipeline");
    }
    return ExitCode.DONE;
  }

  private static List<Letter> offered(
      Letters letters, Compilation pipeline, ParseResult arguments) {
    List<Letter> all = letters.all();
    List<Letter> offered =
        corrected(arguments).map(file -> new CorrectedLetters(file, all).read()).orElse(all);
    return DeadLetterOptions.chosen(offered, pipeline, arguments);
  }

  private static Optional<Path> corrected(ParseResult arguments) {
    return Optional.ofNullable(arguments.<String>matchedOptionValue("--from", null)).map(Path::of);
  }

  /** Those that can be read again; the others are named, if they were pointed at. */
  private static List<Letter> chosen(
      List<Letter> offered, Eligibility eligibility, ParseResult arguments, Console console) {
    List<Letter> chosen = new ArrayList<>();
    for (Letter letter : offered) {
      Optional<String> objection = eligibility.objection(letter);
      if (objection.isEmpty()) {
        chosen.add(letter);
      } else if (corrected(arguments).isPresent() || !eligibility.isReplayed(letter)) {
        console.out().println(letter.id() + ": left out, " + objection.get() + " (TM650)");
      }
    }
    return chosen;
  }
}
