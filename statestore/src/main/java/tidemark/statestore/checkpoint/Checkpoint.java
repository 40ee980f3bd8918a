package tidemark.statestore.checkpoint;

import java.nio.file.Path;
import tidemark.statestore.StateBackend;

/** A checkpoint that this process may write: it holds the lease until it is closed. */
public final class Checkpoint implements AutoCloseable {
  private Checkpoint() {}

  /** Creates the checkpoint or opens it for writing, and takes the lease. */
  public static Checkpoint open(Path directory, CheckpointOptions options) {
    throw new UnsupportedOperationException();
  }

  /** Opens a checkpoint for reading only; works while a run holds the lease. */
  public static CheckpointView read(Path directory) {
    throw new UnsupportedOperationException();
  }

  /** Identity of the query, kept over restarts; part of every operation key. */
  public String queryId() {
    throw new UnsupportedOperationException();
  }

  public String pipelineName() {
    throw new UnsupportedOperationException();
  }

  /** Number of this run's lease; greater than that of every run before. */
  public long epoch() {
    throw new UnsupportedOperationException();
  }

  /** True when no batch has been planned yet. */
  public boolean isFresh() {
    throw new UnsupportedOperationException();
  }

  public BatchLog<OffsetEntry> offsets() {
    throw new UnsupportedOperationException();
  }

  public BatchLog<CommitEntry> commits() {
    throw new UnsupportedOperationException();
  }

  public PlanLog plans() {
    throw new UnsupportedOperationException();
  }

  public OutcomeFiles outcomes() {
    throw new UnsupportedOperationException();
  }

  /** What this start has to do, as the logs were when the checkpoint was opened. */
  public Recovery recovery() {
    throw new UnsupportedOperationException();
  }

  /** The state at the version that the last commit names; opened on the first call. */
  public StateBackend state() {
    throw new UnsupportedOperationException();
  }

  /** To be called after a commit: deletes what no retained commit needs. */
  public void retain() {
    throw new UnsupportedOperationException();
  }

  /** Closes the state and gives the lease back. */
  @Override
  public void close() {
    throw new UnsupportedOperationException();
  }
}
