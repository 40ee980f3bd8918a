package tidemark.runner.rehearsal;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import tidemark.operators.connector.Delivery;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;
import tidemark.runner.engine.BatchObserver;
import tidemark.runner.engine.BatchProgress;
import tidemark.runner.engine.CrashPoint;
import tidemark.runner.engine.PipelineDefinition;
import tidemark.runner.engine.PipelineDefinition.DefinedSink;
import tidemark.runner.engine.PipelineDefinition.DefinedSource;
import tidemark.runner.engine.microbatch.PipelineRun;
import tidemark.runner.rehearsal.ReconciledBy.Mechanism;
import tidemark.runner.scenario.TemporaryFolder;

/**
 * Runs a pipeline's next micro-batches undisturbed, then once for every place at which a run can
 * die: killed there, in a process of its own, and gone on with. What the sinks hold in the end is
 * held against what they hold undisturbed. Neither the pipeline's checkpoint nor what its sinks
 * hold is touched.
 */
public final class CrashRehearsal {
  private final PipelineDefinition pipeline;
  private final RehearsalSettings settings;
  private final Path folder;
  private final Killer killer;

  /**
   * @param folder for everything that is not a scratch target; it exists and is empty
   */
  public CrashRehearsal(
      PipelineDefinition pipeline, RehearsalSettings settings, Path folder, Killer killer) {
    this.pipeline = pipeline;
    this.settings = settings;
    this.folder = folder;
    this.killer = killer;
  }

  /**
   * Carries it out.
   *
   * @param each told of every trial, in the order of the places in a batch
   * @param stop whether to stop before the next one; what was shown until then is reported
   * @throws Failure TM645 if nothing can be rehearsed
   */
  public RehearsalReport run(Consumer<Trial> each, BooleanSupplier stop) {
    requireReplay();
    requireTarget();
    for (long batch : Origin.choices(settings)) {
      Origin origin = Origin.of(settings, batch, folder);
      Optional<Undisturbed> undisturbed = undisturbed(origin);
      if (undisturbed.isPresent()) {
        requireRows(undisturbed.get());
        return report(undisturbed.get(), trials(origin, undisturbed.get(), each, stop));
      }
      new TemporaryFolder(TrialFolder.of(folder, 0).path()).close();
    }
    throw new Failure(
        Code.TM645,
        "the sources give no batch to rehearse",
        "let input come, or rehearse with a checkpoint that is not at its end");
  }

  private void requireReplay() {
    pipeline
        .layout()
        .sources()
        .values()
        .forEach(
            source -> {
              if (!source.replayable()) {
                throw new Failure(
                    Code.TM645,
                    "source `" + source.id() + "` gives its rows once: a rehearsal would take them",
                    "rehearse over files or a log that holds such rows");
              }
            });
  }

  private void requireTarget() {
    Stage stage = stage(TrialFolder.of(folder, 0));
    if (stage.targets().isEmpty()) {
      throw new Failure(
          Code.TM645,
          "no sink can be rehearsed: " + String.join("; ", stage.skipped().values()),
          "give a sink that can, or a place with --scratch SINK=PLACE");
    }
  }

  private static void requireRows(Undisturbed undisturbed) {
    if (undisturbed.rows().values().stream().allMatch(rows -> rows.rows() == 0)) {
      throw new Failure(
          Code.TM645,
          "no sink that can be rehearsed gets a row in batches %d to %d"
              .formatted(undisturbed.script().first(), undisturbed.script().last()),
          "raise --batches or --max-rows, so that windows close and rows pass");
    }
  }

  private Stage stage(TrialFolder trial) {
    return new Stage(pipeline, trial, settings);
  }

