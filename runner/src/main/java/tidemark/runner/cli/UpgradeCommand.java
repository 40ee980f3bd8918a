package tidemark.runner.cli;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;
import tidemark.runner.baseline.GitVersion;
import tidemark.runner.baseline.StoredBaseline;
import tidemark.runner.compat.Baseline;
import tidemark.runner.compat.Change;
import tidemark.runner.compat.CheckRequest;
import tidemark.runner.compat.Comparison;
import tidemark.runner.compat.CompatibilityCheck;
import tidemark.runner.compat.Policy;
import tidemark.runner.compat.StoredFacts;
import tidemark.runner.compat.Verdict;
import tidemark.runner.compile.Compilation;
import tidemark.runner.engine.BatchObserver;
import tidemark.runner.engine.CrashPoint;
import tidemark.runner.engine.Definitions;
import tidemark.runner.engine.EngineOptions;
import tidemark.runner.engine.PipelineDefinition;
import tidemark.runner.engine.StateScan;
import tidemark.runner.report.ChangeText;
import tidemark.runner.scenario.TemporaryFolder;
import tidemark.runner.upgrade.Outlook;
import tidemark.runner.upgrade.Rehearsal;
import tidemark.runner.upgrade.Rehearsal.Played;
import tidemark.runner.upgrade.UpgradeText;
import tidemark.statestore.IdSource;
import tidemark.statestore.checkpoint.CheckpointOptions;
import tidemark.statestore.checkpoint.CheckpointView;
import tidemark.statestore.checkpoint.CommitEntry;

/** {@code tidemark upgrade}: what the next run would do to the state, without doing it. */
final class UpgradeCommand implements Command {
  private static final String GIT = "git:";
  private static final int BATCHES = 10;
  private static final int ROWS = 20;

  @Override
  public CommandSpec spec() {
    CommandSpec spec =
        Options.command(
            "upgrade",
            "Says what the next run of a changed pipeline does to what is stored.",
            "With --rehearse the next batches run on a copy of the checkpoint, over the real",
            "sources and with files in the place of the sinks, as if every change that shifts",
            "results were accepted. Neither touches the checkpoint.");
    return PipelineFiles.withOptions(spec)
        .addOption(
            Options.text("--checkpoint", "DIR", "Use this checkpoint, not the one of the file."))
        .addOption(
            Options.texts("--accept", "ID", "Accept a change that shifts results; repeatable."))
        .addOption(
            Options.flag(
                "--scan-state",
                "Read stored rows where only their values show that a change is harmless."))
        .addOption(Options.flag("--rehearse", "Run the next batches on a copy."))
        .addOption(Options.text("--batches", "N", "How many batches are rehearsed; default: 10."))
        .addOption(
            Options.text(
                "--against", "OLD", "A file or git:REF to rehearse beside it and compare with."))
        .addOption(Options.text("--rows", "N", "How many rows of a sink are shown; default: 20."))
        .addPositional(Options.parameter("FILE", "The pipeline file."));
  }

  @Override
  public ExitCode run(ParseResult arguments, Console console) {
    requireNumbers(arguments);
    PipelineFiles files = PipelineFiles.of(arguments, console);
    CheckedPipeline checked = files.check(arguments.matchedPositionalValue(0, ""));
    checked.printFindings(console);
    Optional<Compilation> runnable = checked.runnable();
    if (runnable.isEmpty()) {
      return ExitCode.BAD_INPUT;
    }
    Path checkpoint = ChosenCheckpoint.of(arguments, runnable.get());
    CheckpointView view = StateOptions.open(checkpoint.toString());
    Optional<StoredBaseline> stored = StoredBaseline.of(view);
    if (stored.isEmpty()) {
      console.out().println("no batch is committed: there is nothing to upgrade");
      return ExitCode.DONE;
    }
    PipelineDefinition now =
        Definitions.of(runnable.get(), files.connectors(), files::mask)
            .keptIn(checkpoint)
            .accepting(arguments.matchedOptionValue("--accept", List.<String>of()));
    StateScan scan =
        arguments.hasMatchedOption("--scan-state") ? StateScan.WHERE_NEEDED : StateScan.NEVER;
    StoredFacts facts =
        scan == StateScan.NEVER ? StoredFacts.NONE : ScannedState.of(view, stored.get());
    Comparison comparison = compare(now, stored.get(), facts);
    List<Change> failing = comparison.failing(Policy.STANDARD, now.upgrade().accepted());
    ChangeText changes = new ChangeText(checked.read().texts(), checked.read().secrets()::mask);
    failing.forEach(change -> console.err().print(changes.of(change)));
    boolean rehearses = arguments.hasMatchedOption("--rehearse");
    boolean isRefused = failing.stream().anyMatch(c -> c.verdict() == Verdict.REFUSED);
    if (isRefused || !failing.isEmpty() && !rehearses) {
      return ExitCode.INCOMPATIBLE;
    }
    printOutlook(comparison, view, stored.get(), console);
    if (rehearses) {
      now = now.accepting(failing.stream().map(Change::id).toList());
      rehearse(arguments, console, files, now, checkpoint, stored.get().batch(), scan);
    }
    if (!failing.isEmpty()) {
      console.out().println("the next run refuses this until what shifts results is accepted");
      return ExitCode.INCOMPATIBLE;
    }
    return ExitCode.DONE;
  }

