package tidemark.statestore.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import tidemark.statestore.StateRef;
import tidemark.statestore.checkpoint.Recovery.Broken;
import tidemark.statestore.checkpoint.Recovery.Fresh;
import tidemark.statestore.checkpoint.Recovery.Next;
import tidemark.statestore.checkpoint.Recovery.Rerun;

/**
 * The table of FORMAT.md section 6, line by line. Batches here are 0, 2, 4, …: numbers need not be
 * contiguous.
 */
final class RecoveryTest {
  private static LogContent<OffsetEntry> offsets(long... batches) {
    TreeMap<Long, OffsetEntry> entries = new TreeMap<>();
    for (long batch : batches) {
      entries.put(batch, CountingPipeline.planned(batch, 1));
    }
    return new LogContent<>(entries, new TreeMap<>());
  }

  private static LogContent<CommitEntry> commits(long... batches) {
    TreeMap<Long, CommitEntry> entries = new TreeMap<>();
    for (long batch : batches) {
      entries.put(batch, CountingPipeline.done(batch, 1, StateRef.empty()));
    }
    return new LogContent<>(entries, new TreeMap<>());
  }

  private static <E> LogContent<E> damaged(LogContent<E> log, long batch, String reason) {
    TreeMap<Long, E> entries = new TreeMap<>(log.entries());
    entries.remove(batch);
    TreeMap<Long, String> damaged = new TreeMap<>(log.damaged());
    damaged.put(batch, reason);
    return new LogContent<>(entries, damaged);
  }

  private static Recovery decide(LogContent<OffsetEntry> offsets, LogContent<CommitEntry> commits) {
    return Recovery.decide(offsets, commits, false);
  }

  private static void broken(
      LogContent<OffsetEntry> offsets,
      LogContent<CommitEntry> commits,
      String reason,
      long newestIntact) {
    OptionalLong intact = newestIntact < 0 ? OptionalLong.empty() : OptionalLong.of(newestIntact);
    assertThat(decide(offsets, commits)).isEqualTo(new Broken(reason, intact));
  }

  @Test
  void nothingAtAllIsAFreshStart() {
    assertThat(decide(offsets(), commits())).isEqualTo(new Fresh());
  }

  @Test
  void stateWithoutLogsIsNoFreshStart() {
    assertThat(Recovery.decide(offsets(), commits(), true)).isInstanceOf(Broken.class);
  }

  @Test
  void aPlannedFirstBatchIsRunAgain() {
    Rerun rerun = (Rerun) decide(offsets(0), commits());
    assertThat(rerun.planned().batch()).isZero();
    assertThat(rerun.previousCommit()).isEmpty();
  }

  @Test
  void aPlannedBatchIsRunAgainOnTheCommitItFollows() {
    Rerun rerun = (Rerun) decide(offsets(0, 2, 4), commits(0, 2));
    assertThat(rerun.planned().batch()).isEqualTo(4);
    assertThat(rerun.previousCommit().orElseThrow().batch()).isEqualTo(2);
  }

  @Test
  void afterACommitComesTheNextBatch() {
    Next next = (Next) decide(offsets(0, 2, 4), commits(0, 2, 4));
    assertThat(next.lastOffset().batch()).isEqualTo(4);
    assertThat(next.lastCommit().batch()).isEqualTo(4);
  }

  @Test
  void entriesBeforeTheRetainedOnesAreNotMissed() {
    assertThat(decide(offsets(6, 8), commits(6, 8))).isInstanceOf(Next.class);
    assertThat(decide(offsets(6, 8), commits(4, 6, 8))).isInstanceOf(Next.class);
    assertThat(decide(offsets(6, 8), commits(6))).isInstanceOf(Rerun.class);
    assertThat(decide(offsets(8), commits(6))).isInstanceOf(Rerun.class);
  }

  @Test
  void aCommitThatWasNeverPlannedIsNamed() {
    broken(
        offsets(0, 2),
        commits(0, 2, 4),
        "offsets/000000004 is missing, but commits/000000004 exists",
        2);
    broken(offsets(), commits(0), "commits/000000000 exists, but the offset log is empty", -1);
  }

  @Test
  void aHoleInTheOffsetLogIsNamed() {
    broken(
        offsets(0, 2, 6, 8),
        commits(0, 2, 4, 6, 8),
        "offsets/000000004 is missing, but commits/000000004 exists",
        8);
    broken(
        offsets(0, 2, 6, 8),
        commits(0, 2, 6, 8),
        "offsets/000000004 is missing: offsets/000000006 follows batch 4, the entry before it is"
            + " offsets/000000002",
        8);
  }

  @Test
  void aHoleInTheCommitLogIsNamed() {
    broken(
        offsets(0, 2, 4),
        commits(0, 4),
        "commits/000000002 is missing, but offsets/000000004 was planned after it",
        4);
    broken(
        offsets(0, 2, 4),
        commits(0),
        "commits/000000002 is missing, but offsets/000000004 was planned after it",
        0);
    broken(
        offsets(4),
        commits(),
        "commits/000000002 is missing, but offsets/000000004 follows it",
        -1);
  }

  @Test
  void aSecondFirstBatchIsNamed() {
    LogContent<OffsetEntry> first = offsets(0);
    broken(
        first,
        new LogContent<>(
            new TreeMap<>(java.util.Map.of(-4L, CountingPipeline.done(-4, 1, StateRef.empty()))),
            new TreeMap<>()),
        "offsets/000000000 claims to be the first batch, but commits/-00000004 exists",
        -1);
  }

  @Test
  void aDamagedEntryIsNamedEvenWhenItIsOld() {
    broken(damaged(offsets(0, 2, 4), 0, "offsets/0 bad"), commits(0, 2, 4), "offsets/0 bad", 4);
    broken(damaged(offsets(0, 2, 4), 4, "offsets/4 bad"), commits(0, 2), "offsets/4 bad", 2);
    broken(offsets(0, 2, 4), damaged(commits(0, 2, 4), 4, "commits/4 bad"), "commits/4 bad", 2);
  }
}
