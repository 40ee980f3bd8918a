package tidemark.statestore.checkpoint;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The operating system's lock on the file {@code LOCK}: it ends with the process, however that
 * ends. It belongs to the file, not to the name: whoever takes over puts a new file under the name.
 */
final class DirectoryLock implements AutoCloseable {
  static final String NAME = "LOCK";

  private final FileChannel channel;

  private DirectoryLock(FileChannel channel) {
    this.channel = channel;
  }

  /** Takes the lock; empty when another run has it. */
  static Optional<DirectoryLock> take(Path directory) throws IOException {
    Path file = directory.resolve(NAME);
    FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    Object opened = identity(file);
    if (!isLocked(channel)) {
      return Optional.empty();
    }
    if (!Objects.equals(opened, identity(file))) {
      channel.close();
      return Optional.empty();
    }
    return Optional.of(new DirectoryLock(channel));
  }

  /** Takes the lock whoever has it. */
  static DirectoryLock takeOver(Path directory) throws IOException {
    Optional<DirectoryLock> free = take(directory);
    if (free.isPresent()) {
      return free.get();
    }
    Path fresh = Files.createTempFile(directory, NAME, ".new");
    FileChannel channel = FileChannel.open(fresh, StandardOpenOption.WRITE);
    try {
      if (!isLocked(channel)) {
        throw new IOException(fresh + " cannot be locked");
      }
      Files.move(
          fresh,
          directory.resolve(NAME),
          StandardCopyOption.ATOMIC_MOVE,
          StandardCopyOption.REPLACE_EXISTING);
      return new DirectoryLock(channel);
    } catch (IOException e) {
      channel.close();
      Files.deleteIfExists(fresh);
      throw e;
    }
  }

  /** Locks the file, or closes the channel. */
  private static boolean isLocked(FileChannel channel) throws IOException {
    try {
      FileLock lock = channel.tryLock();
      if (lock != null) {
        return true;
      }
    } catch (OverlappingFileLockException sameProcess) {
      channel.close();
      return false;
    } catch (IOException e) {
      channel.close();
      throw e;
    }
    channel.close();
    return false;
  }

  /** What tells the file from another one of the same name, where the file system can say. */
  private static @Nullable Object identity(Path file) throws IOException {
    try {
      return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
    } catch (NoSuchFileException gone) {
      return null;
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
