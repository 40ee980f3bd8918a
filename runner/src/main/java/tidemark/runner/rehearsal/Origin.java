package tidemark.runner.rehearsal;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tidemark.statestore.checkpoint.Checkpoint;
import tidemark.statestore.checkpoint.CheckpointOptions;
import tidemark.statestore.checkpoint.Fork;
import tidemark.statestore.checkpoint.OffsetEntry;

/**
 * Where all runs of a rehearsal start: a fork of the pipeline's checkpoint that stays as it is, or
 * nothing.
 *
 * @param batch the committed batch at which it stands; {@link OffsetEntry#NONE} for nothing
 * @param checkpoint the fork, if there is one
 */
record Origin(long batch, Path checkpoint) {
  /**
   * The batches after which a rehearsal may start, in order of preference: the newest committed
   * one, so that new input is rehearsed; then one so far back that the batches after it fill the
   * rehearsal, for a pipeline that has caught up. {@link OffsetEntry#NONE} stands for before the
   * first.
   */
  static List<Long> choices(RehearsalSettings settings) {
    if (!Checkpoint.isIn(settings.checkpoint())) {
      return List.of(OffsetEntry.NONE);
    }
    List<Long> committed = Checkpoint.read(settings.checkpoint()).commits().batches();
    if (committed.isEmpty()) {
      return List.of(OffsetEntry.NONE);
    }
    List<Long> choices = new ArrayList<>();
    int newest = committed.size() - 1;
    choices.add(committed.get(newest));
    if (newest >= settings.batches()) {
      choices.add(committed.get(newest - settings.batches()));
    } else if (committed.get(0) == 0) {
      choices.add(OffsetEntry.NONE);
    } else if (newest > 0) {
      choices.add(committed.get(0));
    }
    return choices;
  }

  /** Forks the pipeline's checkpoint at a batch, into the folder of a rehearsal. */
  static Origin of(RehearsalSettings settings, long batch, Path folder) {
    Origin origin = new Origin(batch, folder.resolve("origin-" + batch));
    if (batch != OffsetEntry.NONE) {
      fork(settings, settings.checkpoint(), batch, origin.checkpoint);
    }
    return origin;
  }

  /** Lets a run start here. */
  void begin(RehearsalSettings settings, TrialFolder trial) {
    if (batch != OffsetEntry.NONE) {
      fork(settings, checkpoint, batch, trial.checkpoint());
    }
  }

  private static void fork(RehearsalSettings settings, Path from, long batch, Path to) {
    String pipeline = Checkpoint.read(from).pipelineName();
    Fork unused =
        Checkpoint.fork(
            from,
            batch,
            to,
            Fork.Sharing.LINKS,
            CheckpointOptions.of(pipeline, settings.clock(), settings.ids()));
  }
}
