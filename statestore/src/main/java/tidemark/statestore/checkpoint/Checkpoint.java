package tidemark.statestore.checkpoint;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tidemark.statestore.StateBackend;
import tidemark.statestore.StateFailure;
import tidemark.statestore.StateFailure.Kind;
import tidemark.statestore.StateRef;
import tidemark.statestore.checkpoint.CheckpointView.Lease;
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
  private final DirectoryLock lock;
  private final FileStore files;
  private final Lease lease;
  private final Identity identity;
  private final LogFiles logs;
  private final Recovery recovery;
  private final Retention retention;
  private Optional<RocksDbStateBackend> state = Optional.empty();
  private boolean closed;

  private Checkpoint(
      Path directory, CheckpointOptions options, DirectoryLock lock, FileStore unclaimed) {
    this.directory = directory;
    this.options = options;
    this.lock = lock;
    this.lease = new Lease(nextEpoch(unclaimed), options.owner(), options.clock().millis(), true);
    this.files = unclaimed.claim(lease.epoch());
    LeaseFile.write(files, lease);
    this.identity = identity();
    this.logs = new LogFiles(files);
    this.recovery = logs.decide();
    this.retention = new Retention(files, logs, options.retainBatches());
  }

  /** Creates the checkpoint or opens it for writing, and takes the lease. */
  public static Checkpoint open(Path directory, CheckpointOptions options) {
    FileStore files = options.files().apply(directory);
    try {
      Files.createDirectories(directory);
      requireOurs(directory, files, options.pipeline());
      DirectoryLock lock = DirectoryLock.take(directory).orElseThrow(() -> inUse(directory, files));
      try {
        return new Checkpoint(directory, options, lock, files);
      } catch (RuntimeException e) {
        lock.close();
        throw e;
      }
    } catch (IOException e) {
      throw new StateFailure(
          Kind.IO,
          "cannot use " + directory + " as a checkpoint: " + e,
          "Correct the path or the permissions of the folder.",
          e);
    }
  }

  /** Opens a checkpoint for reading only; works while a run holds the lease. */
  public static CheckpointView read(Path directory) {
    FileStore files = new ReadOnlyFiles(new LocalFiles(directory));
    if (!Identity.exists(files)) {
      throw new StateFailure(
          Kind.NOT_OURS,
          directory + " is no checkpoint: it has no " + Identity.PATH,
          "Give the folder that the pipeline names under checkpoint.");
    }
    return new ReadOnlyCheckpoint(files);
  }

  private static void requireOurs(Path directory, FileStore files, String pipeline)
      throws IOException {
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
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
      for (Path entry : entries) {
        if (!BEGUN.contains(entry.getFileName().toString())) {
          throw new StateFailure(
              Kind.NOT_OURS,
              directory
                  + " is not empty and no checkpoint: it holds "
                  + entry.getFileName()
                  + " but no "
                  + Identity.PATH,
              "Give an empty folder or one that does not exist.");
        }
      }
    }
  }

  private static StateFailure inUse(Path directory, FileStore files) {
    String holder =
        LeaseFile.read(files)
            .map(found -> found.owner() + " since " + Instant.ofEpochMilli(found.sinceMillis()))
            .orElse("another run");
    return new StateFailure(
        Kind.IN_USE,
        "checkpoint " + directory + " is in use by " + holder,
        "Stop that run first, or give this pipeline another checkpoint folder.");
  }

  private static long nextEpoch(FileStore files) {
    long epoch = LeaseFile.read(files).map(Lease::epoch).orElse(0L);
    for (String name : files.list("staging")) {
      if (name.matches("[0-9]{1,18}")) {
        epoch = Math.max(epoch, Long.parseLong(name));
      }
    }
    return epoch + 1;
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

  /** Number of this run's lease; greater than that of every run before. */
  public long epoch() {
    return lease.epoch();
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
      throw new StateFailure(
          Kind.DAMAGED,
          broken.reason(),
          wayBack(broken.newestIntactBatch().stream().boxed().findFirst()));
    }
    List<CommitEntry> done = new ArrayList<>();
    logs.commits.batches().forEach(batch -> logs.commits.read(batch).ifPresent(done::add));
    StateRef ref = done.isEmpty() ? StateRef.empty() : done.get(done.size() - 1).state();
    RocksDbStateBackend.Settings settings =
        new RocksDbStateBackend.Settings(
            files, directory.resolve("work"), options.memoryBudget(), options.ids());
    try {
      return new RocksDbStateBackend(settings, ref, done.stream().map(CommitEntry::state).toList());
    } catch (StateFailure e) {
      if (e.kind() != Kind.DAMAGED) {
        throw e;
      }
      throw new StateFailure(
          Kind.DAMAGED, String.valueOf(e.getMessage()), wayBack(newestIntact(done)), e);
    }
  }

  private Optional<Long> newestIntact(List<CommitEntry> done) {
    for (int i = done.size() - 1; i >= 0; i--) {
      try {
        RocksDbStateBackend.verify(files, done.get(i).state());
        return Optional.of(done.get(i).batch());
      } catch (StateFailure e) {
        if (e.kind() != Kind.DAMAGED) {
          throw e;
        }
      }
    }
    return Optional.empty();
  }

  private static String wayBack(Optional<Long> batch) {
    return batch
        .map(
            newest ->
                "Put the file back from a copy. The newest intact batch is "
                    + newest
                    + ": to go back to it, move the entries of later batches out of offsets and"
                    + " commits, and what the sinks hold of them.")
        .orElse("Put the file back from a copy; no retained batch is intact.");
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
    try (DirectoryLock held = lock) {
      state.ifPresent(RocksDbStateBackend::close);
      LeaseFile.write(files, new Lease(lease.epoch(), lease.owner(), lease.sinceMillis(), false));
    } catch (IOException e) {
      throw new StateFailure(
          Kind.IO, "cannot release " + directory + ": " + e.getMessage(), "Check the disk.", e);
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
    try {
      lock.close();
    } catch (IOException e) {
      throw new StateFailure(
          Kind.IO, "cannot release " + directory + ": " + e.getMessage(), "Check the disk.", e);
    }
  }
}
