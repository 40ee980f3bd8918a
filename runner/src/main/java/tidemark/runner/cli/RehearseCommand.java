package tidemark.runner.cli;

import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import tidemark.runner.compile.Compilation;
import tidemark.runner.engine.Definitions;
import tidemark.runner.engine.PipelineDefinition;
import tidemark.runner.engine.StopSignal;
import tidemark.runner.layout.SinkLayout;
import tidemark.runner.rehearsal.CrashRehearsal;
import tidemark.runner.rehearsal.RehearsalJson;
import tidemark.runner.rehearsal.RehearsalReport;
import tidemark.runner.rehearsal.RehearsalSettings;
import tidemark.runner.rehearsal.RehearsalText;
import tidemark.runner.rehearsal.Trial;
import tidemark.runner.rehearsal.Victim;
import tidemark.runner.scenario.TemporaryFolder;
import tidemark.statestore.IdSource;
import tidemark.statestore.checkpoint.CheckpointOptions;

/** {@code tidemark rehearse}: kills a pipeline wherever it can die, and counts its rows. */
final class RehearseCommand implements Command {
  private static final int BATCHES = 3;
  private static final int ROWS = 100_000;

  @Override
  public CommandSpec spec() {
    CommandSpec spec =
        Options.command(
            "rehearse",
            "Shows that a pipeline loses and doubles no row wherever it is killed.",
            "Its next batches run on copies of its checkpoint, over its real sources, with scratch",
            "targets in the place of its sinks: once undisturbed, then killed at every boundary and",
            "gone on with. Its checkpoint and what its sinks hold are not touched. Exit code 1 if a",
            "sink does not keep what it declares.");
    return PipelineFiles.withOptions(spec)
        .addOption(
            Options.text("--checkpoint", "DIR", "Use this checkpoint, not the one of the file."))
        .addOption(Options.text("--batches", "N", "How many batches are run; default: 3."))
        .addOption(
            Options.text(
                "--max-rows", "N", "Rows that a batch takes of a source; default: 100000."))
        .addOption(
            Options.texts(
                "--scratch",
                "SINK=PLACE",
                "Where a sink is rehearsed: a folder, a URL; may be repeated."))
        .addOption(Options.flag("--keep", "Keep the scratch targets."))
        .addOption(Options.text("--format", "FORMAT", "text (default) or json."))
        .addPositional(Options.parameter("FILE", "The pipeline file."));
  }

  @Override
  public ExitCode run(ParseResult arguments, Console console) {
    String format = Options.word(arguments, "--format", "text", List.of("text", "json"));
    PipelineFiles files = PipelineFiles.of(arguments, console);
    CheckedPipeline checked = files.check(arguments.matchedPositionalValue(0, ""));
    Optional<Compilation> runnable = checked.runnable();
    Optional<KillerProcess.Told> told = KillerProcess.Told.find();
    if (told.isEmpty() || runnable.isEmpty()) {
      checked.printFindings(console);
    }
    if (runnable.isEmpty()) {
      return ExitCode.BAD_INPUT;
    }
    RehearsalSettings settings = settings(arguments, runnable.get(), files);
    PipelineDefinition pipeline =
        Definitions.of(runnable.get(), files.connectors(), files::mask)
            .keptIn(settings.checkpoint());
    if (told.isPresent()) {
      new Victim(pipeline, settings, told.get().folder())
          .run(told.get().point(), KillerProcess::die);
      return ExitCode.FAILED;
    }
    RehearsalReport report = rehearse(pipeline, settings, arguments.originalArgs(), console);
    String text = format.equals("json") ? RehearsalJson.of(report) : RehearsalText.of(report);
    console.out().print(console.secrets().mask(text));
    return report.holds() ? ExitCode.DONE : ExitCode.FAILED;
  }

  private static RehearsalReport rehearse(
      PipelineDefinition pipeline,
      RehearsalSettings settings,
      List<String> arguments,
      Console console) {
    StopSignal stop = console.stopping().patiently();
    try (TemporaryFolder folder = TemporaryFolder.of("rehearsal")) {
      return new CrashRehearsal(
              pipeline, settings, folder.path(), new KillerProcess(arguments, console.env()))
          .run(trial -> progress(trial, console), stop::isRaised);
    }
  }

  private static void progress(Trial trial, Console console) {
    if (console.live()) {
      console.err().println("killed " + trial.words());
    }
  }

  private static RehearsalSettings settings(
      ParseResult arguments, Compilation pipeline, PipelineFiles files) {
    return new RehearsalSettings(
        ChosenCheckpoint.of(arguments, pipeline),
        Options.number(arguments, "--batches", BATCHES),
        Options.number(arguments, "--max-rows", ROWS),
        places(arguments, pipeline),
        pipeline.stateMemory().orElse(CheckpointOptions.MEMORY_BUDGET),
        Clock.systemUTC(),
        IdSource.random(new SecureRandom()),
        files.connectors().stream().filter(c -> c.name().equals("file")).findFirst().orElseThrow(),
        arguments.hasMatchedOption("--keep"));
  }

  private static Map<String, String> places(ParseResult arguments, Compilation pipeline) {
    Map<String, String> places = new TreeMap<>();
    for (String scratch : arguments.matchedOptionValue("--scratch", List.<String>of())) {
      int equals = scratch.indexOf('=');
      if (equals < 1 || equals == scratch.length() - 1) {
        throw Options.bad(arguments, "--scratch needs SINK=PLACE, not '%s'".formatted(scratch));
      }
      String sink = scratch.substring(0, equals);
      boolean isDeadLetter =
          sink.equals(SinkLayout.DEAD_LETTER) && pipeline.deadLetter().isPresent();
      if (!pipeline.sinks().containsKey(sink) && !isDeadLetter) {
        throw Options.bad(arguments, "--scratch: the pipeline has no sink '%s'".formatted(sink));
      }
      places.put(sink, scratch.substring(equals + 1));
    }
    return places;
  }
}
