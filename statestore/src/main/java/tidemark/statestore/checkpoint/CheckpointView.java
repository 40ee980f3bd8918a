package tidemark.statestore.checkpoint;

import java.nio.file.Path;
import java.util.Optional;

/** A checkpoint as it is at the moment, for reading only. */
public interface CheckpointView {
  String queryId();

  String pipelineName();

  long createdMillis();

  /** Who holds the lease, or held it last; empty if that is not known. */
  Optional<Lease> lease();

  BatchLog<OffsetEntry> offsets();

  BatchLog<CommitEntry> commits();

  PlanLog plans();

  OutcomeFiles outcomes();

  Recovery recovery();

  /** The sinks that may hold batches which were taken back, if there are any. */
  Optional<SetBack> setBack();

  /** Whether the batch's commit exists now; a run may have deleted it since the view was opened. */
  boolean isRetained(long batch);

  /**
   * The state as it was after a retained batch.
   *
   * @param work a folder of the caller, for rows that do not fit in memory; it need not exist, and
   *     is deleted at the end
   * @param memory bytes for rows in memory
   * @throws tidemark.statestore.StateFailure if the batch is not retained (GONE), or a file that it
   *     needs is damaged
   */
  StateVersion state(long batch, Path work, long memory);

  /**
   * The right to write.
   *
   * @param held true while the owner has not given it back (it may have died)
   */
  record Lease(long epoch, String owner, long sinceMillis, boolean held) {}
}