  /** A number that is none is told before anything else is. */
  private static void requireNumbers(ParseResult arguments) {
    int unusedBatches = Options.number(arguments, "--batches", BATCHES);
    int unusedRows = Options.number(arguments, "--rows", ROWS);
  }

  private static Comparison compare(
      PipelineDefinition now, StoredBaseline stored, StoredFacts facts) {
    return CompatibilityCheck.compare(
        new CheckRequest(
            stored.layout(),
            now.layout(),
            now.upgrade(),
            new Baseline.Stored(stored.generation(), stored.batch()),
            now.subjects(),
            now.file(),
            facts));
  }

  private static void printOutlook(
      Comparison comparison, CheckpointView view, StoredBaseline stored, Console console) {
    console
        .out()
        .printf(
            "after batch %d, plan %d: %d change%s%n",
            stored.batch(),
            stored.generation(),
            comparison.changes().size(),
            comparison.changes().size() == 1 ? "" : "s");
    for (Change change : comparison.changes()) {
      console
          .out()
          .printf(
              "  %-14s  %s: %s; %s%n",
              change.verdict().word(), change.id(), change.change(), change.reason());
    }
    CommitEntry commit = view.commits().read(stored.batch()).orElseThrow();
    console.out().println("what is stored");
    console
        .out()
        .print(UpgradeText.of(Outlook.of(comparison.upgrade().orElseThrow(), commit.state())));
  }

  private static void rehearse(
      ParseResult arguments,
      Console console,
      PipelineFiles files,
      PipelineDefinition now,
      Path checkpoint,
      long batch,
      StateScan scan) {
    int batches = Options.number(arguments, "--batches", BATCHES);
    int rows = Options.number(arguments, "--rows", ROWS);
    try (TemporaryFolder folder = TemporaryFolder.of("rehearsal")) {
      Rehearsal rehearsal =
          new Rehearsal(
              checkpoint,
              batch,
              folder.path(),
              files.connectors(),
              CheckpointOptions.of(
                  now.layout().pipeline(), Clock.systemUTC(), IdSource.random(new SecureRandom())));
      Played after = rehearsal.play(now, "after", batches, engine(checkpoint).withScan(scan));
      console.out().print(UpgradeText.of("rehearsed now", after));
      String other = arguments.matchedOptionValue("--against", "");
      if (other.isEmpty()) {
        after.sinks().keySet().stream()
            .sorted()
            .forEach(s -> console.out().print(UpgradeText.of(s, after.rows(s), rows)));
        console
            .out()
            .println(
                "these are the rows of the pipeline as it is now; the checkpoint holds what the old"
                    + " one meant, not its file: to see which rows differ, give that with --against"
                    + " FILE or --against git:REF");
        return;
      }
      PipelineDefinition old =
          old(files, other, arguments.matchedPositionalValue(0, "")).keptIn(checkpoint);
      Played before = rehearsal.play(old, "before", batches, engine(checkpoint));
      console.out().print(UpgradeText.of("rehearsed before", before));
      Rehearsal.differences(before, after)
          .forEach((sink, d) -> console.out().print(UpgradeText.of(sink, d, rows)));
    }
  }

  private static PipelineDefinition old(PipelineFiles files, String other, String file) {
    if (!other.startsWith(GIT)) {
      return compiled(files, other);
    }
    try (GitVersion version = GitVersion.of(Path.of(file), other.substring(GIT.length()))) {
      return compiled(files, version.pipeline().toString());
    }
  }

  private static PipelineDefinition compiled(PipelineFiles files, String file) {
    Compilation pipeline =
        files
            .check(file)
            .runnable()
            .orElseThrow(
                () ->
                    new Failure(
                        Code.TM115,
                        file + " has errors itself",
                        "compare with a file that passes `tidemark lint`"));
    return Definitions.of(pipeline, files.connectors(), files::mask);
  }

  private static EngineOptions engine(Path checkpoint) {
    return new EngineOptions(
        checkpoint,
        Runtime.getRuntime().availableProcessors(),
        CheckpointOptions.MEMORY_BUDGET,
        CheckpointOptions.RETAIN_BATCHES,
        Clock.systemUTC(),
        IdSource.random(new SecureRandom()),
        CrashPoint.NONE,
        BatchObserver.NONE);
  }
}
