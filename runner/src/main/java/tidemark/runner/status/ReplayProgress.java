package tidemark.runner.status;

import java.util.Optional;
import tidemark.runner.layout.SinkLayout;
import tidemark.runner.replay.ReplayRequests;
import tidemark.statestore.checkpoint.CheckpointView;
import tidemark.statestore.checkpoint.CommitEntry;
import tidemark.statestore.checkpoint.Recovery;
import tidemark.statestore.checkpoint.SetBack;

/**
 * How far a checkpoint is with dead letters that are read again.
 *
 * @param taken the request that a committed micro-batch took last; 0 before any
 * @param newest the newest batch whose letters count; the next run takes those of later ones out
 */
public record ReplayProgress(long taken, long newest) {
  /** As it is at the moment. */
  public static ReplayProgress of(CheckpointView view) {
    Recovery recovery = view.recovery();
    return new ReplayProgress(
        taken(recovery), view.setBack().map(note -> newest(note, recovery)).orElse(Long.MAX_VALUE));
  }

  /** A run without the sink for dead letters leaves in it what was taken back. */
  private static long newest(SetBack note, Recovery recovery) {
    return note.holders().stream()
        .filter(holder -> holder.sink().equals(SinkLayout.DEAD_LETTER))
        .flatMapToLong(holder -> holder.after().stream())
        .reduce(newest(recovery), Math::min);
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

  private static long newest(Recovery recovery) {
    if (recovery instanceof Recovery.Next next) {
      return next.lastOffset().batch();
    }
    return recovery instanceof Recovery.Rerun rerun ? rerun.planned().batch() : Long.MAX_VALUE;
  }

  /** The letters that were asked for and that no committed micro-batch has read again. */
  CheckpointStatus.WaitingLetters waiting(ReplayRequests requests, Recovery recovery) {
    long next = 0;
    long later = 0;
    // A batch that was planned before the request reads what it was planned to read.
    boolean isFirst =
        !(recovery instanceof Recovery.Rerun rerun)
            || rerun.planned().sources().containsKey(ReplayRequests.SOURCE);
    for (long request : requests.after(taken)) {
      long count =
          requests.letters(request).stream().filter(l -> !l.isOfBatchAfter(newest)).count();
      if (isFirst) {
        next = count;
      } else {
        later += count;
      }
      isFirst = false;
    }
    return new CheckpointStatus.WaitingLetters(next, later);
  }
}
