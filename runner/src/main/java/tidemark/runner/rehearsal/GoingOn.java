package tidemark.runner.rehearsal;

import java.util.Map;
import java.util.Optional;
import tidemark.operators.connector.ScratchTarget;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;
import tidemark.runner.engine.CrashPoint;
import tidemark.statestore.StateFailure;
import tidemark.statestore.checkpoint.Checkpoint;
import tidemark.statestore.checkpoint.CheckpointOptions;
import tidemark.statestore.checkpoint.CheckpointView;
import tidemark.statestore.checkpoint.OutcomeEntry;
import tidemark.statestore.checkpoint.OutcomeEntry.Word;

/**
 * The runs after one was killed. Where a run stops because nobody knows what became of a batch, it
 * is looked up in the scratch target, as a person would do, decided, and gone on.
 */
final class GoingOn {
  private final RehearsalSettings settings;
  private final Undisturbed undisturbed;
  private final TrialFolder trial;
  private final long batch;

  /**
   * @param batch in which the run was killed
   */
  GoingOn(RehearsalSettings settings, Undisturbed undisturbed, TrialFolder trial, long batch) {
    this.settings = settings;
    this.undisturbed = undisturbed;
    this.trial = trial;
    this.batch = batch;
  }

  /** Runs to the end of the script, or to a failure; what was heard on the way. */
  Answers run(Stage stage) {
    ScriptedRun run = new ScriptedRun(settings, trial, stage.pipeline(), undisturbed.script());
    Answers answers = new Answers(batch);
    boolean again = true;
    while (again) {
      again = false;
      try {
        run.play(CrashPoint.NONE, answers);
      } catch (Failure e) {
        again = e.code() == Code.TM607 && decide(stage, answers);
        if (!again) {
          answers.stopped(e.code() + " " + e.getMessage());
        }
      } catch (StateFailure e) {
        answers.stopped(String.valueOf(e.getMessage()));
      }
    }
    return answers;
  }

  /** Decides about all sinks of which it is open what they have; false if there is none. */
  private boolean decide(Stage stage, Answers answers) {
    CheckpointView view = Checkpoint.read(trial.checkpoint());
    boolean any = false;
    for (Map.Entry<String, ScratchTarget> sink : stage.targets().entrySet()) {
      Optional<OutcomeEntry> open =
          view.outcomes().read(sink.getKey()).filter(e -> e.batch() == batch && e.isOpen());
      if (open.isPresent()) {
        boolean isThere =
            RowCounts.of(sink.getValue()).rows() >= undisturbed.rowsUpTo(batch, sink.getKey());
        Word word = isThere ? Word.COMMITTED : Word.REJECTED;
        OutcomeEntry unused =
            Checkpoint.reconcile(
                trial.checkpoint(),
                CheckpointOptions.of(view.pipelineName(), settings.clock(), settings.ids()),
                sink.getKey(),
                batch,
                word);
        answers.decided(sink.getKey(), word);
        any = true;
      }
    }
    return any;
  }
}
