package tidemark.operators.builtin.files;

import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Why a file operation failed, for people; the JDK often says no more than the path. The state
 * store, which connectors do not know, has the same words.
 */
public final class FileReason {
  private FileReason() {}

  /**
   * The file below which a path lies, where only a folder could have it; empty if there is none.
   */
  public static Optional<Path> fileAbove(Path path) {
    Path above = path.getParent();
    while (above != null && !Files.exists(above)) {
      above = above.getParent();
    }
    return Optional.ofNullable(above).filter(Files::isRegularFile);
  }

  /** The reason, without the path. */
  public static String of(IOException broken) {
    if (broken instanceof AccessDeniedException) {
      return "permission denied for user `" + System.getProperty("user.name") + "`";
    }
    if (broken instanceof NoSuchFileException) {
      return "no such file or folder";
    }
    if (broken instanceof FileAlreadyExistsException) {
      return "a file is in its place";
    }
    if (broken instanceof NotDirectoryException) {
      return "it is a file, no folder";
    }
    if (broken instanceof FileSystemLoopException) {
      return "links lead back to it";
    }
    if (broken instanceof EOFException && broken.getMessage() == null) {
      return "it ends too early";
    }
    if (broken instanceof ClosedChannelException) {
      return "it was interrupted";
    }
    if (broken instanceof DirectoryNotEmptyException) {
      return "other files are in it";
    }
    String said =
        broken instanceof FileSystemException file ? file.getReason() : broken.getMessage();
    return said == null ? "the system gives no reason" : said;
  }
}
