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

  /**
   * Decides by the table in FORMAT.md section 6.
   *
   * @param stateExists whether there are files of state, named or not
   */
  static Recovery decide(
      LogContent<OffsetEntry> offsets, LogContent<CommitEntry> commits, boolean stateExists) {
    return new LogJudgement(offsets, commits, stateExists).decide();
  }
}
