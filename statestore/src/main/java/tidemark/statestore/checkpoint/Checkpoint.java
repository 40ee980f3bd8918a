package tidemark.statestore.checkpoint;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tidemark.statestore.StateBackend;
import tidemark.statestore.StateFailure;
import tidemark.statestore.StateFailure.Kind;
import tidemark.statestore.StateRef;
import tidemark.statestore.files.FileStore;
import tidemark.statestore.files.LocalFiles;
import tidemark.statestore.rocksdb.RocksDbStateBackend;

/**
 * A checkpoint that this process may write: it holds the lease until it is closed. Used by one
 * thread.
 */
public final class Checkpoint implements AutoCloseable {
  /** What a directory may hold in which the first start was killed early. */
  private static final Set<String> BEGUN = Set.of(DirectoryLock.NAME, LeaseFile.PATH, "staging");

  private final Path directory;
  private final CheckpointOptions options;
  private final Claim claim;
  private final FileStore files;
  private final Identity identity;
  private final LogFiles logs;
  private final Recovery recovery;
  private final Retention retention;
  private Optional<RocksDbStateBackend> state = Optional.empty();
  private boolean closed;

  private Checkpoint(Path directory, CheckpointOptions options, Claim claim) {
    this.directory = directory;
    this.options = options;
    this.claim = claim;
    this.files = claim.files();
    this.identity = identity();
    this.logs = new LogFiles(files);
    this.recovery = logs.decide();
    this.retention = new Retention(files, logs, options.retainBatches());
  }

  /** Creates the checkpoint or opens it for writing, and takes the lease. */
  public static Checkpoint open(Path directory, CheckpointOptions options) {
    FolderCheck.require(directory);
    FileStore files = options.files().apply(directory);
    try {
      requireOurs(directory, files, options.pipeline());
      Claim claim = Claim.take(directory, options, files);
      try {
        return new Checkpoint(directory, options, claim);
      } catch (RuntimeException e) {
        claim.abandon();
        throw e;
      }
    } catch (StateFailure e) {
      throw withWayBack(e, directory, files);
    }
  }

  /** Whether the folder holds a checkpoint, damaged or not. */
  public static boolean isIn(Path directory) {
    return Identity.exists(readOnly(directory));
  }

  /** Reads every file; works while a run holds the lease. */
  public static Verification verify(Path directory) {
    return Verification.of(readOnly(directory));
  }

  /**
   * What {@link #rollback} would do.
   *
   * @throws StateFailure GONE if one cannot go back to the batch
   */
  public static Rollback plannedRollback(Path directory, long toBatch) {
    return Rollback.planned(readOnly(directory), toBatch);
  }

  /**
   * Sets the checkpoint back to a committed batch that is intact.
   *
   * @param places finds in a plan where its sinks write
   * @throws StateFailure GONE if one cannot go back to the batch, IN_USE while a run holds it
   */
  public static Rollback rollback(
      Path directory, CheckpointOptions options, long toBatch, SinkPlaces places) {
    return Rollback.run(directory, options, toBatch, places);
  }

  /**
   * Makes a second checkpoint that stands at a committed batch of this one, as another query.
   *
   * @param to an empty folder, or one that does not exist
   */
  public static Fork fork(
      Path directory, long batch, Path to, Fork.Sharing sharing, CheckpointOptions options) {
    return Fork.make(directory, readOnly(directory), batch, to, sharing, options);
  }

  /**
   * Records what a person says became of a sink's part in the batch that is planned.
   *
   * @param as COMMITTED or REJECTED
   * @throws StateFailure NOT_OPEN if that is known, IN_USE while a run holds the checkpoint
   */
  public static OutcomeEntry reconcile(
      Path directory, CheckpointOptions options, String sink, long batch, OutcomeEntry.Word as) {
    return Reconciliation.run(directory, options, sink, batch, as);
  }

  /** Files of the state that no retained commit names. */
  public static Garbage garbage(Path directory) {
    return Garbage.of(readOnly(directory));
  }

  /** Deletes them. */
  public static Garbage deleteGarbage(Path directory, CheckpointOptions options) {
    return Garbage.delete(directory, options);
  }

  private static FileStore readOnly(Path directory) {
    FolderCheck.require(directory);
    return new ReadOnlyFiles(new LocalFiles(directory));
  }

  /** Opens a checkpoint for reading only; works while a run holds the lease. */
  public static CheckpointView read(Path directory) {
    FileStore files = readOnly(directory);
    if (!Identity.exists(files)) {
      throw new StateFailure(
          Kind.NOT_OURS,
          directory + " is no checkpoint: it has no " + Identity.PATH,
          "Give the folder that the pipeline names under checkpoint.");
    }
    return new ReadOnlyCheckpoint(files);
  }