  /** The run over the real sources; empty if they have nothing. */
  private Optional<Undisturbed> undisturbed(Origin origin) {
    TrialFolder trial = TrialFolder.of(folder, 0);
    origin.begin(settings, trial);
    List<BatchProgress> batches = new ArrayList<>();
    Map<String, RowCounts> rows =
        stage(trial)
            .with(
                stage -> {
                  PipelineDefinition limited =
                      stage.pipeline().reading(limited(), pipeline.tables());
                  play(limited, trial, batches);
                  return stage.rows();
                });
    return batches.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Undisturbed(
                batches,
                Script.of(trial.checkpoint(), batches.get(0).batch()),
                rows,
                pipeline.keepsBadRecords()));
  }

  private Map<String, DefinedSource> limited() {
    Map<String, DefinedSource> limited = new TreeMap<>();
    pipeline
        .sources()
        .forEach(
            (id, source) ->
                limited.put(
                    id,
                    new DefinedSource(
                        source.connector(),
                        source.request().withLimits(settings.limits(source.request().limits())),
                        source.idleAfterMillis(),
                        source.maxFutureSkewMillis())));
    return limited;
  }

  private void play(PipelineDefinition limited, TrialFolder trial, List<BatchProgress> batches) {
    try (PipelineRun run =
        PipelineRun.open(
            limited,
            settings.engine(
                trial.checkpoint(), settings.clock().millis(), CrashPoint.NONE, batches::add))) {
      run.freezeSources();
      boolean more = true;
      while (more && batches.size() < settings.batches()) {
        more = run.runNext();
      }
    }
  }

  private List<Trial> trials(
      Origin origin, Undisturbed undisturbed, Consumer<Trial> each, BooleanSupplier stop) {
    List<Trial> trials = new ArrayList<>();
    trials.add(again(origin, undisturbed));
    each.accept(trials.get(0));
    for (KillPoint point : undisturbed.killPoints()) {
      if (stop.getAsBoolean()) {
        return trials;
      }
      try {
        trials.add(killed(origin, undisturbed, point, TrialFolder.of(folder, trials.size() + 1)));
      } catch (Failure e) {
        if (stop.getAsBoolean()) {
          return trials; // whoever stopped this process has stopped the other one, too
        }
        throw e;
      }
      each.accept(trials.get(trials.size() - 1));
    }
    return trials;
  }

  /** A second undisturbed run: if its rows differ from the first one's, a crash shows nothing. */
  private Trial again(Origin origin, Undisturbed undisturbed) {
    TrialFolder folderOfIt = TrialFolder.of(folder, 1);
    origin.begin(settings, folderOfIt);
    SortedMap<String, Trial.Count> counts =
        stage(folderOfIt)
            .with(
                stage -> {
                  scripted(stage, folderOfIt, undisturbed.script())
                      .play(CrashPoint.NONE, BatchObserver.NONE);
                  return undisturbed.counts(stage.rows(), sink -> ReconciledBy.of(Mechanism.NONE));
                });
    counts.forEach(
        (sink, count) -> {
          if (count.lost() + count.doubled() > 0) {
            throw new Failure(
                Code.TM645,
                "two undisturbed runs over the same input give `%s` different rows: %d are only in the first, %d only in the second"
                    .formatted(sink, count.lost(), count.doubled()),
                "leave out what differs from run to run, such as a function of your own that asks a"
                    + " clock or the network");
          }
        });
    return new Trial(Optional.empty(), counts);
  }

  private Trial killed(Origin origin, Undisturbed undisturbed, KillPoint point, TrialFolder trial) {
    origin.begin(settings, trial);
    SortedMap<String, Trial.Count> counts =
        stage(trial)
            .with(
                stage -> {
                  requireDeath(killer.kill(trial, point), point);
                  Answers answers =
                      new GoingOn(settings, undisturbed, trial, point.batch()).run(stage);
                  return undisturbed.counts(
                      stage.rows(), sink -> answers.of(sink, declared(pipeline.sink(sink))));
                });
    return new Trial(Optional.of(point), counts);
  }

  private static void requireDeath(Optional<String> said, KillPoint point) {
    said.ifPresent(
        text -> {
          throw new Failure(
              Code.TM645,
              "the run that was to be killed in batch %d, %s, ended before: %s"
                  .formatted(point.batch(), point.words(), text),
              "correct what it complains about");
        });
  }

  private ScriptedRun scripted(Stage stage, TrialFolder trial, Script script) {
    return new ScriptedRun(settings, trial, stage.pipeline(), script);
  }

  private static Delivery declared(DefinedSink sink) {
    return sink.connector().delivery(sink.options());
  }

  private RehearsalReport report(Undisturbed undisturbed, List<Trial> trials) {
    Stage stage = stage(TrialFolder.of(folder, 0));
    List<Promise> promises = new ArrayList<>();
    undisturbed
        .rows()
        .forEach(
            (sink, rows) ->
                promises.add(Promise.of(sink, declared(pipeline.sink(sink)), rows.rows(), trials)));
    return new RehearsalReport(
        pipeline.plan().pipeline(),
        undisturbed.script().first(),
        undisturbed.script().last(),
        undisturbed.inputRows(),
        trials,
        promises,
        stage.skipped(),
        settings.keeping() ? stage.places() : Map.of());
  }
}
