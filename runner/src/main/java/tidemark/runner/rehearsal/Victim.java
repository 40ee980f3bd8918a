package tidemark.runner.rehearsal;

import tidemark.runner.engine.BatchObserver;
import tidemark.runner.engine.PipelineDefinition;

/** What happens in the process that is killed. */
public final class Victim {
  private final PipelineDefinition pipeline;
  private final RehearsalSettings settings;
  private final TrialFolder folder;

  /**
   * @param pipeline as the file says
   * @param settings those of the rehearsal
   */
  public Victim(PipelineDefinition pipeline, RehearsalSettings settings, TrialFolder folder) {
    this.pipeline = pipeline;
    this.settings = settings;
    this.folder = folder;
  }

  /**
   * Runs to the place. It returns only if that is never reached.
   *
   * @param death does not return
   */
  public void run(KillPoint point, Runnable death) {
    Stage stage = new Stage(pipeline, folder, settings);
    Script script = Script.of(folder.undisturbed(), Script.next(folder.checkpoint()));
    new ScriptedRun(settings, folder, stage.pipeline(), script)
        .play(point.deadly(death), BatchObserver.NONE);
  }
}