  private static void requireOurs(Path directory, FileStore files, String pipeline) {
    if (Identity.exists(files)) {
      String owner = Identity.read(files).pipeline();
      if (!owner.equals(pipeline)) {
        throw new StateFailure(
            Kind.NOT_OURS,
            directory + " is the checkpoint of pipeline " + owner + ", not of " + pipeline,
            "Give each pipeline a checkpoint folder of its own.");
      }
      return;
    }
    for (String entry : files.list("")) {
      if (!BEGUN.contains(entry)) {
        throw new StateFailure(
            Kind.NOT_OURS,
            directory
                + " is not empty and no checkpoint: it holds "
                + entry
                + " but no "
                + Identity.PATH,
            "Give an empty folder or one that does not exist.");
      }
    }
  }

  private Identity identity() {
    if (Identity.exists(files)) {
      return Identity.read(files);
    }
    Identity made =
        new Identity(options.ids().next(), options.pipeline(), options.clock().millis());
    made.create(files);
    return made;
  }

  /** Identity of the query, kept over restarts; part of every operation key. */
  public String queryId() {
    return identity.queryId();
  }

  public String pipelineName() {
    return identity.pipeline();
  }

  /** Its folder, as it was given. */
  public Path directory() {
    return directory;
  }

  /** Number of this run's lease; greater than that of every run before. */
  public long epoch() {
    return claim.epoch();
  }

  /**
   * Fails if another run has taken the checkpoint over; asked before something is done outside the
   * checkpoint, whose own files no such run can write anyway.
   *
   * @throws StateFailure FENCED
   */
  public void confirmLease() {
    claim.confirm();
  }

  /** The sinks that may hold batches which were taken back, if there are any. */
  public Optional<SetBack> setBack() {
    return SetBackFile.read(files);
  }

  /** Records which sinks may still hold such batches. */
  public void record(SetBack left) {
    SetBackFile.write(files, left);
  }

  /** True when no batch had been planned when the checkpoint was opened. */
  public boolean isFresh() {
    return recovery instanceof Recovery.Fresh;
  }

  public BatchLog<OffsetEntry> offsets() {
    return logs.offsets;
  }

  public BatchLog<CommitEntry> commits() {
    return logs.commits;
  }

  public PlanLog plans() {
    return logs.plans;
  }

  public OutcomeFiles outcomes() {
    return logs.outcomes;
  }

  /** What this start has to do, as the logs were when the checkpoint was opened. */
  public Recovery recovery() {
    return recovery;
  }

  /** The state at the version that the last commit names; opened on the first call. */
  public StateBackend state() {
    return state.orElseGet(
        () -> {
          RocksDbStateBackend opened = openState();
          state = Optional.of(opened);
          return opened;
        });
  }

  /** What the opening of the state had to put up with, as sentences for the user. */
  public List<String> notices() {
    return state.map(RocksDbStateBackend::notices).orElse(List.of());
  }

  private RocksDbStateBackend openState() {
    if (recovery instanceof Recovery.Broken broken) {
      throw damage(broken);
    }
    List<CommitEntry> done = new ArrayList<>();
    logs.commits.batches().forEach(batch -> logs.commits.read(batch).ifPresent(done::add));
    StateRef ref = done.isEmpty() ? StateRef.empty() : done.get(done.size() - 1).state();
    RocksDbStateBackend.Settings settings =
        new RocksDbStateBackend.Settings(
            files,
            WorkFolder.of(directory, claim.epoch()),
            options.memoryBudget(),
            options.ids(),
            options.merging());
    try {
      return new RocksDbStateBackend(settings, ref, done.stream().map(CommitEntry::state).toList());
    } catch (StateFailure e) {
      throw withWayBack(e, directory, files);
    }
  }

  /** What to tell the user of a checkpoint that cannot be gone on with. */
  public StateFailure damage(Recovery.Broken broken) {
    return withWayBack(
        new StateFailure(Kind.DAMAGED, "the checkpoint is damaged: " + broken.reason(), ""),
        directory,
        files);
  }

  /** Adds to a report of damage which batch one can go back to; other failures stay as they are. */
  public StateFailure withWayBack(StateFailure e) {
    return withWayBack(e, directory, files);
  }

  private static StateFailure withWayBack(StateFailure e, Path directory, FileStore files) {
    if (e.kind() != Kind.DAMAGED) {
      return e;
    }
    return new StateFailure(
        Kind.DAMAGED, String.valueOf(e.getMessage()), Verification.of(files).wayOut(directory), e);
  }

  /** To be called after a commit: deletes what no retained commit needs. */
  public void retain() {
    retention.run(state);
  }

  /** Closes the state and gives the lease back. */
  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    try (Claim held = claim) {
      state.ifPresent(RocksDbStateBackend::close);
      WorkFolder.tidy(directory);
    }
  }

  /**
   * Lets go of the checkpoint as the death of the process would: nothing is written, the lease
   * stays as it is, only the operating system's lock is given back.
   */
  public void abandon() {
    if (closed) {
      return;
    }
    closed = true;
    state.ifPresent(RocksDbStateBackend::abandon);
    claim.abandon();
  }
}
