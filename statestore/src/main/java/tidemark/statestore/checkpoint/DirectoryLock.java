package tidemark.statestore.checkpoint;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * The operating system's lock on the file {@code LOCK}: it ends with the process, however that
 * ends.
 */
final class DirectoryLock implements AutoCloseable {
  static final String NAME = "LOCK";

  private final FileChannel channel;

  private DirectoryLock(FileChannel channel) {
    this.channel = channel;
  }

  /** Takes the lock; empty when another run has it. */
  static Optional<DirectoryLock> take(Path directory) throws IOException {
    FileChannel channel =
        FileChannel.open(
            directory.resolve(NAME), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      FileLock lock = channel.tryLock();
      if (lock != null) {
        return Optional.of(new DirectoryLock(channel));
      }
    } catch (OverlappingFileLockException e) {
      channel.close();
      return Optional.empty();
    } catch (IOException e) {
      channel.close();
      throw e;
    }
    channel.close();
    return Optional.empty();
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
