package tidemark.statestore.checkpoint;

import java.util.Optional;
import java.util.OptionalLong;

/** What a start has to do, decided from the two logs alone. */
public sealed interface Recovery {
  /** Nothing has happened yet. */
  record Fresh() implements Recovery {}

  /**
   * The batch was planned but not committed: run exactly it again, on the state that the commit
   * before it names.
   */
  record Rerun(OffsetEntry planned, Optional<CommitEntry> previousCommit) implements Recovery {}

  /** Every planned batch is committed: plan the next one. */
  record Next(OffsetEntry lastOffset, CommitEntry lastCommit) implements Recovery {}

  /**
   * The logs contradict each other or a file is damaged.
   *
   * @param reason names the file and what is wrong with it
   * @param newestIntactBatch newest committed batch that could be gone back to
   */
  record Broken(String reason, OptionalLong newestIntactBatch) implements Recovery {}
}
