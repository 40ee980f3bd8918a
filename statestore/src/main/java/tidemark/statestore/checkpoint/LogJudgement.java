package tidemark.statestore.checkpoint;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import tidemark.statestore.checkpoint.Recovery.Broken;
import tidemark.statestore.checkpoint.Recovery.Fresh;
import tidemark.statestore.checkpoint.Recovery.Next;
import tidemark.statestore.checkpoint.Recovery.Rerun;

/** The rules by which two logs agree: FORMAT.md section 6. */
final class LogJudgement {
  private final LogContent<OffsetEntry> offsetLog;
  private final LogContent<CommitEntry> commitLog;
  private final SortedMap<Long, OffsetEntry> offsets;
  private final SortedMap<Long, CommitEntry> commits;
  private final boolean stateExists;

  LogJudgement(
      LogContent<OffsetEntry> offsets, LogContent<CommitEntry> commits, boolean stateExists) {
    this.offsetLog = offsets;
    this.commitLog = commits;
    this.offsets = offsets.entries();
    this.commits = commits.entries();
    this.stateExists = stateExists;
  }

  Recovery decide() {
    Optional<String> fault =
        damagedFile().or(this::emptyLog).or(this::lonelyCommit).or(this::hole).or(this::notDone);
    if (fault.isPresent()) {
      return new Broken(fault.get(), newestIntact());
    }
    if (offsets.isEmpty()) {
      return new Fresh();
    }
    OffsetEntry last = offsets.get(offsets.lastKey());
    CommitEntry done = commits.get(last.batch());
    return done != null
        ? new Next(last, done)
        : new Rerun(last, Optional.ofNullable(commits.get(last.previousBatch())));
  }

  /** The newest batch of which both entries are intact. */
  private OptionalLong newestIntact() {
    return commits.keySet().stream().filter(offsets::containsKey).mapToLong(Long::longValue).max();
  }

  private Optional<String> damagedFile() {
    return offsetLog.damaged().values().stream()
        .findFirst()
        .or(() -> commitLog.damaged().values().stream().findFirst());
  }

  private Optional<String> emptyLog() {
    if (!offsets.isEmpty()) {
      return Optional.empty();
    }
    if (!commits.isEmpty()) {
      return Optional.of(
          name("commits", commits.lastKey()) + " exists, but the offset log is empty");
    }
    return stateExists
        ? Optional.of("the folder state holds files, but both logs are empty")
        : Optional.empty();
  }

  /**
   * A commit without its offset entry; those before the oldest offset entry are on their way out.
   */
  private Optional<String> lonelyCommit() {
    if (offsets.isEmpty()) {
      return Optional.empty();
    }
    return commits.tailMap(offsets.firstKey()).keySet().stream()
        .filter(batch -> !offsets.containsKey(batch))
        .findFirst()
        .map(
            batch ->
                name("offsets", batch) + " is missing, but " + name("commits", batch) + " exists");
  }

  /** An offset entry that does not follow the one before it. */
  private Optional<String> hole() {
    long before = OffsetEntry.NONE;
    boolean oldest = true;
    for (OffsetEntry entry : offsets.values()) {
      if (!oldest && entry.previousBatch() != before) {
        String missing =
            entry.previousBatch() > before
                ? name("offsets", entry.previousBatch()) + " is missing"
                : name("offsets", entry.batch()) + " is out of line";
        return Optional.of(
            missing
                + ": "
                + name("offsets", entry.batch())
                + " follows "
                + batch(entry.previousBatch())
                + ", the entry before it is "
                + name("offsets", before));
      }
      before = entry.batch();
      oldest = false;
    }
    return Optional.empty();
  }

  private static String batch(long batch) {
    return batch == OffsetEntry.NONE ? "no batch" : "batch " + batch;
  }

  /** A batch that later ones build on, but that was never committed. */
  private Optional<String> notDone() {
    for (OffsetEntry entry : offsets.values()) {
      boolean newest = entry.batch() == offsets.lastKey();
      if (!newest && !commits.containsKey(entry.batch())) {
        return Optional.of(
            name("commits", entry.batch())
                + " is missing, but "
                + name("offsets", offsets.lastKey())
                + " was planned after it");
      }
      boolean open = newest && !commits.containsKey(entry.batch());
      boolean startsAnew = entry.previousBatch() == OffsetEntry.NONE;
      if (open && !startsAnew && !commits.containsKey(entry.previousBatch())) {
        return Optional.of(
            name("commits", entry.previousBatch())
                + " is missing, but "
                + name("offsets", entry.batch())
                + " follows it");
      }
      if (open && startsAnew && !commits.isEmpty()) {
        return Optional.of(
            name("offsets", entry.batch())
                + " claims to be the first batch, but "
                + name("commits", commits.lastKey())
                + " exists");
      }
    }
    return Optional.empty();
  }

  private static String name(String folder, long batch) {
    return folder + "/" + String.format("%09d", batch);
  }
}
