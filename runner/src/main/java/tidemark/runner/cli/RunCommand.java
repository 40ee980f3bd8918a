package tidemark.runner.cli;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import tidemark.runner.compile.Compilation;
import tidemark.runner.engine.BatchObserver;
import tidemark.runner.engine.CrashPoint;
import tidemark.runner.engine.Definitions;
import tidemark.runner.engine.EngineOptions;
import tidemark.runner.engine.OnEarlier;
import tidemark.runner.engine.PipelineDefinition;
import tidemark.runner.engine.StateScan;
import tidemark.runner.engine.StopSignal;
import tidemark.runner.engine.Trigger;
import tidemark.runner.engine.microbatch.PipelineRun;
import tidemark.runner.engine.microbatch.TriggerLoop;
import tidemark.statestore.IdSource;
import tidemark.statestore.checkpoint.CheckpointOptions;
import tidemark.statestore.checkpoint.CheckpointOptions.WhenInUse;

/** {@code tidemark run}: runs a pipeline until its trigger is done or a signal stops it. */
final class RunCommand implements Command {
  @Override
  public CommandSpec spec() {
    CommandSpec spec =
        Options.command(
            "run",
            "Runs a pipeline.",
            "SIGINT and SIGTERM finish the batch that is running; after a crash the next run goes",
            "on where the last committed batch ended.");
    return PipelineFiles.withOptions(spec)
        .addOption(
            Options.text("--checkpoint", "DIR", "Use this checkpoint, not the one of the file."))
        .addOption(
            Options.text(
                "--trigger", "TRIGGER", "available_now, once, or every:DURATION, as every:10s."))
        .addOption(
            Options.text("--parallelism", "N", "Threads that read and compute; default: cores."))
        .addOption(
            Options.text(
                "--progress", "MODE", "auto (default), live, plain, json, or none; on stderr."))
        .addOption(
            Options.flag(
                "--take-over",
                "Take the checkpoint from a run that hangs; that run can write nothing more."))
        .addOption(
            Options.flag(
                "--adopt",
                "With a new checkpoint: go on after the newest batch that the targets hold of this"
                    + " pipeline, where they say which input is covered."))
        .addOption(
            Options.flag(
                "--replay",
                "With a new checkpoint: write everything again; targets give up what they hold of"
                    + " this pipeline, or have to be emptied before."))
        .addOption(
            Options.texts(
                "--accept", "ID", "Accept a change that shifts results; may be repeated."))
        .addOption(
            Options.flag(
                "--scan-state",
                "Read stored rows where only their values show that a change is harmless."))
        .addPositional(Options.parameter("FILE", "The pipeline file."));
  }

  @Override
  public ExitCode run(ParseResult arguments, Console console) {
    String word = Options.word(arguments, "--progress", "auto", ProgressMode.WORDS);
    Optional<Trigger> trigger =
        Optional.ofNullable(arguments.<String>matchedOptionValue("--trigger", null))
            .map(text -> Triggers.parse(text, arguments));
    int parallelism = parallelism(arguments);
    PipelineFiles files = PipelineFiles.of(arguments, console);
    CheckedPipeline checked = files.check(arguments.matchedPositionalValue(0, ""));
    checked.printFindings(console);
    Optional<Compilation> runnable = checked.runnable();
    if (runnable.isEmpty()) {
      return ExitCode.BAD_INPUT;
    }
    Compilation pipeline = runnable.get();
    ProgressPrinter progress = progress(ProgressMode.of(word, console), pipeline, console);
    Path checkpoint = ChosenCheckpoint.of(arguments, pipeline);
    EngineOptions options =
        options(checkpoint, parallelism, pipeline, progress)
            .withWhenInUse(
                arguments.hasMatchedOption("--take-over") ? WhenInUse.TAKE_OVER : WhenInUse.REFUSE)
            .withScan(
                arguments.hasMatchedOption("--scan-state")
                    ? StateScan.WHERE_NEEDED
                    : StateScan.NEVER)
            .withOnEarlier(onEarlier(arguments));
    List<String> accepted = arguments.matchedOptionValue("--accept", List.<String>of());
    PipelineDefinition definition =
        Definitions.of(pipeline, files.connectors(), files::mask)
            .keptIn(checkpoint)
            .accepting(accepted);
    run(
        definition,
        options,
        trigger.orElseGet(() -> Triggers.of(pipeline.trigger())),
        progress,
        console.stopping().patiently());
    return ExitCode.DONE;
  }

  private static void run(
      PipelineDefinition definition,
      EngineOptions options,
      Trigger trigger,
      ProgressPrinter progress,
      StopSignal stop) {
    String end = "failed";
    try (PipelineRun run = PipelineRun.open(definition, options)) {
      new TriggerLoop(run, stop, options.clock()).run(trigger);
      end = stop.isRaised() ? "stopped" : "done";
    } finally {
      progress.finish(end);
    }
  }

  private static EngineOptions options(
      Path checkpoint, int parallelism, Compilation pipeline, BatchObserver observer) {
    return new EngineOptions(
        checkpoint,
        parallelism,
        pipeline.stateMemory().orElse(CheckpointOptions.MEMORY_BUDGET),
        Math.toIntExact(pipeline.retainBatches()),
        Clock.systemUTC(),
        IdSource.random(new SecureRandom()),
        CrashPoint.NONE,
        observer);
  }

  private static ProgressPrinter progress(
      ProgressMode mode, Compilation pipeline, Console console) {
    return new ProgressPrinter(
        console.err(),
        mode,
        pipeline.spec().name().value(),
        console.columns(),
        () -> System.nanoTime() / 1_000_000);
  }

  private static OnEarlier onEarlier(ParseResult arguments) {
    boolean adopts = arguments.hasMatchedOption("--adopt");
    boolean replays = arguments.hasMatchedOption("--replay");
    if (adopts && replays) {
      throw Options.bad(arguments, "Give --adopt or --replay, not both");
    }
    return adopts ? OnEarlier.ADOPT : replays ? OnEarlier.REPLAY : OnEarlier.REFUSE;
  }

  private static int parallelism(ParseResult arguments) {
    String text = arguments.matchedOptionValue("--parallelism", "");
    if (text.isEmpty()) {
      return Runtime.getRuntime().availableProcessors();
    }
    if (!text.matches("[1-9][0-9]{0,2}")) {
      throw Options.bad(
          arguments, "--parallelism needs a number from 1 to 999, not '%s'".formatted(text));
    }
    return Integer.parseInt(text);
  }
}
