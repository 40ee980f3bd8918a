package tidemark.statestore.files;

import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/** Why a file operation failed, for people; the JDK often says no more than the path. */
public final class IoReason {
  private IoReason() {}

  /** The reason, without the path. */
  public static String of(IOException cause) {
    if (cause instanceof AccessDeniedException) {
      return "permission denied for user `" + System.getProperty("user.name") + "`";
    }
    if (cause instanceof NoSuchFileException) {
      return "no such file or folder";
    }
    if (cause instanceof FileAlreadyExistsException) {
      return "a file is in its place";
    }
    if (cause instanceof DirectoryNotEmptyException) {
      return "other files are in it";
    }
    if (cause instanceof NotDirectoryException) {
      return "it is a file, no folder";
    }
    if (cause instanceof FileSystemLoopException) {
      return "links lead back to it";
    }
    if (cause instanceof EOFException && cause.getMessage() == null) {
      return "it ends too early";
    }
    if (cause instanceof ClosedChannelException) {
      return "it was interrupted";
    }
    String said = cause instanceof FileSystemException file ? file.getReason() : cause.getMessage();
    return said == null ? "the system gives no reason" : said;
  }

  /** The path that the operation was about and the reason. */
  public static String withPath(IOException cause) {
    boolean named = cause instanceof FileSystemException file && file.getFile() != null;
    return (named ? ((FileSystemException) cause).getFile() + ": " : "") + of(cause);
  }
}
