package tidemark.runner.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import tidemark.runner.compile.Compilation;
import tidemark.runner.replay.Letter;
import tidemark.runner.replay.LetterFolder;
import tidemark.runner.replay.Letters;
import tidemark.runner.replay.ReplayRequests;
import tidemark.runner.report.Amounts;
import tidemark.statestore.checkpoint.CheckpointView;
import tidemark.statestore.checkpoint.CommitEntry;
import tidemark.statestore.checkpoint.Recovery;

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
    ReplayRequests requests = new ReplayRequests(checkpoint);
    List<Letter> chosen = chosen(pipeline.get(), requests, arguments, console);
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
      long request = requests.add(chosen, taken(view.recovery()));
      console
          .out()
          .println("replay " + request + ": the next micro-batch reads them; run the pipeline");
    }
    return ExitCode.DONE;
  }

  private static long taken(Recovery recovery) {
    Optional<CommitEntry> last = Optional.empty();
    if (recovery instanceof Recovery.Next next) {
      last = Optional.of(next.lastCommit());
    } else if (recovery instanceof Recovery.Rerun rerun) {
      last = rerun.previousCommit();
    }
    return last.map(commit -> ReplayRequests.taken(commit.extra())).orElse(0L);
  }

  /** Those that were not asked for before and can be read; the others are named. */
  private static List<Letter> chosen(
      Compilation pipeline, ReplayRequests requests, ParseResult arguments, Console console) {
    Letters letters = new Letters(pipeline);
    List<Letter> all =
        Optional.ofNullable(arguments.<String>matchedOptionValue("--from", null))
            .map(file -> LetterFolder.corrected(Path.of(file)))
            .orElseGet(letters::all);
    Set<String> before = requests.ids();
    List<Letter> chosen = new ArrayList<>();
    for (Letter letter : DeadLetterOptions.chosen(all, arguments)) {
      Optional<String> objection = letters.objection(letter);
      if (before.contains(letter.id())) {
        continue;
      }
      if (objection.isEmpty()) {
        chosen.add(letter);
      } else {
        console.out().println(letter.id() + ": left out, " + objection.get() + " (TM650)");
      }
    }
    return chosen;
  }
}
