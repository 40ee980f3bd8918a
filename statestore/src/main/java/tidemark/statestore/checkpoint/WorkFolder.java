package tidemark.statestore.checkpoint;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import tidemark.statestore.StateFailure;
import tidemark.statestore.StateFailure.Kind;
import tidemark.statestore.files.IoReason;
import tidemark.statestore.files.LocalFiles;

/**
 * The folder of a run's working copy, {@code work/<epoch>}: each run has one of its own, so that a
 * run that was taken over cannot touch that of the next.
 */
final class WorkFolder {
  static final String NAME = "work";

  /** Stands in the folder of a run that was closed cleanly: FORMAT.md section 5. */
  private static final String CLEAN = "intact.json";

  private WorkFolder() {}

  /** The folder of this run: that of the last one if it was closed cleanly, else none yet. */
  static Path of(Path directory, long epoch) {
    Path all = directory.resolve(NAME);
    Path own = all.resolve(Long.toString(epoch));
    try {
      if (Files.isDirectory(all)) {
        try (DirectoryStream<Path> others = Files.newDirectoryStream(all)) {
          for (Path other : others) {
            adoptOrDelete(other, own);
          }
        }
      }
    } catch (IOException e) {
      throw new StateFailure(
          Kind.IO,
          "cannot use " + all + ": " + IoReason.withPath(e),
          "Correct the permissions of the folder.",
          e);
    }
    return own;
  }

  private static void adoptOrDelete(Path other, Path own) throws IOException {
    if (Files.exists(other.resolve(CLEAN)) && Files.notExists(own)) {
      Files.move(other, own, StandardCopyOption.ATOMIC_MOVE);
    } else {
      LocalFiles.deleteTree(other);
    }
  }

  /** Leaves nothing behind where a run needed no working copy. */
  static void tidy(Path directory) {
    try {
      Files.deleteIfExists(directory.resolve(NAME));
    } catch (IOException inUse) {
      // It holds a working copy.
    }
  }
}
