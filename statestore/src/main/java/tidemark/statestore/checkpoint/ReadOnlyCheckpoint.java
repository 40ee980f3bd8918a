package tidemark.statestore.checkpoint;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import tidemark.statestore.files.FileStore;

/**
 * A checkpoint read file by file, without a lock. The lists of entries are those of the moment it
 * was opened.
 */
final class ReadOnlyCheckpoint implements CheckpointView {
  private static final int TRIES = 5;

  private final FileStore files;
  private final Identity identity;
  private final LogFiles logs;

  ReadOnlyCheckpoint(FileStore files) {
    this.files = files;
    this.identity = Identity.read(files);
    this.logs = steadyLogs(files);
  }

  /** The logs at a moment in which nothing was written between listing one and the other. */
  private static LogFiles steadyLogs(FileStore files) {
    LogFiles logs = new LogFiles(files);
    for (int i = 0; i < TRIES; i++) {
      LogFiles again = new LogFiles(files);
      if (lists(again).equals(lists(logs))) {
        return again;
      }
      logs = again;
    }
    return logs;
  }

  private static List<List<Long>> lists(LogFiles logs) {
    return List.of(logs.offsets.batches(), logs.commits.batches());
  }

  @Override
  public String queryId() {
    return identity.queryId();
  }

  @Override
  public String pipelineName() {
    return identity.pipeline();
  }

  @Override
  public long createdMillis() {
    return identity.createdMillis();
  }

  @Override
  public Optional<Lease> lease() {
    return LeaseFile.known(files);
  }

  @Override
  public BatchLog<OffsetEntry> offsets() {
    return logs.offsets;
  }

  @Override
  public BatchLog<CommitEntry> commits() {
    return logs.commits;
  }

  @Override
  public PlanLog plans() {
    return logs.plans;
  }

  @Override
  public OutcomeFiles outcomes() {
    return logs.outcomes;
  }

  @Override
  public Optional<SetBack> setBack() {
    return SetBackFile.read(files);
  }

  @Override
  public boolean isRetained(long batch) {
    return logs.commits.isThere(batch);
  }

  @Override
  public StateVersion state(long batch, Path work, long memory) {
    return StateVersion.open(files, logs, batch, work, memory);
  }

  @Override
  public Recovery recovery() {
    return logs.decide();
  }
}
