package tidemark.operators.builtin.filesink;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import tidemark.operators.builtin.files.FileReason;
import tidemark.operators.builtin.files.PortableName;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;

/**
 * Turns what goes wrong on disk into a failure that names the path, the reason and the room left.
 */
final class WriteFailure {
  private WriteFailure() {}

  /** File operations. */
  interface Work {
    void run() throws IOException;
  }

  /** File operations that find something out. */
  interface Finding<T> {
    T find() throws IOException;
  }

  /**
   * Runs file operations below a folder.
   *
   * @throws Failure TM605 if they fail
   */
  static void attempt(Path folder, Work work) {
    find(
        folder,
        () -> {
          work.run();
          return folder;
        });
  }

  /** The same of work that finds something out. */
  static <T> T find(Path folder, Finding<T> finding) {
    try {
      return finding.find();
    } catch (IOException broken) {
      String path = path(folder, broken);
      Optional<Path> inTheWay =
          broken instanceof FileAlreadyExistsException
              ? Optional.of(Path.of(path))
              : FileReason.fileAbove(Path.of(path));
      throw new Failure(
          Code.TM605,
          "cannot write `"
              + PortableName.shown(path)
              + "`: "
              + inTheWay
                  .map(
                      file ->
                          file.equals(Path.of(path))
                              ? "it"
                              : "`" + PortableName.shown(file.toString()) + "`")
                  .map(file -> file + " is a file, not a folder")
                  .orElseGet(() -> FileReason.of(broken) + freeSpace(folder)),
          (inTheWay.isPresent()
                  ? "move it away, or write elsewhere"
                  : "make room, or allow writing there")
              + ", and run again: nothing of the micro-batch is visible",
          broken);
    }
  }

  private static String path(Path folder, IOException broken) {
    boolean named = broken instanceof FileSystemException fs && fs.getFile() != null;
    return named ? ((FileSystemException) broken).getFile() : folder.toString();
  }

  private static String freeSpace(Path folder) {
    try {
      return " (" + (Files.getFileStore(folder).getUsableSpace() >> 20) + " MiB free)";
    } catch (IOException unknown) {
      return "";
    }
  }
}
