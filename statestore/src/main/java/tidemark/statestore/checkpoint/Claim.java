package tidemark.statestore.checkpoint;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import tidemark.statestore.StateFailure;
import tidemark.statestore.StateFailure.Kind;
import tidemark.statestore.checkpoint.CheckpointView.Lease;
import tidemark.statestore.files.FileStore;
import tidemark.statestore.files.IoReason;

/**
 * The right to write a checkpoint: the operating system's lock, and an epoch that fences every run
 * before. FORMAT.md section 2.
 */
final class Claim implements AutoCloseable {
  private final Path directory;
  private final DirectoryLock lock;
  private final FileStore files;
  private final Lease lease;
  private boolean closed;

  private Claim(Path directory, DirectoryLock lock, FileStore files, Lease lease) {
    this.directory = directory;
    this.lock = lock;
    this.files = files;
    this.lease = lease;
  }

  /**
   * Takes the right.
   *
   * @throws StateFailure IN_USE if another run has it and is not to be replaced
   */
  static Claim take(Path directory, CheckpointOptions options, FileStore unclaimed) {
    try {
      Files.createDirectories(directory);
      DirectoryLock lock =
          switch (options.whenInUse()) {
            case REFUSE ->
                DirectoryLock.take(directory).orElseThrow(() -> inUse(directory, unclaimed));
            case TAKE_OVER -> DirectoryLock.takeOver(directory);
          };
      try {
        Lease lease =
            new Lease(nextEpoch(unclaimed), options.owner(), options.clock().millis(), true);
        FileStore files = unclaimed.claim(lease.epoch());
        LeaseFile.write(files, lease);
        return new Claim(directory, lock, files, lease);
      } catch (RuntimeException e) {
        lock.close();
        throw e;
      }
    } catch (IOException e) {
      throw new StateFailure(
          Kind.IO,
          "cannot use " + directory + " as a checkpoint: " + IoReason.withPath(e),
          "Correct the path or the permissions of the folder.",
          e);
    }
  }

  private static StateFailure inUse(Path directory, FileStore files) {
    String holder =
        LeaseFile.known(files)
            .map(found -> found.owner() + " since " + Instant.ofEpochMilli(found.sinceMillis()))
            .orElse("another run");
    return new StateFailure(
        Kind.IN_USE,
        "checkpoint " + directory + " is in use by " + holder,
        "Stop that run first, or give this pipeline another checkpoint folder. A run that hangs and"
            + " cannot be stopped is replaced with `tidemark run --take-over`: it can write nothing"
            + " more.");
  }

  /** Greater than every epoch before: the folder of the last one is in {@code staging}. */
  private static long nextEpoch(FileStore files) {
    long epoch = LeaseFile.known(files).map(Lease::epoch).orElse(0L);
    for (String name : files.list("staging")) {
      if (name.matches("[0-9]{1,18}")) {
        epoch = Math.max(epoch, Long.parseLong(name));
      }
    }
    return epoch + 1;
  }

  /** The files, for as long as no later run takes the checkpoint. */
  FileStore files() {
    return files;
  }

  long epoch() {
    return lease.epoch();
  }

  /**
   * Fails if another run has taken the checkpoint over.
   *
   * @throws StateFailure FENCED
   */
  void confirm() {
    if (LeaseFile.known(files).filter(found -> found.epoch() != lease.epoch()).isPresent()) {
      throw new StateFailure(
          Kind.FENCED,
          "another run has taken over " + directory + "; this one may write no more",
          "Start one run per checkpoint.");
    }
  }

  /** Gives the right back. */
  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    try (DirectoryLock held = lock) {
      LeaseFile.write(files, new Lease(lease.epoch(), lease.owner(), lease.sinceMillis(), false));
    } catch (IOException e) {
      throw cannotRelease(e);
    }
  }

  /** Gives the lock back as the death of the process would: the lease stays as it is. */
  void abandon() {
    if (closed) {
      return;
    }
    closed = true;
    try {
      lock.close();
    } catch (IOException e) {
      throw cannotRelease(e);
    }
  }

  private StateFailure cannotRelease(IOException e) {
    return new StateFailure(
        Kind.IO, "cannot release " + directory + ": " + e.getMessage(), "Check the disk.", e);
  }
}
