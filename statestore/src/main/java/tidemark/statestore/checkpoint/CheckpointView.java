package tidemark.statestore.checkpoint;

import java.util.Optional;

/** A checkpoint as it is at the moment, for reading only. */
public interface CheckpointView {
  String queryId();

  String pipelineName();

  long createdMillis();

  /** Who holds the lease, or held it last. */
  Optional<Lease> lease();

  BatchLog<OffsetEntry> offsets();

  BatchLog<CommitEntry> commits();

  PlanLog plans();

  OutcomeFiles outcomes();

  Recovery recovery();

  /**
   * The right to write.
   *
   * @param held true while the owner has not given it back (it may have died)
   */
  record Lease(long epoch, String owner, long sinceMillis, boolean held) {}
}
