package tidemark.runner.rehearsal;

import java.util.Map;
import java.util.TreeMap;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;
import tidemark.runner.engine.BatchObserver;
import tidemark.runner.engine.CrashPoint;
import tidemark.runner.engine.PipelineDefinition;
import tidemark.runner.engine.PipelineDefinition.DefinedSource;
import tidemark.runner.engine.microbatch.PipelineRun;

/** A run over the micro-batches of a script, from wherever its checkpoint stands to the last. */
final class ScriptedRun {
  private final RehearsalSettings settings;
  private final TrialFolder folder;
  private final PipelineDefinition pipeline;
  private final Cue cue;

  /**
   * @param pipeline with its scratch targets, and its sources as they are
   */
  ScriptedRun(
      RehearsalSettings settings, TrialFolder folder, PipelineDefinition pipeline, Script script) {
    this.settings = settings;
    this.folder = folder;
    this.cue = new Cue(script);
    this.pipeline = pipeline.reading(scripted(pipeline.sources()), pipeline.tables());
  }

  private Map<String, DefinedSource> scripted(Map<String, DefinedSource> sources) {
    Map<String, DefinedSource> scripted = new TreeMap<>();
    sources.forEach(
        (id, source) ->
            scripted.put(
                id,
                new DefinedSource(
                    new ScriptedConnector(source.connector(), cue),
                    source.request(),
                    source.idleAfterMillis(),
                    source.maxFutureSkewMillis())));
    return scripted;
  }

  void play(CrashPoint crashPoint, BatchObserver observer) {
    Script script = cue.script();
    cue.moveTo(Script.next(folder.checkpoint()));
    try (PipelineRun run =
        PipelineRun.open(
            pipeline,
            settings.engine(folder.checkpoint(), script.timeMillis(), crashPoint, observer))) {
      run.freezeTime();
      while (cue.batch() <= script.last()) {
        if (!run.runNext()) {
          throw new Failure(
              Code.TM645,
              "batch " + cue.batch() + " had something to do once, and nothing the second time",
              "report this: over the same input a run must plan the same batches");
        }
        cue.moveTo(cue.batch() + 1);
      }
    }
  }
}
